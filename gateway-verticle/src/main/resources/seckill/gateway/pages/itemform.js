// The form of an item: a new one, a draft as it is to be, or how one that is on sale is shown.

import { $, alarm, number, show, t } from './core.js';
import { act } from './operator.js';

/** What can be changed of an item that was preheated; all else stands in the books as it is. */
const TEXTS = ['titleZh', 'titleEn', 'aboutZh', 'aboutEn', 'pictures', 'group', 'variant'];
let items = [];

/** The items that there are. */
export function know(all) {
  items = all;
}

const found = (itemId) => items.find((item) => item.itemId === itemId && item.status !== 'UNREADABLE');
const local = (instant) => new Date(instant).toLocaleString();

/** A time as a field for local times wants it, to the minute. */
function fieldTime(instant) {
  if (instant === undefined) {
    return '';
  }
  const at = new Date(instant);
  return new Date(at - 60_000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
}

/** The time in a field; one that nobody touched is the former one to the millisecond. */
export function instantOf(field, former) {
  if (field.value === '') {
    return undefined;
  }
  return field.value === fieldTime(former) ? former : new Date(field.value).toISOString();
}

/** Shows a gate in the fields of a form. */
export function fillGate(form, gate) {
  form.waitingRoom.checked = gate?.waitingRoom ?? false;
  form.challenge.value = gate?.challenge ?? 'AUTO';
  form.reserveFrom.value = fieldTime(gate?.reservation?.from);
  form.reserveUntil.value = fieldTime(gate?.reservation?.until);
}

/** The gate that a form describes; null if it describes none. */
export function gateOf(form, former) {
  const from = instantOf(form.reserveFrom, former?.reservation?.from);
  const until = instantOf(form.reserveUntil, former?.reservation?.until);
  if ((from === undefined) !== (until === undefined)) {
    alarm(t('gate.both'));
    return null;
  }
  const gate = { waitingRoom: form.waitingRoom.checked, challenge: form.challenge.value };
  return from === undefined ? gate : { ...gate, reservation: { from, until } };
}

/** What a gate means to buyers. */
export function gateWords(itemId, name, { waitingRoom, challenge, reservation }) {
  const room = t(waitingRoom ? 'gate.sure.room' : 'gate.sure', itemId, name, t('challenge.' + challenge));
  return reservation === undefined ? room : room + ' ' + t('gate.sure.reserve', local(reservation.from), local(reservation.until));
}

/** Does something with a form, and empties it when it was done. */
export function onSubmit(form, action) {
  $(form).addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await action($(form));
    if (answer?.ok) {
      $(form).reset();
    }
  });
}

// A text in both languages in one field is: Chinese | English.
const both = (text) => (typeof text === 'string' ? text : text.zh + ' | ' + text.en);
const list = (text, mark) => text.split(mark).map((part) => part.trim()).filter((part) => part !== '');
const variantText = (variant) => (variant ?? []).map((choice) => both(choice.of) + ' = ' + both(choice.is)).join('; ');

function text(zh, en) {
  const texts = { zh: zh?.trim() ?? '', en: en?.trim() ?? '' };
  if (texts.zh === '' && texts.en === '') {
    return undefined;
  }
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
}

function variantOf(field, former) {
  if (field.value === variantText(former)) {
    return former;
  }
  return list(field.value, ';').map((choice) => {
    const [of, is] = choice.split('=');
    return { of: text(...of.split('|')), is: text(...(is ?? '').split('|')) };
  });
}

/** How the item is shown; undefined for plainly. */
function pageOf(form, former) {
  const page = {
    title: text(form.titleZh.value, form.titleEn.value),
    description: text(form.aboutZh.value, form.aboutEn.value),
    pictures: list(form.pictures.value, ','),
    group: form.group.value.trim() || undefined,
    variant: variantOf(form.variant, former?.variant),
  };
  const told = Object.entries(page).filter(([, value]) => value !== undefined && value.length !== 0);
  return told.length === 0 ? undefined : Object.fromEntries(told);
}

function fillPage(form, page) {
  const inBoth = (value, field) => {
    form[field + 'Zh'].value = value?.zh ?? value ?? '';
    form[field + 'En'].value = value?.en ?? value ?? '';
  };
  inBoth(page?.title, 'title');
  inBoth(page?.description, 'about');
  form.pictures.value = (page?.pictures ?? []).join(', ');
  form.group.value = page?.group ?? '';
  form.variant.value = variantText(page?.variant);
}

/** Lets only be changed what may be. */
function fit() {
  const form = $('create');
  const item = found(form.itemId.value);
  const live = item !== undefined && item.status !== 'DRAFT';
  for (const field of form.querySelectorAll('input, select')) {
    field.disabled = live && field.name !== 'itemId' && !TEXTS.includes(field.name);
  }
  show($('create-live'), live);
}

/** Fills the form with an item; the same id then means a change. */
export function edit(itemId) {
  const item = found(itemId);
  const form = $('create');
  for (const name of ['itemId', 'sku', 'name', 'totalStock']) {
    form[name].value = item[name];
  }
  form.price.value = (item.priceCents / 100).toFixed(2);
  form.startAt.value = fieldTime(item.startAt);
  form.endAt.value = fieldTime(item.endAt);
  form.payWithin.value = item.orders?.payWithinSeconds ?? '';
  form.maxLapses.value = item.orders?.maxLapses ?? '';
  fillGate(form, item.gate);
  fillPage(form, item.page);
  fit();
  form.closest('details').open = true;
  (item.status === 'DRAFT' ? form.name : form.titleZh).focus();
}

function ordersOf(form) {
  const orders = {};
  if (form.payWithin.value !== '') {
    orders.payWithinSeconds = Number(form.payWithin.value);
  }
  if (form.maxLapses.value !== '') {
    orders.maxLapses = Number(form.maxLapses.value);
  }
  return Object.keys(orders).length === 0 ? undefined : orders;
}

/** The item that the form describes; null if it describes none. */
function itemOf(form, former) {
  const gate = gateOf(form, former?.gate);
  return gate === null ? null : {
    itemId: form.itemId.value,
    sku: form.sku.value,
    name: form.name.value,
    priceCents: Math.round(100 * Number(form.price.value)),
    totalStock: Number(form.totalStock.value),
    startAt: instantOf(form.startAt, former?.startAt),
    endAt: instantOf(form.endAt, former?.endAt),
    gate,
    orders: ordersOf(form),
    page: pageOf(form, former?.page),
  };
}

const savePage = (form, { itemId, name, page }) => act({
  what: t('edit.do') + ' ' + itemId,
  verb: 'edit',
  question: t('texts.sure', itemId, name),
  method: 'PUT',
  path: 'items/' + itemId + '/page',
  body: pageOf(form, page) ?? {},
});

async function save(form) {
  const former = found(form.itemId.value);
  if (former !== undefined && former.status !== 'DRAFT') {
    return savePage(form, former);
  }
  const body = itemOf(form, former);
  return body === null ? null : act({
    what: t(former ? 'edit.do' : 'create.do') + ' ' + body.itemId,
    verb: former ? 'edit' : 'create',
    question: t(former ? 'edit.sure' : 'create.sure', body.itemId, body.name, number(body.totalStock), (body.priceCents / 100).toFixed(2), local(body.startAt), local(body.endAt)),
    method: former ? 'PUT' : 'POST',
    path: former ? 'items/' + body.itemId : 'items',
    body,
  });
}

export function start() {
  onSubmit('create', save);
  $('create').itemId.addEventListener('input', fit);
  // An event of the form comes before its fields are empty.
  $('create').addEventListener('reset', () => setTimeout(fit));
}
