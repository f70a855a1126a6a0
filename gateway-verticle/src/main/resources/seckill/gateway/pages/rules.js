// What holds for all items: the switch, which Redis sells, limits of the gate, and who is blocked.

import { $, alarm, has, make, number, put, show, t } from './core.js';
import { act, ask, button, isNew } from './operator.js';
import { openItems } from './goods.js';
import * as trend from './trend.js';

const STEP = 100;
const MOST = 1000;
let layers = [];
let blockedLimit = STEP;
let otherStore = null;

const buyers = () => number(Math.round(trend.rate((name) => name.startsWith('answered/'))));

async function status() {
  const answer = await ask('GET', 'status');
  const paused = answer.ok && answer.body.status === 'PAUSED';
  put($('sale-status'), answer.ok ? t('sale.' + answer.body.status) : '');
  $('sale-status').className = paused ? 'bad' : 'good';
  show($('resume-all'), paused);
  show($('pause-all'), !paused);
}

async function store() {
  const answer = await ask('GET', 'store');
  if (answer.ok) {
    const { active, sells, why, stores } = answer.body;
    otherStore = active === 'MAIN' ? 'BACKUP' : 'MAIN';
    const state = stores[otherStore];
    const isThere = state !== 'NONE';
    const name = t('storename.' + active);
    put($('store-status'), sells ? t('store.sells', name) : t('store.waits', name, why ?? ''));
    $('store-status').className = sells ? 'good' : 'bad';
    put($('store-other'), isThere ? t(state === 'UP' ? 'store.ready' : 'store.away', t('storename.' + otherStore), state) : '');
    show($('store-open'), !sells);
    show($('store-switch'), isThere);
  }
}

const switchStore = () => act({
  what: t('store.switch'),
  verb: 'switch',
  question: t('store.switch.sure', t('storename.' + otherStore)),
  path: 'store/switch',
  body: { store: otherStore },
  once: true,
});

const wordOf = (layer) => (has('layer.' + layer) ? t('layer.' + layer) : layer);
const layerChosen = () => layers.find((layer) => layer.layer === $('layer-name').value);

function showLayer() {
  const layer = layerChosen();
  if (layer !== undefined) {
    $('layer-settings').value = JSON.stringify(layer.settings, null, 2);
    put($('layer-changed'), layer.changed ? t('limits.changed', layer.changed.by, new Date(layer.changed.at).toLocaleString()) : t('limits.file'));
  }
}

async function gate() {
  const answer = await ask('GET', 'gate');
  if (!answer.ok) {
    return;
  }
  const fresh = answer.body.layers.filter((layer) => layer.changeable && layer.settings !== undefined);
  const former = $('layer-name').value;
  const wasEdited = document.activeElement === $('layer-settings');
  layers = fresh;
  if ($('layer-name').children.length !== fresh.length) {
    $('layer-name').replaceChildren(...fresh.map((layer) => make('option', { value: layer.layer }, wordOf(layer.layer))));
    if (fresh.some((layer) => layer.layer === former)) {
      $('layer-name').value = former;
    }
    showLayer();
  } else if (!wasEdited) {
    put($('layer-changed'), layerChosen()?.changed ? t('limits.changed', layerChosen().changed.by, new Date(layerChosen().changed.at).toLocaleString()) : t('limits.file'));
  }
}

/** Only what is another than before, so that what others changed meanwhile stays. */
function changes(layer, text) {
  const wanted = JSON.parse(text);
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(layer.settings[key])));
}

async function changeLayer(event) {
  event.preventDefault();
  const layer = layerChosen();
  let body;
  try {
    body = changes(layer, $('layer-settings').value);
  } catch {
    alarm(t('limits.json'));
    return;
  }
  if (Object.keys(body).length === 0) {
    alarm(t('limits.same'));
    return;
  }
  const answer = await act({
    what: t('limits.do') + ' ' + wordOf(layer.layer),
    verb: 'limits',
    question: t('limits.sure', wordOf(layer.layer), JSON.stringify(body)),
    method: 'PUT',
    path: 'gate/' + layer.layer,
    body,
  });
  if (answer?.ok) {
    await gate();
    showLayer();
  }
}

async function resetLayer() {
  const name = $('layer-name').value;
  const answer = await act({
    what: t('limits.reset') + ' ' + wordOf(name),
    verb: 'limits',
    question: t('limits.sure.reset', wordOf(name)),
    method: 'DELETE',
    path: 'gate/' + name,
  });
  if (answer?.ok) {
    await gate();
    showLayer();
  }
}

/** What the rules about risk pointed at lately, while somebody looks. */
async function risk() {
  if (!$('risk').open) {
    return;
  }
  const answer = await ask('GET', 'risk');
  if (!answer.ok || !isNew('risk', answer.body)) {
    return;
  }
  const { recent } = answer.body;
  put($('risk-none'), recent.length === 0 ? t('risk.none') : t('risk.delayed', number(answer.body.delayed)));
  $('risk-rows').replaceChildren(...recent.map(({ at, rule, verdict, userId, itemId, address, reason }) => make(
    'li', {},
    make('strong', {}, t('found.' + verdict)), ' ' + new Date(at).toLocaleString() + ' · ' + userId + ' · ' + address + ' · ' + itemId + ' · ',
    make('span', { lang: 'en' }, rule + ': ' + reason),
  )));
}

const kindOf = (kind) => t('kind.' + kind);

function blockedRow({ kind, value, reason, by, until }) {
  const release = button(t('blocked.release'), 'plain', () => act({
    what: t('blocked.release') + ' ' + value,
    verb: 'release',
    question: t('blocked.sure.release', kindOf(kind), value),
    method: 'DELETE',
    path: 'blacklist?kind=' + encodeURIComponent(kind) + '&value=' + encodeURIComponent(value),
  }));
  const ends = until === undefined ? '' : t('blocked.ends', new Date(until).toLocaleString()) + ' ';
  return make('li', {}, make('strong', {}, kindOf(kind) + ' ' + value), ' ' + (reason ?? '') + ' (' + (by ?? '') + ') ' + ends, release);
}

async function blocked() {
  const answer = await ask('GET', 'blacklist?limit=' + blockedLimit);
  if (answer.ok && isNew('blocked', answer.body)) {
    show($('blocked-none'), answer.body.entries.length === 0);
    show($('blocked-more'), answer.body.cursor !== undefined && blockedLimit < MOST);
    $('blocked-rows').replaceChildren(...answer.body.entries.map(blockedRow));
  }
}

async function block(event) {
  event.preventDefault();
  const form = $('block');
  const body = { kind: form.kind.value, value: form.value.value.trim() };
  if (form.reason.value.trim() !== '') {
    body.reason = form.reason.value.trim();
  }
  if (form.until.value !== '') {
    body.until = new Date(form.until.value).toISOString();
  }
  const answer = await act({
    what: t('blocked.do') + ' ' + body.value,
    verb: 'block',
    question: t('blocked.sure', kindOf(body.kind), body.value),
    method: 'PUT',
    path: 'blacklist',
    body,
  });
  if (answer?.ok) {
    form.reset();
  }
}

export async function look() {
  await Promise.all([status(), store(), gate(), risk(), blocked()]);
}

export function start() {
  $('pause-all').addEventListener('click', () => act({ what: t('pause.all'), verb: 'pause', question: t('pauseall.sure', number(openItems()), buyers()), path: 'pause' }));
  $('resume-all').addEventListener('click', () => act({ what: t('resume.all'), verb: 'resume', question: t('resumeall.sure'), path: 'resume' }));
  $('store-open').addEventListener('click', () => act({ what: t('store.open'), verb: 'open', question: t('store.sure'), path: 'store/open' }));
  $('store-switch').addEventListener('click', switchStore);
  $('risk').addEventListener('toggle', risk);
  $('blocked-more').addEventListener('click', () => {
    blockedLimit = Math.min(MOST, blockedLimit + STEP);
    blocked();
  });
  $('layer-name').addEventListener('change', showLayer);
  $('layer').addEventListener('submit', changeLayer);
  $('layer-reset').addEventListener('click', resetLayer);
  $('block').addEventListener('submit', block);
}
