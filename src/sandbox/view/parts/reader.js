/** @import { Answer, Read } from './types.js' */

/** A refusal by the sandbox. `status` is 0 if there was no answer. */
class ReadError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Reads the sandbox with the view's token.
 * @param {string} token
 * @param {{ onRefused: () => void, onReachable: (isReachable: boolean) => void }} listener called when the token is no
 *   longer valid, and after every attempt with whether the sandbox answered
 * @returns {Read}
 */
export function openReader(token, { onRefused, onReachable }) {
  return async (path, query = {}, { as, signal } = {}) => {
    const answer = await fetch(withQuery(path, query), {
      headers: { 'x-view-token': token, ...(as !== undefined && { onBehalfOf: as }) },
      ...(signal && { signal }),
      cache: 'no-store',
      credentials: 'omit',
    }).catch((error) => {
      if (signal?.aborted) throw error;
      onReachable(false);
      throw new ReadError(0, 'NO_ANSWER', 'The sandbox does not answer. Is it still running?');
    });
    onReachable(true);
    /** @type {Answer & { error?: { code?: string, message?: string } }} */
    const body = parsed(await answer.text());
    if (answer.ok) return body;
    if (answer.status === 401) onRefused();
    throw new ReadError(
      answer.status,
      body.error?.code ?? '',
      body.error?.message ?? `The sandbox answered ${answer.status}.`,
    );
  };
}

const LONG_NUMBER = /[\d.]{16}/;
/** Members of JSON that TypeScript's library does not know yet. @type {{ rawJSON?: (text: string) => object }} */
const { rawJSON } = /** @type {any} */ (JSON);

/**
 * Parses JSON; numbers keep digits that JavaScript would round, where the browser can do that.
 * @param {string} text
 */
function parsed(text) {
  if (!rawJSON || !LONG_NUMBER.test(text)) return JSON.parse(text);
  const parse = /** @type {(text: string, reviver: Function) => any} */ (JSON.parse);
  return parse(
    text,
    (/** @type {string} */ _, /** @type {unknown} */ value, /** @type {{ source?: string }} */ { source }) =>
      typeof value === 'number' &&
      source !== undefined &&
      LONG_NUMBER.test(source) &&
      String(value) !== source
        ? rawJSON(source)
        : value,
  );
}

/**
 * @param {string} path
 * @param {Record<string, string | number | undefined>} query empty and undefined values are left out
 */
function withQuery(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/**
 * An id as a part of a path.
 * @param {string | number} id
 */
export const part = (id) => encodeURIComponent(String(id));
