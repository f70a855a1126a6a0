// The waiting room of one item: a place that is kept by asking for it.

import { $, about, alarm, number, put, refusal, say, show, sure, t, toGo } from './core.js';
import { callAs, forgetTry, remember } from './session.js';
import { now } from './clock.js';
import { poll } from './poller.js';

/** Refusals after which there is no place any more, and no point in asking. */
const OVER = new Set(['SOLD_OUT', 'ENDED', 'NOT_RESERVED', 'LAPSE_LIMIT', 'CONFLICT', 'FORBIDDEN', 'UNAUTHENTICATED']);

/**
 * Creates the room.
 *
 * @param itemId the item
 * @param changed called when the place changed
 * @param holds called with the id of an order that the user holds
 */
export function waitingRoom(itemId, changed, holds) {
  const path = 'items/' + itemId + '/queue';
  let place = null;
  let opensAt = 0;
  let asking = null;

  function take(answer) {
    const before = place?.state;
    if (answer.ok) {
      place = answer.body;
      remember(itemId, 'queue');
      if (place.state === 'ADMITTED' && before !== 'ADMITTED') {
        say(t('room.turn'));
      } else if (before === undefined) {
        say(t('room.place', number(place.position)));
      }
      changed();
      return Math.max(100, place.pollAfterMillis);
    }
    if (answer.code === 'DUPLICATE') {
      gone();
      holds(answer.body.orderId);
      return null;
    }
    if (answer.code === 'NOT_STARTED') {
      opensAt = Date.parse(answer.body.startAt);
      gone();
      return null;
    }
    if (answer.code === 'PLACE_EXPIRED' || answer.code === 'NOT_FOUND' || OVER.has(answer.code)) {
      gone();
      alarm(refusal(answer));
      return null;
    }
    // The place is kept; whatever it is, it passes.
    alarm(refusal(answer));
    return answer.retryMillis > 0 ? answer.retryMillis : -1;
  }

  function gone() {
    place = null;
    asking?.stop();
    asking = null;
    forgetTry(itemId);
    changed();
  }

  async function look() {
    const answer = await callAs('GET', path);
    return asking === null ? null : take(answer);
  }

  function keepAsking() {
    // Also while the page is hidden: who is not heard from loses the place.
    asking ??= poll(look, { hiddenToo: true });
  }

  return {
    place: () => place,
    opensAt: () => opensAt,
    /** Takes a place, or finds the one that the user has. */
    async join() {
      remember(itemId, 'queue');
      const answer = await callAs('POST', path);
      const next = take(answer);
      if (next !== null) {
        keepAsking();
      }
    },
    /** Goes on waiting after a reload. */
    resume: keepAsking,
    async leave() {
      if (!(await sure(t('room.sure')))) {
        return;
      }
      const answer = await callAs('DELETE', path);
      if (answer.ok) {
        gone();
        say(t('room.left'));
      } else {
        alarm(refusal(answer));
      }
    },
    stop() {
      asking?.stop();
      asking = null;
      place = null;
    },
    render() {
      show($('room'), place !== null);
      if (place === null) {
        return;
      }
      if (place.state === 'ADMITTED') {
        put($('room-place'), t('room.turn'));
        put($('room-more'), t('room.until', toGo(Date.parse(place.admittedUntil) - now())));
      } else {
        const estimate = place.estimateSeconds;
        put($('room-place'), t('room.place', number(place.position)) + (estimate === undefined ? '' : ', ' + t('room.estimate', about(estimate))));
        put($('room-more'), t('room.chance.' + place.chance));
      }
    },
  };
}
