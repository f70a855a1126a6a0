// The server's time, whatever the clock of this machine says.
//
// Each sample asks for the time and measures how long the answer took. Half of that is how wrong it
// can be, so the sample with the quickest answer counts. What runs between samples is the page's own
// count of milliseconds, which no change of the machine's clock moves; since that count may drift, or
// stand still while the machine sleeps, old samples lose against new ones.

import { call } from './api.js';
import { jitter, wait } from './core.js';

const FIRST_SAMPLES = 5;
const SAMPLE_PAUSE = 300;
const AGAIN_AFTER = 60_000;
const DRIFT = 0.0005;

let best = null;
let sampling = null;

const uncertainty = (sample, at) => sample.took / 2 + (at - sample.at) * DRIFT;

/** Milliseconds since 1970 by the server; 0 if it was never heard. */
export function now() {
  return best === null ? 0 : best.server + (performance.now() - best.at);
}

export const known = () => best !== null;

async function sample() {
  const from = performance.now();
  const answer = await call('GET', 'time');
  const at = performance.now();
  if (!answer.ok) {
    return false;
  }
  const fresh = { at, took: at - from, server: answer.body.epochMillis + (at - from) / 2 };
  const jumped = best !== null && Math.abs(fresh.server - now()) > uncertainty(best, at) + fresh.took;
  if (best === null || jumped || uncertainty(fresh, at) < uncertainty(best, at)) {
    best = fresh;
  }
  return true;
}

async function samples() {
  let good = 0;
  for (let tries = 0; good < FIRST_SAMPLES && tries < 2 * FIRST_SAMPLES; tries++) {
    good += (await sample()) ? 1 : 0;
    await wait(jitter(SAMPLE_PAUSE));
  }
  sampling = null;
}

/** Takes several samples, unless that is under way. */
export function synchronise() {
  sampling ??= samples();
}

/** Keeps the time right; succeeds with the first sample. */
export async function start() {
  while (!(await sample())) {
    await wait(jitter(1000));
  }
  synchronise();
  setInterval(synchronise, AGAIN_AFTER);
  document.addEventListener('visibilitychange', () => document.hidden || synchronise());
  window.addEventListener('online', synchronise);
}
