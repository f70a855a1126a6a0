// What every page leans on: words, the parts of the page, and how numbers and times look.

const page = document.documentElement;
let words = {};

export const lang = page.lang;
export const settings = page.dataset;
export const root = new URL(settings.root, location.href);

/** Begins a page: its words, its times, and the choice of a language, which is kept. */
export function begin(these) {
  words = these;
  localTimes();
  const other = $('other-language');
  other.addEventListener('click', () => {
    document.cookie = 'seckill-language=' + other.lang + '; path=/; max-age=31536000; samesite=lax';
  });
}

/** The words under a key, with {0}, {1} filled in. */
export function t(key, ...values) {
  return (words[key] ?? key).replace(/\{(\d)\}/g, (all, index) => values[index] ?? '');
}

/** Whether there are words for something. */
export const has = (key) => words[key] !== undefined;

/** What a refusal means, in words; who is shut out hears why from the shop itself. */
export function refusal({ code, body }) {
  if (code === 'FORBIDDEN' && body?.detail) {
    return body.detail;
  }
  return words[code + '.detail'] ?? words['error.' + code] ?? words['INTERNAL.detail'];
}

export const $ = (id) => document.getElementById(id);

export function show(part, visible) {
  if (part.hidden === visible) {
    part.hidden = !visible;
  }
}

export function put(part, text) {
  if (part.textContent !== text) {
    part.textContent = text;
  }
}

/** An element with a text, or with parts. */
export function make(tag, attributes, ...parts) {
  const element = document.createElement(tag);
  Object.assign(element, attributes);
  element.append(...parts);
  return element;
}

const SAID_FOR = 10_000;
let silence = null;

/** Tells something that is new; a screen reader reads it when there is a pause. */
export function say(text) {
  put($('say'), text);
  put($('alarm'), '');
  clearTimeout(silence);
  silence = setTimeout(() => put($('say'), ''), SAID_FOR);
}

/** Tells something that went wrong; a screen reader reads it at once. */
export function alarm(text) {
  put($('alarm'), text);
  put($('say'), '');
}

const prices = new Intl.NumberFormat(lang, { style: 'currency', currency: settings.currency });
const times = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat(lang);

export const money = (cents) => prices.format(cents / 100);
export const time = (millis) => times.format(millis);
export const number = (value) => numbers.format(value);

/** A time to go as 1:02:03, with days before if there are any. */
export function toGo(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const days = Math.floor(seconds / 86400);
  const two = (value) => String(value).padStart(2, '0');
  const hours = Math.floor((seconds % 86400) / 3600);
  const rest = two(Math.floor((seconds % 3600) / 60)) + ':' + two(seconds % 60);
  const clock = hours > 0 || days > 0 ? two(hours) + ':' + rest : rest;
  return days > 0 ? t('days', days, clock) : clock;
}

/** A rough time to go: 40 s, 3 min. */
export function about(seconds) {
  return seconds < 100 ? t('unit.s', seconds) : t('unit.m', Math.round(seconds / 60));
}

export const wait = (millis) => new Promise((done) => setTimeout(done, millis));

/** A time up to a fifth longer or shorter, so that pages do not ask all at once. */
export const jitter = (millis) => millis * (0.8 + 0.4 * Math.random());

/** Asks whether something is really meant. */
export function sure(question) {
  const dialog = $('sure');
  put($('sure-text'), question);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true });
  });
}

// Times were written in the zone of the shop; here they are told in the reader's own.
function localTimes() {
  for (const element of document.querySelectorAll('time[data-at]')) {
    put(element, time(Number(element.dataset.at)));
  }
}
