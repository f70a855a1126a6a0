// All items, and what can be done with each.

import { $, make, number, put, show, t } from './core.js';
import { act, ask } from './operator.js';
import * as trend from './trend.js';

const rows = new Map();
let items = [];
let stock = {};
let chosen = null;

const wordFor = (key) => t(key, chosen, nameOf(chosen));
const nameOf = (itemId) => items.find((item) => item.itemId === itemId)?.name ?? itemId;
const local = (instant) => new Date(instant).toLocaleString();

function button(label, className, action) {
  const element = make('button', { type: 'button', className }, label);
  element.addEventListener('click', action);
  return element;
}

function change(itemId, verb, long = false) {
  return act({
    what: t(verb + '.do') + ' ' + itemId,
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
    edit: button(t('edit.do'), 'plain', () => edit(itemId)),
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
  show(verbs.edit, item.status === 'DRAFT');
  show(verbs.more, item.status !== 'UNREADABLE');
  show(verbs.pause, state !== 'PAUSED' && item.status === 'OPEN');
  show(verbs.resume, item.status === 'PAUSED');
  row.classList.toggle('chosen', item.itemId === chosen);
  return row;
}

function render() {
  const shown = items.map(fill);
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

/** Reads all items; those that are on sale, too. */
export async function look() {
  const answer = await ask('GET', 'items?limit=200');
  if (answer.ok) {
    items = answer.body.items;
    render();
  }
}

export const openItems = () => items.filter((item) => item.status === 'OPEN').length;

function choose(itemId) {
  chosen = itemId;
  const item = items.find((one) => one.itemId === itemId);
  put($('item-title'), itemId + ' · ' + item.name);
  $('gate').waitingRoom.checked = item.gate?.waitingRoom ?? false;
  $('gate').challenge.value = item.gate?.challenge ?? 'AUTO';
  show($('item-panel'), true);
  render();
  $('item-panel').scrollIntoView({ block: 'nearest' });
}

function onSubmit(form, action) {
  $(form).addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await action($(form));
    if (answer?.ok) {
      $(form).reset();
    }
  });
}

const instant = (field) => new Date(field.value).toISOString();

function onItem() {
  onSubmit('restock', (form) => act({
    what: wordFor('restock.do') + ' ' + chosen,
    question: t('restock.sure', chosen, nameOf(chosen), number(Number(form.units.value))),
    path: 'items/' + chosen + '/restock',
    body: { units: Number(form.units.value) },
    once: true,
  }));
  onSubmit('extend', (form) => act({
    what: t('extend.do') + ' ' + chosen,
    question: t('extend.sure', chosen, nameOf(chosen), local(instant(form.endAt))),
    path: 'items/' + chosen + '/extend',
    body: { endAt: instant(form.endAt) },
    once: true,
  }));
  $('gate').addEventListener('submit', (event) => {
    event.preventDefault();
    const form = $('gate');
    const former = items.find((item) => item.itemId === chosen)?.gate ?? {};
    act({
      what: t('gate.do') + ' ' + chosen,
      question: t(form.waitingRoom.checked ? 'gate.sure.room' : 'gate.sure', chosen, nameOf(chosen), form.challenge.value),
      method: 'PUT',
      path: 'items/' + chosen + '/gate',
      body: { ...former, waitingRoom: form.waitingRoom.checked, challenge: form.challenge.value },
    });
  });
  $('recover').addEventListener('click', () => change(chosen, 'recover', true));
  $('reconcile').addEventListener('click', () => reconcile(chosen, false));
  $('repair').addEventListener('click', () => reconcile(chosen, true));
}

/** Holds the books of an item against each other; mends them if that is wanted. */
export function reconcile(itemId, repair) {
  return act({
    what: t(repair ? 'repair.do' : 'reconcile.do') + ' ' + itemId,
    question: repair ? t('repair.sure', itemId, nameOf(itemId)) : null,
    path: 'reconciliations',
    body: { itemId, repair },
    long: true,
  });
}

/** A time as a field for local times wants it. */
function fieldTime(instantText) {
  const at = new Date(instantText);
  return new Date(at - 60_000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
}

/** Fills the form of a new item with a draft; the same id then means a change. */
function edit(itemId) {
  const item = items.find((one) => one.itemId === itemId);
  const form = $('create');
  for (const name of ['itemId', 'sku', 'name', 'totalStock']) {
    form[name].value = item[name];
  }
  form.price.value = (item.priceCents / 100).toFixed(2);
  form.startAt.value = fieldTime(item.startAt);
  form.endAt.value = fieldTime(item.endAt);
  form.waitingRoom.checked = item.gate?.waitingRoom ?? false;
  form.challenge.value = item.gate?.challenge ?? 'AUTO';
  form.closest('details').open = true;
  form.sku.focus();
}

function create(form) {
  const former = items.find((item) => item.itemId === form.itemId.value && item.status === 'DRAFT');
  const startAt = instant(form.startAt);
  const endAt = instant(form.endAt);
  const body = {
    itemId: form.itemId.value,
    sku: form.sku.value,
    name: form.name.value,
    priceCents: Math.round(100 * Number(form.price.value)),
    totalStock: Number(form.totalStock.value),
    startAt,
    endAt,
    gate: { ...former?.gate, waitingRoom: form.waitingRoom.checked, challenge: form.challenge.value },
  };
  // What the form does not show stays as it is.
  for (const name of ['orders', 'page']) {
    if (former?.[name] !== undefined) {
      body[name] = former[name];
    }
  }
  return act({
    what: t(former ? 'edit.do' : 'create.do') + ' ' + body.itemId,
    question: t(former ? 'edit.sure' : 'create.sure', body.itemId, body.name, number(body.totalStock), form.price.value, local(startAt), local(endAt)),
    method: former ? 'PUT' : 'POST',
    path: former ? 'items/' + body.itemId : 'items',
    body,
  });
}

export function start() {
  onItem();
  onSubmit('create', create);
}

export function forget() {
  items = [];
  stock = {};
  chosen = null;
  rows.clear();
  $('item-rows').replaceChildren();
  show($('item-panel'), false);
}
