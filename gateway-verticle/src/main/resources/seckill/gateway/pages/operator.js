// Who is at the board, and what operators ask and do.
//
// The token stays in this tab's storage and in request headers. It is another one than the buyer's:
// a page that sells needs no right to pause.

import { $, alarm, has, make, put, refusal, say, settings, show, sure, t } from './core.js';
import { call } from './api.js';

const TOKEN = 'seckill.admin.token';
const SHOWN_RESULTS = 12;
const LONG = 120_000;
const listeners = [];
let token = null;
let afterwards = () => {};

function claims(text) {
  try {
    const part = text.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

function take(text) {
  token = text;
  shown.clear();
  const name = token === null ? '' : (claims(token).sub ?? '?');
  show($('who'), token !== null);
  put($('who-name'), name);
  show($('login'), token === null);
  show($('main'), token !== null);
  listeners.forEach((listener) => listener(token !== null));
}

function keep(text) {
  try {
    if (text === null) {
      sessionStorage.removeItem(TOKEN);
    } else {
      sessionStorage.setItem(TOKEN, text);
    }
  } catch {
    // Then a reload logs out.
  }
}

export const isIn = () => token !== null;

/** Is told whenever somebody logs in or out. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Leaves; what is shown stays in nobody's sight. */
function leave(why) {
  keep(null);
  take(null);
  if (why) {
    alarm(why);
  }
  $('token').focus();
}

/** Asks the admin API; who may not any more is logged out. */
export async function ask(method, path, options = {}) {
  const asked = token;
  const answer = await call(method, path, { ...options, token: asked, part: 'admin/' });
  if (asked !== null && asked === token) {
    if (answer.code === 'UNAUTHENTICATED') {
      leave(t('login.again'));
    } else if (answer.status === 403) {
      leave(t('login.role'));
    }
  }
  return answer;
}

async function enter(text) {
  const answer = await call('GET', 'status', { token: text, part: 'admin/' });
  if (answer.code === 'UNAUTHENTICATED' || answer.status === 403) {
    alarm(t(answer.status === 403 ? 'login.role' : 'login.wrong'));
    return;
  }
  // Without a till, too, the board has something to show.
  keep(text);
  $('token').value = '';
  alarm('');
  take(text);
}

async function enterDev() {
  const body = { userId: 'operator', role: 'admin' };
  const answer = await call('POST', 'dev/login', { body });
  if (answer.ok) {
    await enter(answer.body.token);
  } else {
    alarm(wordsOf(answer, 'login'));
  }
}

/**
 * What came of something, in the operator's language.
 *
 * @param verb what was done, which may say more of a refusal than its kind alone
 */
export function wordsOf(answer, verb) {
  if (answer.ok) {
    return t('result.done');
  }
  const key = ['no.' + verb + '.' + answer.code, 'no.' + answer.code].find(has);
  return key === undefined ? refusal(answer) : t(key);
}

/** The service's own sentence names numbers and fields; it is English on every page. */
function said({ code, body }) {
  return body.detail === undefined || body.detail === t(code + '.detail')
    ? ''
    : make('p', { className: 'small' }, t('result.said') + ' ', make('span', { lang: 'en' }, body.detail));
}

function report(what, verb, answer) {
  show($('results-none'), false);
  const at = new Date().toLocaleTimeString();
  const words = what + ': ' + wordsOf(answer, verb);
  const line = make('li', {}, make('strong', { className: answer.ok ? 'good' : 'bad' }, words), ' ' + at);
  line.append(answer.ok ? make('pre', {}, JSON.stringify(answer.body)) : said(answer));
  line.dataset.ok = answer.ok;
  $('results').prepend(line);
  while ($('results').children.length > SHOWN_RESULTS) {
    $('results').lastElementChild.remove();
  }
  (answer.ok ? say : alarm)(words);
}

const shown = new Map();

/** Whether a list is another than when it was last drawn; nobody's button moves for nothing. */
export function isNew(name, value) {
  const text = JSON.stringify(value);
  const fresh = shown.get(name) !== text;
  shown.set(name, text);
  return fresh;
}

/** The item that a field names; undefined if it names none. */
export function itemIn(field) {
  const text = $(field).value.trim();
  return /^[1-9][0-9]{0,17}$/.test(text) ? text : undefined;
}

/** The query for what concerns the item in a field, or all. */
export const ofItem = (field) => (itemIn(field) === undefined ? '' : '&itemId=' + itemIn(field));

/** A button that does something. */
export function button(label, className, action) {
  const element = make('button', { type: 'button', className }, label);
  element.addEventListener('click', action);
  return element;
}

// Names of requests that nobody has answered for certain, by what they are.
const unanswered = new Map();

/** Gives a request its name: the former one if the same was sent before and got no answer. */
function named(path, body) {
  const same = path + JSON.stringify(body);
  if (!unanswered.has(same)) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    unanswered.set(same, 'board-' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return { same, body: { requestId: unanswered.get(same), ...body } };
}

/**
 * Does something: asks whether it is meant, does it, and shows what came of it.
 *
 * @param what its name
 * @param verb what words for its refusals are named after
 * @param question what will happen; null if nothing has to be asked
 * @param once whether trying it again after a lost answer must not do it twice
 * @param long whether it may take minutes
 */
export async function act({ what, verb, question, method = 'POST', path, body, once = false, long = false }) {
  if (question !== null && !(await sure(question))) {
    return null;
  }
  const request = once ? named(path, body) : { body };
  const answer = await ask(method, path, { body: request.body, ...(long ? { patience: LONG } : {}) });
  if (answer.status !== 0 && answer.status !== 503) {
    unanswered.delete(request.same);
  }
  report(what, verb, answer);
  afterwards();
  return answer;
}

/** What is to be looked at again after something was done. */
export function afterEach(look) {
  afterwards = look;
}

export function start() {
  $('token-form').addEventListener('submit', (event) => {
    event.preventDefault();
    enter($('token').value.trim());
  });
  show($('dev'), settings.dev === 'true');
  $('dev-login').addEventListener('click', enterDev);
  $('logout').addEventListener('click', () => leave(''));
  let kept = null;
  try {
    kept = sessionStorage.getItem(TOKEN);
  } catch {
    // Then everybody has to log in anew.
  }
  take(kept);
}
