import { type Ask, type ListStep, OriginError, type OriginList, type OriginRow } from '../origin.ts';
import { rowsOf } from './answers.ts';

/** A part of a list that is paged by tokens. */
export type TokenPages = {
  /** Begins with a slash; with its query, without `limit` and `token`. */
  readonly path: string;
  /** The member of an answer that has the records. */
  readonly member: string;
  readonly family: string;
  readonly rowOf: (row: OriginRow['row']) => OriginRow;
};

const LIMIT = 100;
/** Between the number of the part and the token. */
const BETWEEN = ':';

/**
 * A list that Sendbird pages by tokens: one part after the other, each until there is no token for more. A place is the
 * number of the part and the token.
 */
export function tokenList(name: string, parts: readonly TokenPages[], ask: Ask): OriginList {
  return {
    name,
    first: `0${BETWEEN}`,
    async step(at, signal): Promise<ListStep> {
      const end = at.indexOf(BETWEEN);
      const [part, token] = [Number(at.slice(0, end)), at.slice(end + 1)];
      const pages = parts[part];
      if (!pages) return { rows: [] };
      const { path, member, family, rowOf } = pages;
      const query = `${path.includes('?') ? '&' : '?'}limit=${LIMIT}${token === '' ? '' : `&token=${encodeURIComponent(token)}`}`;
      const { body } = await ask({ path: path + query, family }, signal);
      const [what = ''] = path.split('?', 1);
      const rows = rowsOf(body, member, what).map(rowOf);
      const { next = '' } = body;
      if (next !== null && typeof next !== 'string')
        throw new OriginError('form', `${what}: the token of the next page is no text`);
      if (next !== '' && next === token)
        throw new OriginError('form', `${what}: the token of the next page is the one of this page`);
      if (next) return { rows, next: `${part}${BETWEEN}${next}` };
      return { rows, next: part + 1 < parts.length ? `${part + 1}${BETWEEN}` : undefined };
    },
  };
}
