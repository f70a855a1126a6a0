// Calls of the shop's API: always an answer, never an exception.

import { lang, root } from './core.js';

const PATIENCE = 12_000;

/**
 * Sends a request.
 *
 * @param part of the API, with a slash behind
 * @param patience milliseconds until nobody waits any longer
 * @returns {ok, status, code, body, retryMillis}; without an answer the code is NETWORK or TIMEOUT,
 *     and what was asked for may have been done
 */
export async function call(
  method,
  path,
  { token, headers = {}, body, part = 'api/', patience = PATIENCE } = {},
) {
  const given = { Accept: 'application/json', 'Accept-Language': lang, ...headers };
  if (token) {
    given.Authorization = 'Bearer ' + token;
  }
  if (body !== undefined) {
    given['Content-Type'] = 'application/json';
  }
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), patience);
  try {
    const answer = await fetch(new URL(part + path, root), {
      method,
      headers: given,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      signal: ended.signal,
    });
    const text = await answer.text();
    const json = text === '' ? {} : JSON.parse(text);
    return {
      ok: answer.ok,
      status: answer.status,
      code: json.code ?? (answer.ok ? 'OK' : 'INTERNAL'),
      body: json,
      retryMillis: 1000 * Number(answer.headers.get('Retry-After') ?? 0),
    };
  } catch {
    const code = ended.signal.aborted ? 'TIMEOUT' : 'NETWORK';
    return { ok: false, status: 0, code, body: {}, retryMillis: 0 };
  } finally {
    clearTimeout(timer);
  }
}
