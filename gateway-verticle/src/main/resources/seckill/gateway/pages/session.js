// Who is logged in, and what this browser remembers of their purchases.
//
// The token stays in the storage of this browser and in request headers; it never stands in an
// address. A site with a login of its own leaves it under 'seckill.token'.

import { $, alarm, put, say, settings, show, t } from './core.js';
import { call } from './api.js';

const TOKEN = 'seckill.token';
const listeners = [];
let current = null;

function read(storage) {
  try {
    return storage().getItem(TOKEN);
  } catch {
    return null;
  }
}

function claims(token) {
  try {
    const part = token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

function take(token) {
  const user = token ? claims(token).sub : undefined;
  current = user === undefined ? null : { token, user };
  show($('who'), current !== null);
  put($('who-name'), current === null ? '' : t('hello', current.user));
}

const found = () => read(() => sessionStorage) ?? read(() => localStorage);

export const user = () => current?.user ?? null;

/** Sends a request as the user who is logged in; who is not any more is logged out. */
export async function callAs(method, path, options = {}) {
  const asked = current;
  const answer = await call(method, path, { ...options, token: asked?.token });
  if (answer.code === 'UNAUTHENTICATED' && asked !== null && asked === current) {
    forget();
    alarm(t('login.again'));
    openLogin();
  }
  return answer;
}

export function onChange(listener) {
  listeners.push(listener);
}

const changed = () => listeners.forEach((listener) => listener());

function forget() {
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      storage().removeItem(TOKEN);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
  take(null);
  changed();
}

/** Leads to the login: the one for trying things out, or the site's own. */
export function openLogin() {
  if (settings.dev === 'true') {
    show($('login'), true);
    $('login-user').focus();
    $('login').scrollIntoView({ block: 'nearest' });
  } else if (settings.login) {
    location.assign(settings.login + '?return=' + encodeURIComponent(location.pathname));
  } else {
    alarm(t('login.where'));
  }
}

async function logIn(event) {
  event.preventDefault();
  const answer = await call('POST', 'dev/login', { body: { userId: $('login-user').value.trim() } });
  if (!answer.ok) {
    alarm(answer.body.detail ?? t('error.NETWORK'));
    return;
  }
  try {
    sessionStorage.setItem(TOKEN, answer.body.token);
  } catch {
    // Then a reload logs out.
  }
  take(answer.body.token);
  show($('login'), false);
  say(t('hello', current.user));
  changed();
}

export function start() {
  take(found());
  $('login-form').addEventListener('submit', logIn);
  $('logout').addEventListener('click', () => {
    forget();
    say(t('goodbye'));
  });
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN) {
      take(found());
      changed();
    }
  });
}

// What is under way, by user and item, so that a reload or another tab goes on with the same key.

const place = (item) => 'seckill.try.' + current.user + '.' + item;
const memory = new Map();

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is remembered of a purchase: {key, stage}. */
export function remembered(item) {
  try {
    return JSON.parse(localStorage.getItem(place(item)) ?? 'null');
  } catch {
    return memory.get(place(item)) ?? null;
  }
}

/** Remembers how far a purchase is; its idempotency key is made once. */
export function remember(item, stage) {
  const entry = { key: remembered(item)?.key ?? newKey(), stage };
  memory.set(place(item), entry);
  try {
    localStorage.setItem(place(item), JSON.stringify(entry));
  } catch {
    // Then it holds until the page is left.
  }
  return entry;
}

export function forgetTry(item) {
  memory.delete(place(item));
  try {
    localStorage.removeItem(place(item));
  } catch {
    // Nothing was kept.
  }
}
