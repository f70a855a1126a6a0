// What holds for all items: the switch, which Redis sells, limits of the gate, and who is blocked.

import { $, alarm, make, number, put, show, t } from './core.js';
import { act, ask } from './operator.js';
import { openItems } from './goods.js';
import * as trend from './trend.js';

let layers = [];

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
    const { active, sells, why } = answer.body;
    put($('store-status'), sells ? t('store.sells', active) : t('store.waits', active, why ?? ''));
    $('store-status').className = sells ? 'good' : 'bad';
    show($('store-open'), !sells);
  }
}

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
    $('layer-name').replaceChildren(...fresh.map((layer) => make('option', { value: layer.layer }, layer.layer)));
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
    what: t('limits.do') + ' ' + layer.layer,
    question: t('limits.sure', layer.layer, JSON.stringify(body)),
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
  const answer = await act({ what: t('limits.reset') + ' ' + name, question: t('limits.sure.reset', name), method: 'DELETE', path: 'gate/' + name });
  if (answer?.ok) {
    await gate();
    showLayer();
  }
}

function blockedRow({ kind, value, reason, by }) {
  const release = make('button', { type: 'button', className: 'plain' }, t('blocked.release'));
  release.addEventListener('click', () => act({
    what: t('blocked.release') + ' ' + value,
    question: t('blocked.sure.release', kind, value),
    method: 'DELETE',
    path: 'blacklist?kind=' + encodeURIComponent(kind) + '&value=' + encodeURIComponent(value),
  }));
  return make('li', {}, make('strong', {}, kind + ' ' + value), ' ' + (reason ?? '') + ' (' + (by ?? '') + ') ', release);
}

async function blocked() {
  const answer = await ask('GET', 'blacklist?limit=100');
  if (answer.ok) {
    show($('blocked-none'), answer.body.entries.length === 0);
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
  const answer = await act({ what: t('blocked.do') + ' ' + body.value, question: t('blocked.sure', body.kind, body.value), method: 'PUT', path: 'blacklist', body });
  if (answer?.ok) {
    form.reset();
  }
}

export async function look() {
  await Promise.all([status(), store(), gate(), blocked()]);
}

export function start() {
  $('pause-all').addEventListener('click', () => act({ what: t('pause.all'), question: t('pauseall.sure', number(openItems()), buyers()), path: 'pause' }));
  $('resume-all').addEventListener('click', () => act({ what: t('resume.all'), question: t('resumeall.sure'), path: 'resume' }));
  $('store-open').addEventListener('click', () => act({ what: t('store.open'), question: t('store.sure'), path: 'store/open' }));
  $('layer-name').addEventListener('change', showLayer);
  $('layer').addEventListener('submit', changeLayer);
  $('layer-reset').addEventListener('click', resetLayer);
  $('block').addEventListener('submit', block);
}
