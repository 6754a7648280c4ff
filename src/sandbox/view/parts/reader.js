/** @import { Answer, Read } from './types.js' */

/** A refusal by the sandbox; `status` is 0 when there was no answer at all. */
export class ReadError extends Error {
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
 * @param {{ refused: () => void, reached: (yes: boolean) => void }} told what the page is told: the token is no
 *   longer good, or the sandbox does or does not answer
 * @returns {Read}
 */
export function openReader(token, told) {
  return async (path, query = {}, { as, signal } = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    /** @type {Record<string, string>} */
    const headers = { 'x-view-token': token };
    if (as !== undefined) headers['onBehalfOf'] = as;
    const answer = await fetch(search === '' ? path : `${path}?${search}`, {
      headers,
      ...(signal && { signal }),
      cache: 'no-store',
      credentials: 'omit',
    }).catch((error) => {
      if (signal?.aborted) throw error;
      told.reached(false);
      throw new ReadError(0, 'NO_ANSWER', 'The sandbox does not answer. Is it still running?');
    });
    told.reached(true);
    /** @type {Answer & { error?: { code?: string, message?: string } }} */
    const body = await answer.json();
    if (answer.ok) return body;
    if (answer.status === 401) told.refused();
    throw new ReadError(
      answer.status,
      body.error?.code ?? '',
      body.error?.message ?? `The sandbox answered ${answer.status}.`,
    );
  };
}

/**
 * An id as a part of a path.
 * @param {string | number} id
 */
export const part = (id) => encodeURIComponent(String(id));
