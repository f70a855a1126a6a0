// The last minutes: points of one second each, which the gateways keep and this page keeps, too.

const KEPT = 300;
const WINDOW = 5;
const points = [];

/** Takes in what is new. A gateway that was started anew has a shorter memory than this page. */
export function add(fresh) {
  for (const point of fresh) {
    if (points.length === 0 || point.at > points.at(-1).at) {
      points.push(point);
    }
  }
  points.splice(0, Math.max(0, points.length - KEPT));
}

export const lastAt = () => points.at(-1)?.at ?? 0;

export function clear() {
  points.length = 0;
}

const span = (end) => points.slice(Math.max(0, end - WINDOW), end);

/** How many per second there were of the counts that a test picks, in the seconds before a point. */
function rateBefore(end, picks) {
  let count = 0;
  let millis = 0;
  for (const point of span(end)) {
    millis += point.millis;
    for (const [name, value] of Object.entries(point.counts)) {
      count += picks(name) ? value : 0;
    }
  }
  return millis === 0 ? 0 : (1000 * count) / millis;
}

export const rate = (picks) => rateBefore(points.length, picks);

/** All names that were counted in these minutes and begin so. */
export function names(prefix) {
  const found = new Set();
  for (const point of points) {
    for (const name of Object.keys(point.counts)) {
      if (name.startsWith(prefix)) {
        found.add(name);
      }
    }
  }
  return found;
}

/** What was counted in all these minutes. */
export function total(picks) {
  let count = 0;
  for (const point of points) {
    for (const [name, value] of Object.entries(point.counts)) {
      count += picks(name) ? value : 0;
    }
  }
  return count;
}

/** What is measured now. */
export const gauge = (name) => points.at(-1)?.gauges[name];

/**
 * The milliseconds within which a share of the purchases was answered; null if there were none. Of a
 * bucket that holds the answer the part is taken that lies below it.
 */
function quantileBefore(end, share) {
  const buckets = new Map();
  for (const point of span(end)) {
    for (const [name, value] of Object.entries(point.counts)) {
      if (name.startsWith('latency/')) {
        const bound = Number(name.slice(8));
        buckets.set(bound, (buckets.get(bound) ?? 0) + value);
      }
    }
  }
  const all = buckets.get(Infinity) ?? 0;
  if (all === 0) {
    return null;
  }
  let below = 0;
  let from = 0;
  for (const bound of [...buckets.keys()].sort((a, b) => a - b)) {
    const count = buckets.get(bound);
    if (count >= share * all) {
      return bound === Infinity ? from : from + ((bound - from) * (share * all - below)) / (count - below);
    }
    below = count;
    from = bound;
  }
  return from;
}

export const quantile = (share) => quantileBefore(points.length, share);

/** A column for a chart, by the place of each point. */
export const times = () => points.map((point) => point.at / 1000);
export const rates = (picks) => points.map((point, i) => rateBefore(i + 1, picks));
export const quantiles = (share) => points.map((point, i) => quantileBefore(i + 1, share));
export const gauges = (name) => points.map((point) => point.gauges[name] ?? null);
