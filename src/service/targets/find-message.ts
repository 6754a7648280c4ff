import { endpointRequest, type Query } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import {
  type ApiRequest,
  type ApiResponse,
  apiError,
  isRecord,
  type Transport,
} from '../transport/transport.ts';

/** What the ledger knows of a message whose id it was never told. */
export type Whereabouts = {
  readonly key: string;
  /** As `conversationOf` names it. */
  readonly conversation: string;
  /** Epoch seconds. */
  readonly sentAt: number;
  /** Epoch seconds before which it was not written, whatever its `sentAt` is; not known where absent. */
  readonly since?: number;
};

/** What became of the search; `unreadable` where the conversation could not be read, so that nothing is known. */
export type FoundMessage =
  | { readonly status: 'found'; readonly id: string }
  | { readonly status: 'absent' }
  | { readonly status: 'unreadable'; readonly reason: string };

const PAGE = 100;
/** Seconds by which the service's clock may be behind ours. */
export const SKEW_S = 300;
/** Pages of one conversation that are read at most. */
const PAGES_MAX = 1_000;

/** Reads one page of a conversation as one of those who can see it. */
type ListCallOf = (query: Query) => ApiRequest;

/**
 * Looks for a message by its muid: around its `sentAt`, then, because not every API carries that time, from the newest
 * message back to when it can have been written. Of a conversation of two both sides are asked, because each may have hidden it from itself; where neither
 * can be asked, because one is deactivated, it is looked for among all messages of that time.
 */
export async function findMessage(
  message: Whereabouts,
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

const ofApp: ListCallOf = (query) => endpointRequest(endpoints.listMessages, { query });

/** From the first message of that second on. */
const near = (sentAt: number): Query => ({ limit: PAGE, affix: 'append', sentAt: sentAt - 1 });

function viewsOf(conversation: string): readonly ListCallOf[] {
  const [kind, first = '', second = ''] = conversation.split(' ');
  if (kind === 'g')
    return [(query) => endpointRequest(endpoints.listGroupMessages, { params: { guid: first }, query })];
  const as =
    (onBehalfOf: string, uid: string): ListCallOf =>
    (query) =>
      endpointRequest(endpoints.listUserMessages, { params: { uid }, query, onBehalfOf });
  return [as(first, second), as(second, first)];
}

async function search(
  view: ListCallOf,
  { key, sentAt, since = 0 }: Whereabouts,
  transport: Transport,
  signal: AbortSignal,
): Promise<FoundMessage> {
  const found = await walk(view, near(sentAt), key, (at) => at > sentAt, transport, signal);
  if (found.status !== 'absent') return found;
  return walk(view, { limit: PAGE, affix: 'prepend' }, key, (at) => at < since - SKEW_S, transport, signal);
}

/** Tolerates cursors that repeat the boundary message and a `meta.next` at the end of a list. */
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
    // A cursor repeats a page's own messages at most.
    seen = new Set(messages.map(({ id }) => String(id)));
    query = { ...start, sentAt: Number(edge.sentAt), id: String(edge.id) };
  }
  return { status: 'absent' };
}

type ListedMessage = { readonly id?: unknown; readonly muid?: unknown; readonly sentAt?: unknown };

/** Codes that say that there is nothing to read: no such group, or a conversation that has not begun. */
const NOTHING = new Set([
  'ERR_GUID_NOT_FOUND',
  'ERR_CONVERSATION_NOT_FOUND',
  'ERR_CONVERSATION_NOT_ACCESSIBLE',
]);

function messagesOf({ status, body }: ApiResponse): readonly ListedMessage[] | FoundMessage {
  const data = isRecord(body) ? body['data'] : undefined;
  if (status === 200 && Array.isArray(data)) return data.filter(isRecord);
  const error = apiError(body);
  if (error && NOTHING.has(error.code)) return { status: 'absent' };
  return { status: 'unreadable', reason: error ? `${error.code}: ${error.message}` : `status ${status}` };
}
