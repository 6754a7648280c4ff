import { endpointRequest, type Query } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { type ApiRequest, type ApiResponse, apiError, type Transport } from '../transport/transport.ts';
import { dataOf, listOf } from './answers.ts';

/** A message whose id is unknown, as the ledger knows it. */
export type SearchedMessage = {
  readonly key: string;
  /** In the form of `conversationOf`. */
  readonly conversation: string;
  /** Epoch seconds. */
  readonly sentAt: number;
  /**
   * Epoch seconds before which the message was not written to the service, whatever its `sentAt` is; absent if unknown.
   */
  readonly since?: number;
};

/** The result of a search; `unreadable` if the conversation could not be read, so that nothing is known. */
export type FoundMessage =
  | { readonly status: 'found'; readonly id: string }
  | { readonly status: 'absent' }
  | { readonly status: 'unreadable'; readonly reason: string };

const PAGE = 100;
/** The most seconds that the service's clock may be behind ours. */
export const SKEW_S = 300;
/** The most pages to read of one conversation. */
const PAGES_MAX = 1_000;

/** Makes the request for one page of a conversation, as somebody who may read it. */
export type ListCallOf = (query: Query) => ApiRequest;

/**
 * Looks for a message by its muid: first around its `sentAt`, then, because not every API carries that time, from the
 * newest message back to the earliest time at which it can have been written. A conversation of two users is read as
 * each of them, because either may have hidden the message. If neither view can be read, because a user is deactivated,
 * all messages of that time are searched.
 */
export async function findMessage(
  message: SearchedMessage,
  transport: Transport,
  signal: AbortSignal,
): Promise<FoundMessage> {
  let isRead = false;
  for (const view of viewsOf(message.conversation)) {
    const found = await search(view, message, transport, signal);
    if (found.status === 'found') return found;
    isRead ||= found.status === 'absent';
  }
  return isRead ? { status: 'absent' } : search(ofApp, message, transport, signal);
}

/** Reads a message by its id; undefined if the service does not show it. */
export const messageById = async (
  id: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> =>
  dataOf((await transport(endpointRequest(endpoints.getMessage, { params: { id } }), signal)).body);

/** All messages of the app. */
export const ofApp: ListCallOf = (query) => endpointRequest(endpoints.listMessages, { query });

/** The messages of a group, as the app or as a user sees them. */
export const ofGroup =
  (guid: string, onBehalfOf?: string): ListCallOf =>
  (query) =>
    endpointRequest(endpoints.listGroupMessages, { params: { guid }, query, onBehalfOf });

/** The messages with a user, as another user sees them. */
export const ofUser =
  (onBehalfOf: string, uid: string): ListCallOf =>
  (query) =>
    endpointRequest(endpoints.listUserMessages, { params: { uid }, query, onBehalfOf });

/** Starts at the first message of that second. */
const near = (sentAt: number): Query => ({ limit: PAGE, affix: 'append', sentAt: sentAt - 1 });

function viewsOf(conversation: string): readonly ListCallOf[] {
  const [kind, first = '', second = ''] = conversation.split(' ');
  return kind === 'g' ? [ofGroup(first)] : [ofUser(first, second), ofUser(second, first)];
}

async function search(
  view: ListCallOf,
  { key, sentAt, since = 0 }: SearchedMessage,
  transport: Transport,
  signal: AbortSignal,
): Promise<FoundMessage> {
  const found = await walk(view, near(sentAt), key, (at) => at > sentAt, transport, signal);
  if (found.status !== 'absent') return found;
  return walk(view, { limit: PAGE, affix: 'prepend' }, key, (at) => at < since - SKEW_S, transport, signal);
}

/** Reads page by page. Tolerates cursors that repeat the boundary message and a `meta.next` at the end of a list. */
async function walk(
  view: ListCallOf,
  start: Query,
  key: string,
  isPast: (sentAt: number) => boolean,
  transport: Transport,
  signal: AbortSignal,
): Promise<FoundMessage> {
  const onward = start['affix'] === 'append' ? -1 : 0;
  let seen = new Set<string>();
  let query = start;
  for (let page = 0; page < PAGES_MAX; page++) {
    const read = messagesOf(await transport(view(query), signal));
    if (!Array.isArray(read)) return read as FoundMessage;
    const messages = (read as readonly ListedMessage[]).filter(({ id }) => !seen.has(String(id)));
    const hit = messages.find(({ muid }) => muid === key);
    if (hit) return { status: 'found', id: String(hit.id) };
    const edge = messages.at(onward);
    if (!edge || isPast(Number(edge.sentAt))) break;
    // A cursor repeats only messages of the last page.
    seen = new Set(messages.map(({ id }) => String(id)));
    query = { ...start, sentAt: Number(edge.sentAt), id: String(edge.id) };
  }
  return { status: 'absent' };
}

/** A message of such a page. */
export type ListedMessage = { readonly id?: unknown; readonly muid?: unknown; readonly sentAt?: unknown };

/** Codes for an empty result: no such group, or a conversation without messages. */
export const NOTHING: ReadonlySet<string> = new Set([
  'ERR_GUID_NOT_FOUND',
  'ERR_CONVERSATION_NOT_FOUND',
  'ERR_CONVERSATION_NOT_ACCESSIBLE',
]);

function messagesOf({ status, body }: ApiResponse): readonly ListedMessage[] | FoundMessage {
  const listed = listOf(body);
  if (status === 200 && listed) return listed;
  const error = apiError(body);
  if (error && NOTHING.has(error.code)) return { status: 'absent' };
  return { status: 'unreadable', reason: error ? `${error.code}: ${error.message}` : `status ${status}` };
}
