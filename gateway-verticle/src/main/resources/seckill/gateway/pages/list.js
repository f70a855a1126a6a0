// All items: what opens when.

import { begin, put, t, toGo } from './core.js';
import * as clock from './clock.js';
import * as session from './session.js';

function tick() {
  const now = clock.now();
  if (now === 0) {
    return;
  }
  for (const card of document.querySelectorAll('#items li')) {
    const start = Number(card.dataset.start);
    const end = Number(card.dataset.end);
    const text = now < start ? t('state.upcoming', toGo(start - now)) : now < end ? t('state.open', toGo(end - now)) : t('state.ended');
    put(card.querySelector('.when'), text);
  }
}

export function start(words) {
  begin(words);
  session.start();
  clock.start().then(tick);
  setInterval(tick, 500);
}
