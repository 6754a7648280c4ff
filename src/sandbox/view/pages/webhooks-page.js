import { backLink } from '../parts/card.js';
import { showFull, showNumber } from '../parts/clock.js';
import { el, fill, isolated } from '../parts/dom.js';

/** @import { App, Deliveries, Delivery, WebhookSeen } from '../parts/types.js' */

/** The page is read again this often while it is shown, milliseconds. */
const EVERY_MS = 1500;

/**
 * The webhooks of the app, and what has become of the last deliveries.
 * @param {App} app
 */
export function webhooksPage(app) {
  const hooks = el('div', { class: 'card' }, el('p', { class: 'muted' }, 'Loading …'));
  const log = el('div', { class: 'deliveries', id: 'deliveries', tabindex: '0' });
  const page = el('div', { class: 'page' }, backLink(), hooks, log);
  let shown = '';
  const show = async () => {
    try {
      const answer = await app.read('/view/webhooks');
      const text = JSON.stringify(answer);
      // Nothing is drawn again without a change: a selection and the place in the list stay.
      if (text !== shown) {
        const { webhooks, deliveries } = /** @type {Deliveries} */ (/** @type {unknown} */ (answer));
        fill(hooks, el('h2', {}, 'Webhooks'), hookList(webhooks));
        fill(log, deliveryTable(deliveries));
      }
      shown = text;
    } catch (error) {
      fill(hooks, el('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
      shown = '';
    }
    // The page is gone as soon as another one is shown.
    if (page.isConnected) setTimeout(show, EVERY_MS);
  };
  setTimeout(show);
  return page;
}

/** @param {readonly WebhookSeen[]} webhooks */
function hookList(webhooks) {
  if (webhooks.length === 0)
    return el(
      'p',
      { class: 'muted' },
      'None yet. A webhook is made at the management address: POST /apps/{appId}/webhooks, then its triggers.',
    );
  return el(
    'ul',
    { class: 'plain-list' },
    ...webhooks.map(({ id, name, to, enabled, triggers }) =>
      el(
        'li',
        {},
        isolated(name, 'row-title'),
        ' ',
        isolated(id, 'id'),
        ' ',
        isolated(to),
        ` · ${showNumber(triggers)} ${triggers === 1 ? 'trigger' : 'triggers'} `,
        enabled ? null : el('span', { class: 'badge badge-off' }, 'disabled'),
      ),
    ),
  );
}

/** @param {readonly Delivery[]} deliveries */
function deliveryTable(deliveries) {
  if (deliveries.length === 0) return el('p', { class: 'muted' }, 'No event has been told yet.');
  const heads = ['Time', 'Trigger', 'Webhook', 'Outcome', 'Tries', 'Last try'];
  return el(
    'table',
    {},
    el('caption', {}, 'Last deliveries, newest first'),
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, ...deliveries.map(deliveryRow)),
  );
}

/** @param {Delivery} delivery */
function deliveryRow({ at, trigger, webhook, state, tries, status, durationMs, error }) {
  const last = [
    status === undefined ? '' : `status ${status}`,
    durationMs === undefined ? '' : `${durationMs} ms`,
  ];
  return el(
    'tr',
    {},
    el('td', {}, el('time', { datetime: new Date(at).toISOString() }, showFull(at / 1000))),
    el('td', {}, isolated(trigger)),
    el('td', {}, isolated(webhook, 'id')),
    el('td', {}, el('span', { class: `badge state-${state}` }, state)),
    el('td', {}, showNumber(tries)),
    el(
      'td',
      {},
      last.filter(Boolean).join(', '),
      error === undefined ? null : isolated(` ${error}`, 'problem'),
    ),
  );
}
