// A challenge that has to be solved before a purchase.

import { $, alarm, make, put, refusal, show, t, wait } from './core.js';
import { callAs } from './session.js';
import { now } from './clock.js';

/** Refusals after which the challenge shown is worth nothing, and another one is needed. */
const VOID = new Set(['CHALLENGE_WRONG', 'CHALLENGE_USED_UP', 'CHALLENGE_EXPIRED']);

/** Refusals after which no challenge helps. */
const OVER = new Set(['UNAUTHENTICATED', 'ENDED', 'FORBIDDEN', 'NOT_FOUND']);

let ended = null;

// Told where the challenge is, since the place for all other messages may be out of sight.
const tell = (text) => put($('challenge-told'), text);

/** Gives up a challenge that is being shown. */
export function closeChallenge() {
  ended?.(null);
}

function ask(itemId) {
  return callAs('GET', 'items/' + itemId + '/challenge');
}

function display(challenge) {
  const quiz = challenge.kind === 'QUIZ';
  put($('challenge-question'), quiz ? challenge.question : t('challenge.picture'));
  show($('challenge-picture'), !quiz);
  if (!quiz) {
    $('challenge-picture').src = challenge.image;
  }
  const choices = challenge.choices ?? [];
  $('challenge-choices').replaceChildren(
    ...choices.map((choice) => make('label', {}, make('input', { type: 'radio', name: 'choice', value: choice, required: true }), ' ' + choice)),
  );
  const free = choices.length === 0;
  show($('challenge-label'), free);
  show($('challenge-answer'), free);
  $('challenge-answer').value = '';
  show($('challenge'), true);
  (free ? $('challenge-answer') : $('challenge-choices').querySelector('input')).focus();
  $('challenge').scrollIntoView({ block: 'nearest' });
}

function answerOf() {
  const chosen = $('challenge-choices').querySelector('input:checked');
  return chosen ? chosen.value : $('challenge-answer').value.trim();
}

/** Shows challenges until one is solved; resolves with the pass, or with null if given up. */
export function solve(itemId) {
  closeChallenge();
  return new Promise((done) => {
    let challenge = null;
    let busy = false;
    // What came of the answer before, to be told along with whatever happens to the next challenge.
    let judged = '';
    tell('');

    const finish = (pass) => {
      $('challenge-form').removeEventListener('submit', send);
      $('challenge-other').removeEventListener('click', another);
      show($('challenge'), false);
      ended = null;
      done(pass);
    };

    async function next() {
      const answer = await ask(itemId);
      if (ended !== finish) {
        return;
      }
      if (answer.ok) {
        challenge = answer.body;
        display(challenge);
        return;
      }
      if (answer.code === 'RATE_LIMITED' || answer.status === 0 || answer.status >= 500) {
        const pause = Math.max(1000, answer.retryMillis);
        const why = answer.code === 'RATE_LIMITED' ? t('challenge.wait', Math.ceil(pause / 1000)) : refusal(answer);
        tell((judged + ' ' + why).trim());
        await wait(pause);
        if (ended === finish) {
          tell(judged);
          await next();
        }
        return;
      }
      alarm(refusal(answer));
      finish(null);
    }

    async function another() {
      if (!busy) {
        busy = true;
        judged = '';
        await next();
        busy = false;
      }
    }

    async function send(event) {
      event.preventDefault();
      const text = answerOf();
      if (busy || challenge === null || text === '') {
        return;
      }
      busy = true;
      // A quicker answer would be taken for a robot's.
      await wait(Math.max(0, Date.parse(challenge.notBefore) - now() + 50));
      const answer = await callAs('POST', 'items/' + itemId + '/challenge', {
        body: { challengeId: challenge.challengeId, answer: text },
      });
      if (ended === finish) {
        await judge(answer);
      }
      busy = false;
    }

    async function judge(answer) {
      if (answer.ok) {
        finish(answer.body.pass);
      } else if (OVER.has(answer.code)) {
        alarm(refusal(answer));
        finish(null);
      } else {
        judged = refusal(answer);
        tell(judged);
        if (VOID.has(answer.code)) {
          await next();
        }
      }
    }

    ended = finish;
    $('challenge-form').addEventListener('submit', send);
    $('challenge-other').addEventListener('click', another);
    next();
  });
}
