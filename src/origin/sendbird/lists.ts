import { isRecord } from '../../service/transport/transport.ts';
import { type Ask, type ListStep, OriginError, type OriginList, type OriginRow } from '../origin.ts';
import { channelPath, naturalNumber, sendbirdRows, text } from './records.ts';

type Row = OriginRow['row'];

/** A list of the messages of a channel. */
export type MessageSpan = {
  readonly channel: string;
  /** `group_channels` or `open_channels`. */
  readonly kind: string;
  /** Milliseconds since 1970, included. */
  readonly from: number;
  /** The beginning of the pull. */
  readonly until: number;
  /** Time of the last message that the record of the channel tells of. */
  readonly newest: number | undefined;
};

/** A place in a channel: the last time that was read, the messages of that time that are known, and where times do not lead on. */
type Place = {
  readonly time: number;
  readonly ids: readonly string[];
  /** The last message of a page whose messages all have this time: the next page is asked by its id. */
  readonly after?: string | undefined;
};

const isPlace = ({ time, ids }: Row): boolean => naturalNumber(time) !== undefined && Array.isArray(ids);

const LIMIT = 200;
/** Query by which messages have all that belongs to them. */
export const WHOLE_MESSAGES =
  'include_reactions=true&include_thread_info=true&include_reply_type=all&with_sorted_meta_array=true&include_poll_details=true';

/**
 * The messages of a channel by their time. Each page begins with the last time of the page before: of messages of one time,
 * some may be on either. A page that has known messages alone, and is full, leads on by the id of its last one.
 */
export function messagesByTime(span: MessageSpan, ask: Ask): Pick<OriginList, 'first' | 'step'> {
  return {
    first: JSON.stringify({ time: span.from, ids: [] }),
    async step(at, signal): Promise<ListStep> {
      const path = channelPath(span.kind, span.channel, 'messages');
      const place = placeInList<Place>(at, path, isPlace);
      const by =
        place.after === undefined
          ? `message_ts=${place.time}&include=true`
          : `message_id=${encodeURIComponent(place.after)}&include=false`;
      const query = `${by}&prev_limit=0&next_limit=${LIMIT}&${WHOLE_MESSAGES}`;
      const { body } = await ask({ path: `${path}?${query}`, family: 'messages' }, signal).catch((error) => {
        // The message is gone, not the channel: the list begins anew.
        const isGone = place.after !== undefined && error instanceof OriginError && error.fault === 'gone';
        throw isGone ? error.as('expired') : error;
      });
      const page = sendbirdRows(body, 'messages', path).map((row) => messageOf(row, path));
      const known = new Set(place.ids);
      // Times before the place are none of this page: a list that goes back would never end.
      const fresh = page.filter(
        ({ id, time }) => time >= place.time && (time > place.time || !known.has(id)),
      );
      return {
        rows: fresh.map(({ row }) => ({ list: 'messages', of: span.channel, row })),
        next: nextOf(place, page, fresh, span, path),
      };
    },
  };
}

type Message = { readonly id: string; readonly time: number; readonly row: Row };

/** Place to which a page leads; undefined at the end. */
function nextOf(
  place: Place,
  page: readonly Message[],
  fresh: readonly Message[],
  { newest = 0, until }: MessageSpan,
  path: string,
): string | undefined {
  const last = fresh.reduce((latest, { time }) => Math.max(latest, time), place.time);
  if (last > until) return undefined;
  const ofLast = fresh.filter(({ time }) => time === last).map(({ id }) => id);
  const next: Place = { time: last, ids: last === place.time ? [...place.ids, ...ofLast] : ofLast };
  // A short page is the last one, unless the channel tells of a later message.
  if (page.length < LIMIT)
    return fresh.length > 0 && last < Math.min(newest, until) ? JSON.stringify(next) : undefined;
  if (last > place.time) return JSON.stringify(next);
  if (place.after !== undefined && fresh.length === 0)
    throw new OriginError('form', `${path}: the page after message ${place.after} has none but earlier ones`);
  const after = page.at(-1)?.id;
  return JSON.stringify({ ...next, after });
}

function messageOf(row: Row, path: string): Message {
  const [id, time] = [text(row['message_id']), naturalNumber(row['created_at'])];
  if (!id?.isWellFormed() || time === undefined)
    throw new OriginError('form', `${path}: a message has no message_id or no created_at in milliseconds`);
  return { id, time, row };
}

/** @throws OriginError `expired` if it is not the place of a list of the kind that is read now */
export function placeInList<Place>(at: string, path: string, isOfKind: (place: Row) => boolean): Place {
  const place: unknown = JSON.parse(at);
  if (!isRecord(place) || !isOfKind(place))
    throw new OriginError('expired', `${path}: the place ${at.slice(0, 200)} is not known`);
  return place as Place;
}

/** A part of a list that is paged by tokens. */
export type TokenPages = {
  /** Begins with a slash; with its query, without `limit` and `token`. */
  readonly path: string;
  /** The member of an answer that has the records. */
  readonly member: string;
  readonly family: string;
  readonly rowOf: (row: OriginRow['row']) => OriginRow;
};

const TOKEN_LIMIT = 100;
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
      const query = `${path.includes('?') ? '&' : '?'}limit=${TOKEN_LIMIT}${token === '' ? '' : `&token=${encodeURIComponent(token)}`}`;
      const { body } = await ask({ path: path + query, family }, signal);
      const [what = ''] = path.split('?', 1);
      const rows = sendbirdRows(body, member, what).map(rowOf);
      const { next = '' } = body;
      if (next !== null && (typeof next !== 'string' || !next.isWellFormed()))
        throw new OriginError('form', `${what}: the token of the next page is no text`);
      if (next !== '' && next === token)
        throw new OriginError('form', `${what}: the token of the next page is the one of this page`);
      if (next) return { rows, next: `${part}${BETWEEN}${next}` };
      return { rows, next: part + 1 < parts.length ? `${part + 1}${BETWEEN}` : undefined };
    },
  };
}
