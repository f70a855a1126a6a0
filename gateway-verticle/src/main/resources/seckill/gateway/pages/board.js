// The operators' board. What goes on is asked for every second, what was done every few seconds, and
// nothing while nobody looks.

import { $, begin, show } from './core.js';
import * as books from './books.js';
import * as goods from './goods.js';
import * as live from './live.js';
import * as mail from './mail.js';
import * as operator from './operator.js';
import * as rules from './rules.js';
import * as trend from './trend.js';

const EVERY = 1000;
const LISTS_EVERY = 5;

let asking = false;
let turns = 0;
let heardAt = 0;
let why = '';

async function overview() {
  const answer = await operator.ask('GET', 'overview?after=' + trend.lastAt(), { patience: 3 * EVERY });
  if (!answer.ok) {
    why = operator.wordsOf(answer);
    return;
  }
  heardAt = performance.now();
  why = '';
  trend.add(answer.body.points);
  goods.left(answer.body.stock);
  live.render(answer.body);
}

const lists = () => Promise.all([goods.look(), books.look(), mail.look(), rules.look()]);

async function turn() {
  if (!operator.isIn()) {
    return;
  }
  live.age(performance.now() - heardAt, why);
  if (asking || document.hidden) {
    return;
  }
  asking = true;
  // Lists only where the gateway answers: a page that waits for it need not knock ten times.
  await overview();
  if (operator.isIn() && why === '' && turns++ % LISTS_EVERY === 0) {
    await lists();
  }
  asking = false;
}

function changed(isIn) {
  trend.clear();
  goods.forget();
  books.forget();
  mail.forget();
  turns = 0;
  heardAt = performance.now();
  show($('age'), isIn);
  turn();
}

export function start(words) {
  begin(words);
  goods.start();
  books.start();
  mail.start();
  rules.start();
  operator.afterEach(() => {
    // What was asked for may take a moment to be seen everywhere.
    turns = 0;
    return lists();
  });
  operator.onChange(changed);
  operator.start();
  setInterval(turn, EVERY);
  document.addEventListener('visibilitychange', turn);
}
