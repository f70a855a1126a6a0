// What goes on: figures, the funnel, charts, and how every process is.

import { $, has, make, number, put, t } from './core.js';
import * as trend from './trend.js';
import uPlot from './uplot.js';

/** The order in which a purchase meets the layers; what is not named here comes behind. */
const LAYERS = [
  'address', 'blacklist', 'address-limit', 'switch', 'sold-out', 'token', 'blacklist-user', 'risk',
  'bucket', 'challenge', 'breaker', 'queue', 'window', 'lapses', 'reservation', 'admission', 'stock', 'challenge-pass',
];
const COLOURS = ['#0b57a4', '#12692f', '#b3102b', '#b98900', '#6a3d9a', '#00838f', '#8d4f00', '#c2185b', '#455a64', '#558b2f'];
const HEIGHT = 200;
const DOTS = 1;

const is = (...names) => (name) => names.includes(name);
const begins = (prefix) => (name) => name.startsWith(prefix);
const outcomeOf = (name) => name.slice(name.lastIndexOf('/') + 1);
/** A count of a layer under the code of a refusal is a refusal, any other goes on. */
const refuses = (name) => has(outcomeOf(name) + '.detail');
const perSecond = (value) => t('per.second', number(Math.round(10 * value) / 10));

function tile(name, text) {
  let dd = $('tile-' + name);
  if (dd === null) {
    dd = make('dd', { id: 'tile-' + name });
    $('tiles').append(make('div', {}, make('dt', {}, t('tile.' + name)), dd));
  }
  put(dd, text);
}

const millis = (value) => (value === null ? '–' : t('millis', number(Math.round(10 * value) / 10)));

function tiles() {
  const answered = trend.rate(begins('answered/'));
  const accepted = trend.rate(is('answered/ACCEPTED'));
  const soldOut = trend.rate(is('answered/SOLD_OUT'));
  const duplicate = trend.rate(is('answered/DUPLICATE'));
  tile('purchases', perSecond(answered));
  tile('accepted', perSecond(accepted));
  tile('soldout', perSecond(soldOut));
  tile('duplicates', perSecond(duplicate));
  tile('refused', perSecond(Math.max(0, answered - accepted - soldOut - duplicate)));
  tile('median', millis(trend.quantile(0.5)));
  tile('slowest', millis(trend.quantile(0.99)));
  tile('landed', perSecond(trend.rate(is('landed'))));
  tile('backlog', number(trend.gauge('backlog') ?? 0));
  tile('oldest', number(Math.round(10 * (trend.gauge('oldest') ?? 0)) / 10));
}

function layers() {
  const found = new Set([...trend.names('gate/')].map((name) => name.split('/')[1]));
  return [...LAYERS.filter((layer) => found.delete(layer)), ...found];
}

const funnelRows = new Map();

function layerRow(layer) {
  let row = funnelRows.get(layer);
  if (row === undefined) {
    const out = make('div', { className: 'out' });
    const came = make('div', { className: 'in' }, out);
    const flow = make('span', { className: 'flow' });
    const why = make('small', {});
    const element = make('div', { className: 'layer' }, make('span', {}, has('layer.' + layer) ? t('layer.' + layer) : layer), make('div', { className: 'track' }, came), flow, why);
    element.dataset.layer = layer;
    row = { element, came, out, flow, why };
    funnelRows.set(layer, row);
  }
  return row;
}

function funnel() {
  const order = layers();
  const flows = order.map((layer) => {
    const prefix = 'gate/' + layer + '/';
    const came = trend.rate(begins(prefix));
    const refused = trend.rate((name) => name.startsWith(prefix) && refuses(name));
    return { layer, came, left: came - refused, prefix };
  });
  const widest = Math.max(1e-9, ...flows.map((flow) => flow.came));
  const shown = flows.map(({ layer, came, left, prefix }) => {
    const row = layerRow(layer);
    row.came.style.width = (100 * came) / widest + '%';
    row.out.style.width = came === 0 ? '0' : (100 * left) / came + '%';
    put(row.flow, number(Math.round(came)) + ' → ' + number(Math.round(left)) + ' /s');
    const reasons = [...trend.names(prefix)]
      .filter(refuses)
      .map((name) => [t(outcomeOf(name) + '.title'), trend.rate(is(name))])
      .filter(([, value]) => value > 0)
      .map(([title, value]) => title + ' ' + perSecond(value));
    put(row.why, reasons.join(' · '));
    return row.element;
  });
  if (shown.length !== $('funnel').children.length) {
    $('funnel').replaceChildren(...shown);
  }
}

const charts = new Map();

/** Draws columns as lines; a chart is made again when its lines are others. */
function chart(name, lines) {
  const place = $('chart-' + name);
  const width = Math.max(200, place.clientWidth);
  const key = lines.map((line) => line.label).join();
  let known = charts.get(name);
  if (known === undefined || known.key !== key) {
    known?.plot.destroy();
    const series = lines.map((line, i) => ({
      label: line.label,
      stroke: COLOURS[i % COLOURS.length],
      width: 2,
      points: { show: false, size: DOTS },
      value: (plot, value) => (value === null || value === undefined ? '–' : number(Math.round(10 * value) / 10)),
    }));
    const options = {
      width,
      height: HEIGHT,
      series: [{ label: t('chart.at') }, ...series],
      scales: { y: { range: (plot, low, high) => [0, Math.max(1, high * 1.1)] } },
      axes: [{}, { size: 60 }],
    };
    known = { key, plot: new uPlot(options, [[], ...lines.map(() => [])], place) };
    charts.set(name, known);
  }
  if (known.plot.width !== width) {
    known.plot.setSize({ width, height: HEIGHT });
  }
  known.plot.setData([trend.times(), ...lines.map((line) => line.values)]);
}

function drawAll() {
  const rates = (name, picks) => ({ label: t('tile.' + name), values: trend.rates(picks) });
  chart('purchases', [
    rates('purchases', begins('answered/')),
    rates('accepted', is('answered/ACCEPTED')),
    rates('soldout', is('answered/SOLD_OUT')),
    rates('duplicates', is('answered/DUPLICATE')),
  ]);
  chart('refused', layers()
    .filter((layer) => [...trend.names('gate/' + layer + '/')].some(refuses))
    .map((layer) => ({
      label: has('layer.' + layer) ? t('layer.' + layer) : layer,
      values: trend.rates((name) => name.startsWith('gate/' + layer + '/') && refuses(name)),
    })));
  chart('latency', [
    { label: 'p50 ms', values: trend.quantiles(0.5) },
    { label: 'p99 ms', values: trend.quantiles(0.99) },
  ]);
  chart('backlog', [
    { label: t('tile.backlog'), values: trend.gauges('backlog') },
    rates('landed', is('landed')),
    { label: t('tile.oldest'), values: trend.gauges('oldest') },
  ]);
}

function stateOf(text) {
  return text === 'UP' ? 'up' : text.startsWith('WARN') ? 'warn' : 'down';
}

function nodeRow({ node, services, startedAt, heardAt, silent, health }) {
  const checks = Object.entries(health.checks ?? {}).sort().map(([name, text]) => {
    const mark = make('span', { className: stateOf(text) }, name + (text === 'UP' ? ' ✓' : ': ' + text));
    return make('li', {}, mark);
  });
  const word = silent ? t('node.silent', new Date(heardAt).toLocaleTimeString()) : t('health.' + health.status);
  const row = make(
    'tr', {},
    make('td', {}, make('strong', {}, node), make('br', {}), make('small', {}, services.map((name) => t('service.' + name)).join(', ') + ' · ' + t('node.since', new Date(startedAt).toLocaleString()))),
    make('td', {}, make('span', { className: silent || health.status !== 'UP' ? 'down' : 'up' }, word), make('ul', {}, ...(silent ? [] : checks))),
  );
  row.dataset.node = node;
  return row;
}

let nodesShown = '';

function nodes(all) {
  const now = JSON.stringify(all.map(({ heardAt, ...rest }) => (rest.silent ? { heardAt, ...rest } : rest)));
  if (now !== nodesShown) {
    nodesShown = now;
    $('nodes').replaceChildren(make('table', { className: 'nodes' }, make('tbody', {}, ...all.map(nodeRow))));
  }
}

/** Shows an overview. */
export function render(overview) {
  tiles();
  funnel();
  nodes(overview.nodes);
  if (!document.hidden) {
    drawAll();
  }
}

/** How old what is shown is; nothing is red that is a moment late. */
export function age(millisOld, why) {
  const old = millisOld > 4000;
  $('age').classList.toggle('old', old);
  $('main').classList.toggle('old', old);
  const seconds = number(Math.round(millisOld / 1000));
  put($('age'), old ? t('age.old', seconds) + (why ? ' ' + why : '') : t('age.live'));
}
