// One order: what it says, and what can be done with it.

import { alarm, make, money, put, refusal, say, settings, sure, t, time, toGo } from './core.js';
import { callAs } from './session.js';
import { now } from './clock.js';

export const ENDED = new Set(['CANCELLED', 'CLOSED', 'REFUND_DUE', 'FAILED']);
const PAYABLE = new Set(['CREATED']);
const CANCELLABLE = new Set(['QUEUED', 'CREATED']);

export function statusWords(order) {
  const free = order.status === 'CREATED' && order.priceCents === 0;
  return t('order.' + order.status + (free ? '.free' : ''));
}

/**
 * Shows an order in an element, and keeps what is there where nothing changed.
 *
 * @param changed called after something was done with the order
 */
export function orderView(element, changed) {
  let order = null;
  let busy = false;
  const status = make('dd', { className: 'status' });
  const id = make('dd', { className: 'number' });
  const price = make('dd', {});
  const at = make('dd', {});
  const terms = (key, value) => [make('dt', {}, t(key)), value];
  const left = make('p', { className: 'pay-in' });
  const pay = make('button', { type: 'button', className: 'pay' });
  const cancel = make('button', { type: 'button', className: 'plain cancel' }, t('order.cancel'));
  element.replaceChildren(
    make('dl', {}, ...terms('order.status', status), ...terms('order.number', id), ...terms('order.price', price), ...terms('order.at', at)),
    left,
    pay,
    cancel,
  );
  pay.addEventListener('click', doPay);
  cancel.addEventListener('click', doCancel);

  const path = () => 'orders/' + order.orderId;

  async function act(work) {
    if (busy) {
      return;
    }
    busy = true;
    render();
    await work();
    busy = false;
    render();
    changed();
  }

  function doPay() {
    if (settings.dev !== 'true') {
      location.assign(settings.pay + '?orderId=' + encodeURIComponent(order.orderId));
      return;
    }
    act(async () => {
      const answer = await callAs('POST', 'dev/' + path() + '/pay?itemId=' + order.itemId);
      if (answer.ok && answer.body.outcome === 'TAKING') {
        say(t('order.taking'));
      } else if (answer.ok) {
        order = { ...order, status: answer.body.outcome };
        say(statusWords(order));
      } else {
        alarm(refusal(answer));
      }
    });
  }

  async function doCancel() {
    if (!(await sure(t('order.sure')))) {
      return;
    }
    act(async () => {
      const answer = await callAs('POST', path() + '/cancel?itemId=' + order.itemId);
      if (answer.ok) {
        order = { ...order, status: answer.body.status };
        say(statusWords(order));
      } else {
        alarm(answer.code === 'CONFLICT' ? t('ORDER_KEPT.detail') : answer.code === 'PENDING' ? t('ORDER_QUEUED.detail') : refusal(answer));
      }
    });
  }

  function payUntil() {
    return order.payUntil && PAYABLE.has(order.status) ? Date.parse(order.payUntil) : 0;
  }

  function render() {
    if (order === null) {
      return;
    }
    put(status, statusWords(order));
    put(id, order.orderId);
    put(price, order.priceCents === undefined ? '…' : money(order.priceCents));
    put(at, order.purchasedAt === undefined ? '…' : time(Date.parse(order.purchasedAt)));
    const until = payUntil();
    put(left, until > 0 ? t('order.payIn', toGo(until - now())) : '');
    const canPay = PAYABLE.has(order.status) && order.priceCents > 0 && (settings.dev === 'true' || settings.pay !== '');
    pay.hidden = !canPay;
    put(pay, busy ? t('order.paying') : t(settings.dev === 'true' ? 'order.payDemo' : 'order.pay'));
    cancel.hidden = !CANCELLABLE.has(order.status);
    pay.disabled = busy;
    cancel.disabled = busy;
  }

  return {
    render,
    current: () => order,
    show(fresh) {
      // A look that was under way while something was done tells less than what was done.
      if (busy) {
        return;
      }
      order = fresh;
      render();
    },
  };
}
