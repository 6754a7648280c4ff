import { conversationOf } from '../../input/entities/conversation.ts';
import { endpointRequest, type Query } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { type ApiResponse, apiError, type Transport } from '../transport/transport.ts';
import { dataOf, listOf } from './answers.ts';
import {
  type ListCallOf,
  type ListedMessage,
  NOTHING,
  ofApp,
  ofGroup,
  ofUser,
  SKEW_S,
} from './find-message.ts';
import { type Route, type Uncertainty, UnreadableError } from './target.ts';

const PAGE = 100;
/** The most pages to read of one conversation. */
const PAGES_MAX = 1_000;

/**
 * Finds the messages that already exist in the service. A message with a known id is read by it. Any other is looked
 * for in its conversation, and in the one that it was sent to before, newest first, back to `since`. For messages of an
 * earlier process, each conversation is read once and remembered; for messages of this process, it is read again each
 * time, and the message is among the newest. A group is read as the app, because a sender who is no member may not read
 * it; two users' conversation as one of them.
 * @throws UnreadableError if nobody may read the conversation
 */
export function messageRecall(): NonNullable<Route['recall']> {
  const past = new Map<string, Promise<ReadonlyMap<string, string>>>();
  return async (items, uncertainty, transport, signal) => {
    const landed = new Map<string, string>();
    for (const item of items) {
      const { key, data, maybeSent } = item;
      const sent = uncertainty.past ? maybeSent : undefined;
      if (sent?.id !== undefined) {
        if (await messageExists(sent.id, key, transport, signal)) landed.set(key, sent.id);
        continue;
      }
      // A message that we created earlier and were removing may have any age.
      const since = sent?.wasOurs ? 0 : uncertainty.since;
      const own = conversationOf(data);
      for (const conversation of new Set([own, sent?.conversation ?? own])) {
        const name = `${since} ${conversation}`;
        const known = uncertainty.past ? past.get(name) : undefined;
        const place = { key, conversation, sender: data['sender'] as string };
        const reading = known ?? readIds(place, { ...uncertainty, since }, transport, signal);
        if (uncertainty.past) past.set(name, reading);
        const id = (await reading).get(key);
        if (id !== undefined) landed.set(key, id);
      }
    }
    return landed;
  };
}

async function messageExists(
  id: string,
  muid: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await transport(endpointRequest(endpoints.getMessage, { params: { id } }), signal);
  if (response.status === 404) return false;
  const data = dataOf(response.body);
  if (response.status !== 200 || !data) throw unreadable(response);
  return data['muid'] === muid;
}

type UnsettledMessage = { readonly key: string; readonly conversation: string; readonly sender: string };

/** Ways to read a conversation, the first of them usually allowed. A deactivated user cannot read. */
function viewsOf({ conversation, sender }: UnsettledMessage): readonly ListCallOf[] {
  const [kind, first = '', second = ''] = conversation.split(' ');
  if (kind === 'g') return [ofGroup(first), ofGroup(first, sender)];
  const views = [ofUser(first, second), ofUser(second, first)];
  return [...(sender === second ? views.reverse() : views), ofApp];
}

/** Ids by muid. */
async function readIds(
  message: UnsettledMessage,
  uncertainty: Uncertainty,
  transport: Transport,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  let refused: UnreadableError | undefined;
  for (const view of viewsOf(message))
    try {
      return await readView(view, message.key, uncertainty, transport, signal);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      refused ??= error;
    }
  throw refused as UnreadableError;
}

/** Tolerates cursors that repeat the boundary message and a `meta.next` at the end of a list. */
async function readView(
  view: ListCallOf,
  key: string,
  { since, past }: Uncertainty,
  transport: Transport,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const seen = new Set<string>();
  let cursor: Query = { limit: PAGE, affix: 'prepend' };
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await transport(view(cursor), signal);
    if (NOTHING.has(apiError(response.body)?.code ?? '')) return ids;
    const fresh = messagesIn(response).filter(({ id }) => !seen.has(String(id)));
    for (const { id, muid } of fresh) if (typeof muid === 'string') ids.set(muid, String(id));
    const oldest = fresh.reduce<ListedMessage | undefined>(
      (a, b) => (!a || Number(b.id) < Number(a.id) ? b : a),
      undefined,
    );
    const done = !past && ids.has(key);
    if (done || !oldest || Number(oldest.sentAt) < since - SKEW_S) return ids;
    for (const { id } of fresh) seen.add(String(id));
    cursor = { ...cursor, id: String(oldest.id) };
  }
  return ids;
}

function messagesIn(response: ApiResponse): readonly ListedMessage[] {
  const listed = listOf(response.body);
  if (response.status === 200 && listed) return listed;
  throw unreadable(response);
}

function unreadable({ status, body }: ApiResponse): UnreadableError {
  const reason = apiError(body)?.message ?? `status ${status}`;
  return new UnreadableError(
    `it may have been sent before, and it is not sent again because it cannot be read back: ${reason}`,
  );
}
