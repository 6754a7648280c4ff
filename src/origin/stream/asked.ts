import { defined } from '../../input/json/defined.ts';
import { type Ask, OriginError, type OriginRow, unlessGone } from '../origin.ts';

/** A JSON object of an answer. */
export type Json = OriginRow['row'];

/** Parts of a request of Stream's besides its path. */
type StreamRequest = {
  /** As in `perMinute`. */
  readonly family: string;
  /** Parameters of the query; objects are written as JSON. */
  readonly query?: Json;
  /** Makes it a POST, unless a method is named. */
  readonly body?: Json;
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
};

/** The code of an answer that says that something is not there. */
export const NOT_THERE = 16;

/** Asks one request of an app. */
export type AskApp = (path: string, request: StreamRequest, signal: AbortSignal) => Promise<Json>;

/** @param key names the app: it stands in each query, and is no secret */
export const askAppOf =
  (ask: Ask, key: string): AskApp =>
  async (path, { family, query = {}, body, method }, signal) => {
    const written = Object.entries({ api_key: key, ...query }).map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    );
    const sent = defined({ method: method ?? (body && 'POST'), body });
    const answer = await ask({ path: `${path}?${written.join('&')}`, family, ...sent }, signal);
    return answer.body;
  };

/**
 * An id as a part of a path.
 * @throws OriginError `form` if no address can have it
 */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed())
    throw new OriginError('form', `the id ${JSON.stringify(id)} cannot be part of an address`);
  return encodeURIComponent(id);
}

/** An object; undefined for anything else. */
export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

/** A text that is not empty; undefined for anything else. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A number; 0 for anything else. */
export const numberIn = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

/** The objects of a list; none for anything else. */
export const objects = (value: unknown): readonly Json[] =>
  (Array.isArray(value) ? value : []).map(asObject).filter((each) => each !== undefined);

/** Milliseconds since 1970 of a time as Stream writes it; undefined for anything else. */
export function millis(value: unknown): number | undefined {
  // JavaScript's own reading finds a time in `100`, too.
  const found = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return found >= 0 ? found : undefined;
}

/** Microseconds since 1970 of a time as Stream writes it, without what is finer; 0 for anything else. */
export function micros(value: unknown): number {
  const ms = millis(value);
  if (ms === undefined) return 0;
  const [, fraction = ''] = /\.(\d+)/.exec(String(value)) ?? [];
  return Math.floor(ms / 1_000) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/**
 * The list of an answer.
 * @throws OriginError `form` if it has none
 */
export function listNamed(answer: Json, name: string): readonly Json[] {
  const list = answer[name];
  if (!Array.isArray(list)) throw new OriginError('form', `the answer has no list "${name}"`);
  const found = objects(list);
  if (found.length < list.length) throw new OriginError('form', `the list "${name}" has more than objects`);
  return found;
}

/** The records of a list of an app that a filter is for. */
export async function askList(
  asked: AskApp,
  list: 'users' | 'members' | 'channels',
  payload: Json,
  signal: AbortSignal,
): Promise<readonly Json[]> {
  const sent = list === 'channels' ? { body: payload } : { query: { payload } };
  return listNamed(await asked(`/${list}`, { family: list, ...sent }, signal), list);
}

/** A user, also one who is deactivated; undefined if there is none. */
export async function userAt(asked: AskApp, id: string, signal: AbortSignal): Promise<Json | undefined> {
  const payload = { filter_conditions: { id: { $in: [id] } }, limit: 1, include_deactivated_users: true };
  return (await askList(asked, 'users', payload, signal)).find((user) => user['id'] === id);
}

/** A message, also a reply; undefined if there is none. @throws OriginError `form` if the answer is another one */
export async function messageAt(asked: AskApp, id: string, signal: AbortSignal): Promise<Json | undefined> {
  const answer = await unlessGone(asked(`/messages/${segment(id)}`, { family: 'replies' }, signal));
  const message = asObject(answer?.['message']);
  if (answer && text(message?.['id']) !== id) throw new OriginError('form', 'the answer is another message');
  return message;
}
