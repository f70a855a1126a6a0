// All items, and what can be done with each.

import { $, alarm, make, number, put, show, t } from './core.js';
import { act, ask, button, itemIn, wordsOf } from './operator.js';
import * as form from './itemform.js';
import * as trend from './trend.js';

const PAGE = 200;
const rows = new Map();
let items = [];
let stock = {};
let chosen = null;

const wordFor = (key) => t(key, chosen, nameOf(chosen));
const nameOf = (itemId) => items.find((item) => item.itemId === itemId)?.name ?? itemId;
const local = (instant) => new Date(instant).toLocaleString();

function change(itemId, verb, long = false) {
  return act({
    what: t(verb + '.do') + ' ' + itemId,
    verb,
    question: t(verb + '.sure', itemId, nameOf(itemId), number(Math.round(trend.rate((name) => name.startsWith('answered/'))))),
    path: 'items/' + itemId + '/' + verb,
    long,
  });
}

function newRow(item) {
  const { itemId } = item;
  const cell = { state: make('td', {}), stock: make('td', {}), sold: make('td', {}), window: make('td', {}), name: make('td', {}) };
  const verbs = {
    preheat: button(t('preheat.do'), '', () => change(itemId, 'preheat', true)),
    edit: button(t('edit.do'), 'plain', () => form.edit(itemId)),
    pause: button(t('pause.do'), 'danger', () => change(itemId, 'pause')),
    resume: button(t('resume.do'), '', () => change(itemId, 'resume')),
    more: button(t('item.more'), 'plain', () => choose(itemId)),
  };
  const row = make('tr', {}, make('td', {}, itemId), cell.name, cell.state, cell.stock, cell.sold, cell.window, make('td', {}, ...Object.values(verbs)));
  row.dataset.item = itemId;
  return { row, cell, verbs };
}

/** The state by the books, with what only the clock says. */
function stateOf(item) {
  return item.status === 'OPEN' ? stock[item.itemId]?.state ?? (Date.parse(item.endAt) < Date.now() ? 'ENDED' : 'OPEN') : item.status;
}

function fill(item) {
  let known = rows.get(item.itemId);
  if (known === undefined) {
    known = newRow(item);
    rows.set(item.itemId, known);
  }
  const { row, cell, verbs } = known;
  const state = stateOf(item);
  const left = stock[item.itemId]?.stock;
  put(cell.name, item.name);
  put(cell.state, item.why ?? t('itemstate.' + state));
  cell.state.className = state === 'PAUSED' || state === 'UNREADABLE' ? 'bad' : state === 'OPEN' ? 'good' : '';
  put(cell.stock, item.totalStock === undefined ? '' : (left === undefined || left < 0 ? '–' : number(left)) + ' / ' + number(item.totalStock + item.restocked));
  put(cell.sold, item.sold === undefined ? '' : number(item.sold));
  put(cell.window, item.startAt === undefined ? '' : local(item.startAt) + ' – ' + local(item.endAt));
  show(verbs.preheat, item.status === 'DRAFT');
  show(verbs.edit, item.status !== 'UNREADABLE');
  show(verbs.more, item.status !== 'UNREADABLE');
  show(verbs.pause, state !== 'PAUSED' && item.status === 'OPEN');
  show(verbs.resume, item.status === 'PAUSED');
  row.classList.toggle('chosen', item.itemId === chosen);
  return row;
}

function render() {
  const one = itemIn('item-find');
  const shown = items.filter((item) => one === undefined || item.itemId === one).map(fill);
  const body = $('item-rows');
  if (shown.length !== body.children.length || shown.some((row, i) => row !== body.children[i])) {
    body.replaceChildren(...shown);
  }
}

/** Units left, as they are told every second. */
export function left(fresh) {
  if (fresh !== undefined) {
    stock = fresh;
    render();
  }
}

/** Reads all items, and the one that is looked for if it is not among the latest. */
export async function look() {
  const answer = await ask('GET', 'items?limit=' + PAGE);
  if (!answer.ok) {
    return;
  }
  items = answer.body.items;
  show($('item-rest'), answer.body.before !== undefined);
  const one = itemIn('item-find');
  if (one !== undefined && !items.some((item) => item.itemId === one)) {
    const found = await ask('GET', 'items?itemId=' + one);
    items = [...items, ...(found.body.items ?? [])];
  }
  form.know(items);
  render();
}

export const openItems = () => items.filter((item) => item.status === 'OPEN').length;

function choose(itemId) {
  chosen = itemId;
  const item = items.find((one) => one.itemId === itemId);
  put($('item-title'), itemId + ' · ' + item.name);
  put($('item-may'), t(item.status === 'DRAFT' ? 'may.draft' : 'may.live'));
  form.fillGate($('gate'), item.gate);
  show($('ledger-rows'), false);
  show($('item-panel'), true);
  render();
  $('item-panel').scrollIntoView({ block: 'nearest' });
}

/** What MySQL has of the item: who holds a unit, and what became of the others. */
async function ledger() {
  const answer = await ask('GET', 'items/' + chosen + '/ledger');
  if (!answer.ok) {
    alarm(t('ledger.do') + ' ' + chosen + ': ' + wordsOf(answer, 'ledger'));
    return;
  }
  const { itemId, byStatus, settlement, ...figures } = answer.body;
  const rowsOf = [
    ...Object.entries(figures).map(([name, value]) => [t('ledger.' + name), number(value)]),
    ...Object.entries(byStatus).map(([name, value]) => [t('order.' + name), number(value)]),
  ];
  if (settlement !== undefined) {
    rowsOf.push([t('settlement.' + settlement.state), settlement.waitsFor ?? t('settlement.unsold', number(settlement.unsold ?? 0))]);
  }
  $('ledger-rows').replaceChildren(...rowsOf.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
  show($('ledger-rows'), true);
}

function onItem() {
  form.onSubmit('restock', ({ units }) => act({
    what: wordFor('restock.do') + ' ' + chosen,
    verb: 'restock',
    question: t('restock.sure', chosen, nameOf(chosen), number(Number(units.value))),
    path: 'items/' + chosen + '/restock',
    body: { units: Number(units.value) },
    once: true,
  }));
  form.onSubmit('extend', ({ endAt }) => act({
    what: t('extend.do') + ' ' + chosen,
    verb: 'extend',
    question: t('extend.sure', chosen, nameOf(chosen), local(form.instantOf(endAt))),
    path: 'items/' + chosen + '/extend',
    body: { endAt: form.instantOf(endAt) },
    once: true,
  }));
  $('gate').addEventListener('submit', (event) => {
    event.preventDefault();
    const gate = form.gateOf($('gate'), items.find((item) => item.itemId === chosen)?.gate);
    if (gate !== null) {
      act({
        what: t('gate.do') + ' ' + chosen,
        verb: 'gate',
        question: form.gateWords(chosen, nameOf(chosen), gate),
        method: 'PUT',
        path: 'items/' + chosen + '/gate',
        body: gate,
      });
    }
  });
  $('recover').addEventListener('click', () => change(chosen, 'recover', true));
  $('reconcile').addEventListener('click', () => reconcile(chosen, false));
  $('repair').addEventListener('click', () => reconcile(chosen, true));
  $('ledger').addEventListener('click', ledger);
  $('item-find').addEventListener('change', look);
}

/** Holds the books of an item against each other; mends them if that is wanted. */
export function reconcile(itemId, repair) {
  return act({
    what: t(repair ? 'repair.do' : 'reconcile.do') + ' ' + itemId,
    verb: 'reconcile',
    question: repair ? t('repair.sure', itemId, nameOf(itemId)) : null,
    path: 'reconciliations',
    body: { itemId, repair },
    long: true,
  });
}

export function start() {
  onItem();
  form.start();
}

export function forget() {
  items = [];
  form.know(items);
  stock = {};
  chosen = null;
  rows.clear();
  $('item-rows').replaceChildren();
  show($('item-panel'), false);
}
