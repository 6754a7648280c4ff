/**
 * Place that the page shows, from the address after `#`, so that back, forward and reload work.
 * @typedef {{ view: 'home' } | { view: 'conversation', id: string, as?: string | undefined, message?: string | undefined }
 *   | { view: 'user' | 'group', id: string } | { view: 'webhooks' }} Route
 */

/** The address of the webhooks. */
export const WEBHOOKS = '#/webhooks';

/** @returns {Route} */
export function currentRoute() {
  if (location.hash === WEBHOOKS) return { view: 'webhooks' };
  const [, view, rest = ''] = /^#\/(c|u|g)\/(.+)$/.exec(location.hash) ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const id = decode(path);
  if (view === 'u') return { view: 'user', id };
  if (view === 'g') return { view: 'group', id };
  if (view !== 'c') return { view: 'home' };
  const search = new URLSearchParams(query);
  return {
    view: 'conversation',
    id,
    as: search.get('as') ?? undefined,
    message: search.get('m') ?? undefined,
  };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} id
 * @param {{ as?: string | undefined, message?: string | undefined }} [more] the user at the right side, and the message to begin with
 */
export function conversationAddress(id, { as, message } = {}) {
  const query = new URLSearchParams();
  if (as !== undefined) query.set('as', as);
  if (message !== undefined) query.set('m', message);
  return `#/c/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`;
}

/** @param {string} uid */
export const userAddress = (uid) => `#/u/${encodeURIComponent(uid)}`;
/** @param {string} guid */
export const groupAddress = (guid) => `#/g/${encodeURIComponent(guid)}`;

/** @param {string} address from one of the functions above */
export function go(address) {
  location.hash = address;
}
