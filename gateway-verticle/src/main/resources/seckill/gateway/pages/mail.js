// What got stuck on its way: orders that could not be written, and notices that could not be sent.

import { $, make, number, put, show, t } from './core.js';
import { act, ask, button, isNew, itemIn, ofItem } from './operator.js';

const STEP = 50;
const MOST = 1000;
let letterLimit = STEP;
let noticeLimit = STEP;

const at = (instant) => new Date(instant).toLocaleString();

function tried({ at: when, actor, action, detail }) {
  return make('li', {}, at(when) + ' · ' + actor + ' · ' + t('tried.' + action) + ' · ', make('span', { lang: 'en' }, detail));
}

function letter({ id, itemId, state, reason, detail, orderId, userId, createdAt, begun, deadAgainAs, history }) {
  const decide = (verb) => act({
    what: t('letter.' + verb) + ' ' + id,
    verb: 'letter',
    question: t('letter.sure.' + verb, id, itemId),
    path: 'dead-letters/' + id + '/' + verb,
    long: true,
  });
  const whose = [userId, orderId].filter((part) => part !== undefined).join(' · ');
  const more = [
    begun === undefined ? null : t('letter.begun', t('tried.' + begun)),
    deadAgainAs === undefined ? null : t('letter.again', deadAgainAs),
  ].filter((part) => part !== null);
  return make(
    'li', { className: 'panel' },
    make('strong', {}, id + ' · ' + itemId + ' · ' + t('reason.' + reason)), ' ' + at(createdAt) + ' · ' + t('letterstate.' + state),
    make('p', {}, whose + ' ', make('span', { lang: 'en', className: 'small' }, detail ?? '')),
    make('p', { className: 'bad' }, more.join(' ')),
    make('ul', { className: 'small' }, ...history.map(tried)),
    state === 'OPEN' ? make('p', { className: 'row' }, button(t('letter.replay'), '', () => decide('replay')), button(t('letter.discard'), 'danger', () => decide('discard'))) : '',
  );
}

async function letters() {
  const state = $('letter-state').value;
  const answer = await ask('GET', 'dead-letters?limit=' + letterLimit + (state === '' ? '' : '&state=' + state) + ofItem('letter-item'));
  if (answer.ok && isNew('letters', [state, answer.body])) {
    show($('letters-none'), answer.body.letters.length === 0);
    show($('letters-more'), answer.body.after !== undefined && letterLimit < MOST);
    $('letter-rows').replaceChildren(...answer.body.letters.map(letter));
  }
}

function notice({ id, event, itemId, orderId, state, attempts, nextAt, lastError, at: since }) {
  const retry = () => act({
    what: t('notice.retry') + ' ' + id,
    verb: 'notice',
    question: t('notice.sure', orderId),
    path: 'notices/' + encodeURIComponent(id) + '/retry',
  });
  const next = state === 'WAITING' ? ' · ' + t('notice.next', at(nextAt)) : '';
  const element = make(
    'li', { className: 'panel' },
    make('strong', { className: state === 'GIVEN_UP' ? 'bad' : 'warn' }, itemId + ' · ' + t('event.' + event) + ' · ' + t('noticestate.' + state)),
    ' ' + orderId + ' · ' + at(since) + ' · ' + t('notice.tries', number(attempts)) + next,
    make('p', { lang: 'en', className: 'small' }, lastError),
    make('p', { className: 'row' }, button(t('notice.retry'), '', retry)),
  );
  element.dataset.order = orderId;
  return element;
}

/** Says why nothing is listed, if nothing is. */
function noticesNone(key) {
  put($('notices-none'), key === null ? '' : t(key));
  show($('notices-none'), key !== null);
}

async function notices() {
  const answer = await ask('GET', 'notices?limit=' + noticeLimit + ofItem('notice-item'));
  if (!answer.ok || !isNew('notices', answer.body)) {
    return;
  }
  const all = answer.body.notices;
  noticesNone(!answer.body.enabled ? 'notices.off' : all.length === 0 ? 'notices.none' : null);
  show($('notices-retry'), all.some((one) => one.state === 'GIVEN_UP'));
  show($('notices-more'), answer.body.after !== undefined && noticeLimit < MOST);
  $('notice-rows').replaceChildren(...all.map(notice));
}

export async function look() {
  await Promise.all([letters(), notices()]);
}

export function start() {
  $('letter-state').addEventListener('change', letters);
  $('letter-item').addEventListener('change', letters);
  $('notice-item').addEventListener('change', notices);
  $('letters-more').addEventListener('click', () => {
    letterLimit = Math.min(MOST, letterLimit + STEP);
    letters();
  });
  $('notices-more').addEventListener('click', () => {
    noticeLimit = Math.min(MOST, noticeLimit + STEP);
    notices();
  });
  $('notices-retry').addEventListener('click', () => act({
    what: t('notices.retry'),
    verb: 'notice',
    question: t('notices.sure'),
    path: 'notices/retry',
    body: itemIn('notice-item') === undefined ? undefined : { itemId: itemIn('notice-item') },
  }));
}

export function forget() {
  letterLimit = STEP;
  noticeLimit = STEP;
  $('letter-rows').replaceChildren();
  $('notice-rows').replaceChildren();
}
