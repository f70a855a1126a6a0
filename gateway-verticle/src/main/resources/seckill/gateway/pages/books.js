// What the auditor found, what could not become orders, and who did what.

import { $, has, make, number, show, t } from './core.js';
import { act, ask } from './operator.js';
import { reconcile } from './goods.js';

const AUDIT_PAGE = 30;
let audited = [];
let before = null;
let reportsShown = '';

const at = (instant) => new Date(instant).toLocaleString();

function button(label, className, action) {
  const element = make('button', { type: 'button', className }, label);
  element.addEventListener('click', action);
  return element;
}

/** The equation with its numbers: units there are = units left + units that somebody holds. */
function equation(n) {
  const parts = [
    [n.remaining, 'remaining'], [n.undelivered + n.pending, 'inflight'], [n.orders, 'orders'], [n.dead, 'dead'],
  ];
  if (n.returning > 0) {
    parts.push([n.returning, 'returning']);
  }
  const units = n.total + n.restocked;
  const sum = parts.reduce((all, [value]) => all + value, 0);
  const right = parts.map(([value, word]) => number(value) + ' ' + t('books.' + word)).join(' + ');
  return number(units) + ' ' + t('books.total') + (units === sum ? ' = ' : ' ≠ ') + right;
}

const colours = { BALANCED: 'green', IN_FLIGHT: 'open', FINDINGS: 'red', UNKNOWN_ITEM: 'red' };

function finding({ kind, count, detail, users, orders, advice }) {
  const whom = [...users, ...orders].slice(0, 10).join(', ');
  return make(
    'li', {},
    make('strong', { className: 'bad' }, (has('finding.' + kind) ? t('finding.' + kind) : kind) + ' × ' + number(count)),
    ' ' + detail + ' ',
    make('em', {}, t('books.advice') + ' ' + (has('advice.' + kind) ? t('advice.' + kind) : advice)),
    whom === '' ? '' : make('pre', {}, whom),
  );
}

function report(itemId, [latest, ...former]) {
  const list = make('ul', {}, ...latest.findings.map(finding));
  const mended = latest.repairs.map((repair) => make('li', {}, JSON.stringify(repair)));
  const history = make(
    'details', {},
    make('summary', {}, t('books.history', former.length)),
    make('ol', {}, ...former.map((old) => make('li', {}, at(old.finishedAt) + ' · ' + t('verdict.' + old.verdict) + ' · ' + equation(old.numbers)))),
  );
  const element = make(
    'div', { className: 'panel report ' + colours[latest.verdict] },
    make('h3', {}, itemId + ' · ', make('span', { className: latest.verdict === 'BALANCED' ? 'good verdict' : latest.verdict === 'IN_FLIGHT' ? 'warn verdict' : 'bad verdict' }, t('verdict.' + latest.verdict)), ' ', make('small', {}, at(latest.finishedAt))),
    make('p', { className: 'equation' }, equation(latest.numbers)),
    list,
    mended.length === 0 ? '' : make('details', {}, make('summary', {}, t('books.mended', mended.length)), make('ul', {}, ...mended)),
    make('p', { className: 'row' }, button(t('reconcile.do'), '', () => reconcile(itemId, false)), latest.findings.length === 0 ? '' : button(t('repair.do'), 'danger', () => reconcile(itemId, true))),
    former.length === 0 ? '' : history,
  );
  element.dataset.item = itemId;
  return element;
}

async function reports() {
  const answer = await ask('GET', 'reconciliations?limit=200');
  if (!answer.ok || JSON.stringify(answer.body) === reportsShown) {
    return;
  }
  reportsShown = JSON.stringify(answer.body);
  const byItem = new Map();
  for (const one of answer.body.reports) {
    byItem.set(one.itemId, [...(byItem.get(one.itemId) ?? []), one]);
  }
  show($('books-none'), byItem.size === 0);
  // What is red comes first.
  const sorted = [...byItem.entries()].sort(([a, [x]], [b, [y]]) => (y.verdict === 'FINDINGS') - (x.verdict === 'FINDINGS') || Number(a) - Number(b));
  $('reports').replaceChildren(...sorted.map(([itemId, all]) => report(itemId, all)));
}

function letter({ id, itemId, reason, detail, createdAt, begun }) {
  const decide = (verb) => act({
    what: t('letter.' + verb) + ' ' + id,
    question: t('letter.sure.' + verb, id, itemId),
    path: 'dead-letters/' + id + '/' + verb,
    long: true,
  });
  return make(
    'li', { className: 'panel' },
    make('strong', {}, itemId + ' · ' + reason), ' ' + at(createdAt) + (begun ? ' · ' + begun : ''),
    make('p', {}, detail ?? ''),
    make('p', { className: 'row' }, button(t('letter.replay'), '', () => decide('replay')), button(t('letter.discard'), 'danger', () => decide('discard'))),
  );
}

async function letters() {
  const answer = await ask('GET', 'dead-letters?state=OPEN&limit=50');
  if (answer.ok) {
    show($('letters-none'), answer.body.letters.length === 0);
    $('letter-rows').replaceChildren(...answer.body.letters.map(letter));
  }
}

function entry({ at: when, actor, action, itemId, outcome, detail }) {
  return make(
    'tr', {},
    make('td', {}, at(when)), make('td', {}, actor), make('td', {}, action), make('td', {}, itemId ?? ''),
    make('td', { className: outcome === 'OK' ? 'good' : 'bad' }, outcome),
    make('td', {}, make('details', {}, make('summary', {}, detail.slice(0, 60)), make('pre', {}, detail))),
  );
}

function showAudit() {
  $('audit-rows').replaceChildren(...audited.map(entry));
  show($('audit-more'), before !== null);
}

async function audit() {
  const answer = await ask('GET', 'audit?limit=' + AUDIT_PAGE);
  if (answer.ok && answer.body.entries[0]?.id !== audited[0]?.id) {
    audited = answer.body.entries;
    before = answer.body.before ?? null;
    showAudit();
  }
}

async function older() {
  const answer = await ask('GET', 'audit?limit=' + AUDIT_PAGE + '&before=' + before);
  if (answer.ok) {
    audited = [...audited, ...answer.body.entries];
    before = answer.body.before ?? null;
    showAudit();
  }
}

export async function look() {
  await Promise.all([reports(), letters(), audit()]);
}

export function start() {
  $('audit-more').addEventListener('click', older);
}

export function forget() {
  audited = [];
  before = null;
  reportsShown = '';
  $('reports').replaceChildren();
  $('letter-rows').replaceChildren();
  $('audit-rows').replaceChildren();
}
