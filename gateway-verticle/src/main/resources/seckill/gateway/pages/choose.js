// Which language: the one chosen last, or else the first that the reader asks for.

import { $, begin } from './core.js';

export function start(words) {
  begin(words);
  const kept = document.cookie.match(/(?:^|; )seckill-language=(zh|en)/)?.[1];
  const asked = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'zh' || tag === 'en');
  location.replace($('choose-' + (kept ?? asked ?? 'en')).href);
}
