// What the auditor found, and who did what.

import { $, has, make, number, show, t } from './core.js';
import { ask, button, isNew, ofItem } from './operator.js';
import { reconcile } from './goods.js';

const AUDIT_PAGE = 30;
let audited = [];
let before = null;

const at = (instant) => new Date(instant).toLocaleString();

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
    ' ', make('span', { lang: 'en' }, detail), ' ',
    make('em', {}, t('books.advice') + ' ' + (has('advice.' + kind) ? t('advice.' + kind) : advice)),
    whom === '' ? '' : make('pre', {}, whom),
  );
}

/** Dead letters that wait for a person, also where the books balance. */
function openLetters({ count, letters }) {
  const listed = letters.map(({ id, orderId, reason }) => make('li', {}, id + ' · ' + (orderId ?? '—') + ' · ', make('span', { lang: 'en' }, reason)));
  return make(
    'div', { className: 'open-letters' },
    make('strong', { className: 'bad' }, t('books.letters', number(count))),
    ' ', make('em', {}, t('books.advice') + ' ' + t('books.decide')),
    make('ul', {}, ...listed),
  );
}

/** One thing that was mended, or could not be. */
function repairLine({ kind, subject, state, detail }) {
  return make(
    'li', {},
    make('strong', { className: state === 'DONE' ? 'good' : 'bad' }, t('repair.' + kind) + ' · ' + t('repairstate.' + state)),
    ' ' + subject + ' ', make('span', { lang: 'en' }, detail),
  );
}

const openOf = (one) => one.openDeadLetters ?? { count: 0, letters: [] };

/** How urgent a report is: findings before open letters before the rest. */
const urgency = (one) => (one.verdict === 'FINDINGS' ? 2 : openOf(one).count > 0 ? 1 : 0);

function report(itemId, [latest, ...former]) {
  const list = make('ul', {}, ...latest.findings.map(finding));
  const mended = latest.repairs.map(repairLine);
  const history = make(
    'details', {},
    make('summary', {}, t('books.history', former.length)),
    make('ol', {}, ...former.map((old) => make('li', {}, at(old.finishedAt) + ' · ' + t('verdict.' + old.verdict) + ' · ' + equation(old.numbers)))),
  );
  const element = make(
    'div', { className: 'panel report ' + (urgency(latest) === 1 ? 'open' : colours[latest.verdict]) },
    make('h3', {}, itemId + ' · ', make('span', { className: latest.verdict === 'BALANCED' ? 'good verdict' : latest.verdict === 'IN_FLIGHT' ? 'warn verdict' : 'bad verdict' }, t('verdict.' + latest.verdict)), ' ', make('small', {}, at(latest.finishedAt))),
    make('p', { className: 'equation' }, equation(latest.numbers)),
    list,
    openOf(latest).count === 0 ? '' : openLetters(openOf(latest)),
    mended.length === 0 ? '' : make('details', {}, make('summary', {}, t('books.mended', mended.length)), make('ul', {}, ...mended)),
    make('p', { className: 'row' }, button(t('reconcile.do'), '', () => reconcile(itemId, false)), latest.findings.length === 0 ? '' : button(t('repair.do'), 'danger', () => reconcile(itemId, true))),
    former.length === 0 ? '' : history,
  );
  element.dataset.item = itemId;
  return element;
}

async function reports() {
  const answer = await ask('GET', 'reconciliations?limit=200' + ofItem('books-item'));
  if (!answer.ok || !isNew('reports', answer.body)) {
    return;
  }
  const byItem = new Map();
  for (const one of answer.body.reports) {
    byItem.set(one.itemId, [...(byItem.get(one.itemId) ?? []), one]);
  }
  show($('books-none'), byItem.size === 0);
  // What is red comes first.
  const sorted = [...byItem.entries()].sort(([a, [x]], [b, [y]]) => urgency(y) - urgency(x) || Number(a) - Number(b));
  $('reports').replaceChildren(...sorted.map(([itemId, all]) => report(itemId, all)));
}

function entry({ at: when, actor, action, itemId, outcome, detail }) {
  return make(
    'tr', {},
    make('td', {}, at(when)), make('td', {}, actor), make('td', { title: action }, has('did.' + action) ? t('did.' + action) : action), make('td', {}, itemId ?? ''),
    make('td', { className: outcome === 'OK' ? 'good' : 'bad', title: outcome }, outcome === 'OK' ? t('result.done') : t(outcome + '.title')),
    make('td', {}, make('details', {}, make('summary', {}, detail.slice(0, 60)), make('pre', {}, detail))),
  );
}

function showAudit() {
  $('audit-rows').replaceChildren(...audited.map(entry));
  show($('audit-more'), before !== null);
}

const auditPath = () => 'audit?limit=' + AUDIT_PAGE + ofItem('audit-item');

async function audit() {
  const path = auditPath();
  const answer = await ask('GET', path);
  if (answer.ok && isNew('audit', [path, answer.body.entries[0]?.id])) {
    audited = answer.body.entries;
    before = answer.body.before ?? null;
    showAudit();
  }
}

async function older() {
  const answer = await ask('GET', auditPath() + '&before=' + before);
  if (answer.ok) {
    audited = [...audited, ...answer.body.entries];
    before = answer.body.before ?? null;
    showAudit();
  }
}

export async function look() {
  await Promise.all([reports(), audit()]);
}

export function start() {
  $('audit-more').addEventListener('click', older);
  $('audit-item').addEventListener('change', audit);
  $('books-item').addEventListener('change', reports);
}

export function forget() {
  audited = [];
  before = null;
  $('reports').replaceChildren();
  $('audit-rows').replaceChildren();
}
