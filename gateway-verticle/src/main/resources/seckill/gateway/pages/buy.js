// One wish to buy, from the press to a yes or a no.
//
// It has one idempotency key, which is kept before anything is sent. Whatever gets lost on the way,
// the same key is sent again, so that one wish never buys twice.

import { alarm, jitter, refusal, say, t, wait } from './core.js';
import { callAs, forgetTry, remember } from './session.js';
import { solve } from './challenge.js';
import { synchronise } from './clock.js';

/** Answers that pass by themselves. */
const PASSING = new Set(['BUSY', 'DEGRADED', 'RATE_LIMITED', 'INTERNAL', 'NETWORK', 'TIMEOUT']);
const LONGEST = 8000;

/** How long a pause may last that a wish outlives: an item that is being recovered, say. */
const BRIEF = 30_000;

/**
 * Sends purchases of an item until there is an answer that stays.
 *
 * @param label told what to write on the button, or null for what stands there usually
 * @param isWanted whether anybody still waits for it
 * @returns {orderId} of the order that the user holds by now, {refused} with the answer that refuses, or {} if nobody
 *     wants it any more
 */
export async function buy(itemId, label, isWanted) {
  let pass = null;
  let tries = 0;
  // Whether a try was sent whose outcome is not known; another answer does not tell it.
  let open = false;
  let pausedSince = null;
  let { key } = remember(itemId, 'press');

  async function pause(answer, words) {
    tries++;
    const millis = jitter(Math.min(LONGEST, Math.max(answer.retryMillis, 500 * 2 ** Math.min(tries, 5))));
    label(words ?? t('buy.again', Math.ceil(millis / 1000)));
    await wait(millis);
    label(t('buy.sending'));
  }

  /** The order that the user holds; null if there is none, undefined if that cannot be told. */
  async function heldOrder() {
    const mine = await callAs('GET', 'items/' + itemId + '/purchases/mine');
    return mine.ok ? mine.body.orderId : mine.status === 404 ? null : undefined;
  }

  label(t('buy.sending'));
  while (isWanted()) {
    const headers = { 'Idempotency-Key': key };
    if (pass !== null) {
      headers['Challenge-Pass'] = pass;
    }
    const answer = await callAs('POST', 'items/' + itemId + '/purchases', { headers });
    const orderId = answer.body.orderId;
    if (answer.code === 'ACCEPTED' || answer.code === 'DUPLICATE' || (answer.code === 'CHALLENGE_INVALID' && orderId)) {
      if (answer.code !== 'ACCEPTED') {
        say(refusal({ code: 'DUPLICATE' }));
      }
      return { orderId };
    }
    if (answer.code === 'PENDING') {
      say(refusal(answer));
      await pause(answer, t('buy.asking'));
      open = true;
      // Either it went through, or the same key tries again.
      const held = await heldOrder();
      if (held) {
        return { orderId: held };
      }
      continue;
    }
    if (answer.code === 'CHALLENGE_REQUIRED' || answer.code === 'CHALLENGE_INVALID') {
      if (answer.code === 'CHALLENGE_INVALID') {
        alarm(refusal(answer));
      }
      label(t('challenge.title'));
      pass = await solve(itemId);
      if (pass === null) {
        break;
      }
      label(t('buy.sending'));
      continue;
    }
    if (answer.code === 'KEY_REUSED') {
      forgetTry(itemId);
      key = remember(itemId, 'press').key;
      await pause(answer);
      continue;
    }
    pausedSince = answer.code === 'PAUSED' ? (pausedSince ?? performance.now()) : null;
    if (PASSING.has(answer.code) || (pausedSince !== null && performance.now() - pausedSince < BRIEF)) {
      open ||= answer.status === 0;
      alarm(answer.status === 0 ? t('buy.lost') : refusal(answer));
      await pause(answer);
      continue;
    }
    if (answer.code === 'NOT_STARTED') {
      synchronise();
    }
    const held = open ? await heldOrder() : null;
    if (held) {
      return { orderId: held };
    }
    if (answer.code !== 'UNAUTHENTICATED' && held === null) {
      forgetTry(itemId);
    }
    return { refused: answer };
  }
  return {};
}
