// The orders of the user who is logged in.

import { $, begin, lang, make, root, show, t } from './core.js';
import { call } from './api.js';
import * as clock from './clock.js';
import { orderView } from './order.js';
import { poll } from './poller.js';
import * as session from './session.js';

const SHOWN_AGAIN = 5000;
const views = new Map();
const names = new Map();
let looking = null;

async function learnNames() {
  const answer = await call('GET', 'items');
  if (answer.ok) {
    answer.body.items.forEach((item) => names.set(item.itemId, nameOf(item)));
  }
}

const inLanguage = (text) => (typeof text === 'string' ? text : text[lang] ?? text.zh ?? text.en);

/** The title of an item's page, and what sets it apart from its variants. */
function nameOf({ name, page = {} }) {
  const title = page.title === undefined ? name : inLanguage(page.title);
  return [title, ...(page.variant ?? []).map((choice) => inLanguage(choice.is))].join(' · ');
}

function viewOf(order) {
  let view = views.get(order.orderId);
  if (view === undefined) {
    const body = make('div', {});
    const link = make('a', { href: new URL(lang + '/items/' + order.itemId + '/', root).href }, names.get(order.itemId) ?? t('order.item', order.itemId));
    const element = make('li', {}, make('h2', {}, link), body);
    element.dataset.order = order.orderId;
    view = { element, ...orderView(body, () => looking.now()) };
    views.set(order.orderId, view);
  }
  return view;
}

async function look() {
  if (session.user() === null) {
    return SHOWN_AGAIN;
  }
  const answer = await session.callAs('GET', 'orders');
  if (!answer.ok) {
    return -1;
  }
  const shown = answer.body.orders.map((order) => {
    const view = viewOf(order);
    view.show(order);
    return view.element;
  });
  show($('orders-empty'), shown.length === 0);
  if (shown.some((element, i) => element !== $('orders').children[i]) || shown.length !== $('orders').children.length) {
    $('orders').replaceChildren(...shown);
  }
  return SHOWN_AGAIN;
}

function changed() {
  views.clear();
  $('orders').replaceChildren();
  show($('orders-empty'), false);
  looking?.now();
}

export async function start(words) {
  begin(words);
  session.start();
  session.onChange(changed);
  clock.start();
  if (session.user() === null) {
    session.openLogin();
  }
  await learnNames();
  looking = poll(look);
  setInterval(() => views.forEach((view) => view.render()), 500);
}
