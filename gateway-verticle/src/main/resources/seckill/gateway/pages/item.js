// The page of an item, or of the variants of one: countdown, stock, and the way to an order.

import { $, alarm, begin, number, put, refusal, say, show, t, time, toGo } from './core.js';
import { call } from './api.js';
import { buy } from './buy.js';
import { closeChallenge } from './challenge.js';
import * as clock from './clock.js';
import { ENDED, orderView, statusWords } from './order.js';
import { poll } from './poller.js';
import { waitingRoom } from './room.js';
import * as session from './session.js';

const FEW = 10;
const FAR = 600_000;
const TICK = 200;
const OPENINGS = [60_000, 10_000];

const variants = [...document.querySelectorAll('#variants li')].map((entry) => ({
  id: entry.dataset.item,
  price: entry.dataset.price,
  startAt: Number(entry.dataset.start),
  endAt: Number(entry.dataset.end),
  choice: entry.dataset.choice.split(' '),
}));
const live = new Map();

let chosen;
let room;
let order = null;
let ordering = null;
let reserved = null;
let buying = null;
let label = null;
let state = null;
let heard = null;
let asking;

const facts = () => live.get(chosen.id);
const startAt = () => facts()?.startAt ?? chosen.startAt;
const endAt = () => facts()?.endAt ?? chosen.endAt;

// What the item is doing by now.

function stateNow() {
  const now = clock.now();
  if (now === 0) {
    return 'LOADING';
  }
  if (now >= endAt()) {
    return 'ENDED';
  }
  if (facts()?.state === 'PAUSED') {
    return 'PAUSED';
  }
  return now < startAt() ? 'UPCOMING' : 'OPEN';
}

const stock = () => facts()?.stock;
const hasOrder = () => order !== null && !ENDED.has(order.status);

// What the button says and does.

function plan() {
  const now = clock.now();
  const dull = (text) => ({ text });
  const act = (key, work) => ({ text: t(key), work });
  if (buying !== null) {
    return dull(label ?? t('buy.sending'));
  }
  switch (state) {
    case 'LOADING':
      return dull(t('loading'));
    case 'ENDED':
      return dull(t('buy.ended'));
    case 'PAUSED':
      return dull(t('buy.paused'));
  }
  if (session.user() === null) {
    return act('login.first', session.openLogin);
  }
  const reservation = facts()?.gate?.reservation;
  if (reservation && reserved === false) {
    if (now < Date.parse(reservation.from)) {
      return dull(t('reserve.from', toGo(Date.parse(reservation.from) - now)));
    }
    return now < Date.parse(reservation.until) ? act('reserve.do', reserve) : dull(t('reserve.over'));
  }
  if (state === 'OPEN' && stock() === 0) {
    return dull(t('buy.none'));
  }
  if (facts()?.gate?.waitingRoom) {
    const place = room.place();
    if (place === null) {
      return now < room.opensAt() ? dull(t('room.soon', toGo(room.opensAt() - now))) : act('room.do', join);
    }
    if (place.state === 'WAITING') {
      return dull(t('room.wait'));
    }
  }
  return state === 'OPEN' ? act('buy', press) : dull(t('buy.wait'));
}

function render() {
  const { text, work } = plan();
  show($('act'), !hasOrder());
  put($('act'), text);
  $('act').disabled = work === undefined;
  $('act').onclick = work ?? null;
  show($('order'), order !== null);
  ordering?.render();
  room.render();
  renderCountdown();
  renderStock();
}

function renderCountdown() {
  const now = clock.now();
  const until = reserved === false && Date.parse(facts()?.gate?.reservation?.until);
  if (until && now < until && now >= Date.parse(facts().gate.reservation.from) && state !== 'ENDED') {
    put($('countdown'), t('reserve.until', toGo(until - now)));
    return;
  }
  put(
    $('countdown'),
    state === 'LOADING' ? '' : state === 'UPCOMING' ? t('state.upcoming', toGo(startAt() - now)) : state === 'OPEN' ? t('state.open', toGo(endAt() - now)) : t('state.' + state.toLowerCase()),
  );
}

function stockWords(units) {
  return units === undefined ? '' : units === 0 ? t('stock.none') : t(units <= FEW ? 'stock.few' : 'stock.left', number(units));
}

function renderStock() {
  put($('stock'), heard?.stale || state === 'ENDED' ? '' : stockWords(stock()));
  // Below the button, which stays where it is.
  put($('stale'), heard?.stale ? t('state.stale', time(Date.parse(heard.asOf))) : '');
  for (const option of document.querySelectorAll('.choices input')) {
    const choice = [...chosen.choice];
    choice[Number(option.dataset.axis)] = option.value;
    const other = variants.find((variant) => variant.choice.join() === choice.join());
    const units = other && live.get(other.id)?.stock;
    option.disabled = other === undefined;
    put(option.closest('label').querySelector('small'), stockWords(units));
    option.closest('label').classList.toggle('gone', units === 0);
  }
}

// What passes while one looks on.

function tick() {
  const before = state;
  state = stateNow();
  if (before !== null && before !== state) {
    if (state === 'PAUSED') {
      alarm(t('state.pausedNow'));
    } else if (before === 'PAUSED' && state !== 'ENDED') {
      say(t('state.resumed'));
    } else if (state === 'OPEN' && before === 'UPCOMING') {
      say(t('state.opens'));
      asking?.now();
    } else if (state === 'ENDED') {
      say(t('state.ended'));
    }
  }
  if (state === 'UPCOMING') {
    const left = startAt() - clock.now();
    OPENINGS.forEach((mark, i) => left <= mark && left > mark - 2 * TICK && say(t(i === 0 ? 'state.minute' : 'state.seconds')));
  }
  render();
}

async function look() {
  const answer = await call('GET', 'items/' + variants[0].id + '/live');
  if (!answer.ok) {
    if (heard !== false && answer.status === 0) {
      alarm(t('state.unreachable'));
    }
    heard = false;
    return answer.retryMillis > 0 ? answer.retryMillis : -1;
  }
  if (heard === false) {
    say(t('state.back'));
  }
  heard = answer.body;
  const before = stock();
  for (const item of answer.body.items) {
    live.set(item.itemId, { ...item, startAt: Date.parse(item.startAt), endAt: Date.parse(item.endAt) });
  }
  if (before !== undefined && before !== stock() && !hasOrder() && stateNow() === 'OPEN') {
    if (stock() === 0) {
      say(t('state.noneNow'));
    } else if (before === 0) {
      say(t('state.someNow'));
    }
  }
  if (reserved === null && session.user() !== null && facts()?.gate?.reservation) {
    lookForReservation();
  }
  tick();
  // Long before the start there is little to tell.
  return answer.body.pollAfterMillis * (startAt() - clock.now() > FAR ? 5 : 1);
}

// The way to an order.

async function lookForReservation() {
  const item = chosen;
  const answer = await session.callAs('GET', 'items/' + item.id + '/reservation');
  if (answer.ok && item === chosen) {
    reserved = answer.body.reserved;
    render();
  }
}

async function reserve() {
  const answer = await session.callAs('POST', 'items/' + chosen.id + '/reservation');
  if (answer.ok) {
    reserved = true;
    say(t('reserve.done'));
  } else {
    alarm(refusal(answer));
  }
  render();
}

async function join() {
  $('act').disabled = true;
  await room.join();
}

async function press() {
  if (buying !== null) {
    return;
  }
  const mine = {};
  const item = chosen;
  const user = session.user();
  buying = mine;
  const wanted = () => buying === mine && session.user() === user;
  const result = await buy(item.id, (text) => { label = text; render(); }, wanted);
  if (!wanted()) {
    return;
  }
  buying = null;
  label = null;
  if (result.orderId) {
    follow(result.orderId);
    $('order-title').focus();
  } else if (result.refused) {
    refused(result.refused);
  }
  render();
}

function refused(answer) {
  const { code } = answer;
  alarm(refusal(answer));
  if (code === 'SOLD_OUT' && facts()) {
    facts().stock = 0;
  }
  if (code === 'NOT_ADMITTED') {
    room.join();
  }
  if (code === 'NOT_RESERVED') {
    reserved = false;
  }
  asking?.now();
}

/** Shows an order, and looks what becomes of it. */
function follow(orderId) {
  const item = chosen;
  room.stop();
  session.remember(item.id, 'order');
  ordering?.stop();
  const view = orderView($('order-body'), () => looking.now());
  const show = (fresh) => {
    if (fresh.status !== order?.status) {
      say(statusWords(fresh));
    }
    view.show(fresh);
    order = view.current();
    render();
  };
  let pause = 300;
  order = null;
  show({ orderId, itemId: item.id, status: 'QUEUED' });
  const looking = poll(async () => {
    const answer = await session.callAs('GET', 'orders/' + orderId + '?itemId=' + item.id);
    if (ordering?.orderId !== orderId) {
      return null;
    }
    if (!answer.ok) {
      return answer.code === 'UNAUTHENTICATED' ? null : -1;
    }
    show(answer.body);
    if (ENDED.has(order.status)) {
      session.forgetTry(item.id);
      return null;
    }
    pause = order.status === 'QUEUED' ? Math.min(2 * pause, 4000) : 5000;
    return pause;
  });
  ordering = { orderId, render: view.render, stop: looking.stop };
}

/** Goes on where the user was before a reload, or on another device. */
async function resume() {
  room.stop();
  ordering?.stop();
  closeChallenge();
  [order, ordering, reserved, buying, label] = [null, null, null, null, null];
  tick();
  const item = chosen;
  if (session.user() === null) {
    return;
  }
  const before = session.remembered(item.id);
  const mine = await askUntilKnown('items/' + item.id + '/purchases/mine', () => item === chosen && buying === null);
  if (mine === null) {
    return;
  }
  if (mine.ok) {
    follow(mine.body.orderId);
  } else if (before?.stage === 'press') {
    say(t('buy.resumed'));
    press();
  } else if (before?.stage === 'queue') {
    room.resume();
  } else if (before?.stage === 'order') {
    session.forgetTry(item.id);
  }
  render();
}

async function askUntilKnown(path, isWanted) {
  let tries = 0;
  for (;;) {
    const answer = await session.callAs('GET', path);
    if (!isWanted()) {
      return null;
    }
    if (answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) {
      return answer;
    }
    await new Promise((done) => setTimeout(done, Math.min(8000, 500 * 2 ** tries++)));
  }
}

// Variants.

function choose(variant) {
  chosen = variant;
  room?.stop();
  room = waitingRoom(variant.id, () => { render(); }, follow);
  state = null;
  put($('price'), variant.price);
  for (const option of document.querySelectorAll('.choices input')) {
    option.checked = variant.choice[Number(option.dataset.axis)] === option.value;
  }
  const other = $('other-language');
  other.href = other.getAttribute('href').replace(/\d+\/$/, variant.id + '/');
}

function chooseFrom(event) {
  const choice = [...chosen.choice];
  choice[Number(event.target.dataset.axis)] = event.target.value;
  const next = variants.find((variant) => variant.choice.join() === choice.join());
  if (next) {
    choose(next);
    history.replaceState(null, '', '../' + next.id + '/');
    resume();
  }
}

export function start(words) {
  begin(words);
  session.start();
  const wanted = location.pathname.match(/\/(\d+)\/(?:index\.html)?$/)?.[1];
  choose(variants.find((variant) => variant.id === wanted) ?? variants[0]);
  document.querySelectorAll('.choices input').forEach((option) => option.addEventListener('change', chooseFrom));
  $('room-leave').addEventListener('click', () => room.leave());
  session.onChange(resume);
  clock.start().then(tick);
  asking = poll(look);
  setInterval(tick, TICK);
  resume();
}
