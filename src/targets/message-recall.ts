import { conversationOf } from '../conversation.ts';
import { endpointRequest, type Query } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import type { Item } from '../entity.ts';
import { RunError } from '../errors.ts';
import { SKEW_S } from '../find-message.ts';
import type { Doubt, Route } from '../route.ts';
import { type ApiResponse, apiError, isRecord, type Transport } from '../transport.ts';

const PAGE = 100;
/** Pages of one conversation that are read at most. */
const PAGES_MAX = 1_000;

/**
 * Tells which messages the service already holds: reads the conversation of each, newest first, back to where the doubt
 * begins. What an earlier process may have sent is read once a conversation and remembered; what this one may have sent
 * is looked for anew, and found among the newest.
 */
export function messageRecall(): NonNullable<Route['recall']> {
  const past = new Map<string, Promise<ReadonlySet<string>>>();
  return async (items, doubt, transport, signal) => {
    const landed = new Set<string>();
    for (const item of items) {
      const conversation = conversationOf(item.data);
      const known = doubt.past ? past.get(conversation) : undefined;
      const reading = known ?? readMuids(item, doubt, transport, signal);
      if (doubt.past) past.set(conversation, reading);
      if ((await reading).has(item.key)) landed.add(item.key);
    }
    return landed;
  };
}

/** Tolerates cursors that repeat the boundary message and a `meta.next` at the end of a list. */
async function readMuids(
  { key, data }: Item,
  { since, past }: Doubt,
  transport: Transport,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { sender, receiver = '', receiverType } = data as Readonly<Record<string, string>>;
  const muids = new Set<string>();
  const seen = new Set<string>();
  let cursor: Query = { limit: PAGE, affix: 'prepend' };
  for (let page = 0; page < PAGES_MAX; page++) {
    const asked = { query: cursor, onBehalfOf: sender };
    const request =
      receiverType === 'group'
        ? endpointRequest(endpoints.listGroupMessages, { params: { guid: receiver }, ...asked })
        : endpointRequest(endpoints.listUserMessages, { params: { uid: receiver }, ...asked });
    const response = await transport(request, signal);
    if (apiError(response.body)?.code.startsWith('ERR_CONVERSATION_')) return muids;
    const fresh = listOf(response).filter(({ id }) => !seen.has(String(id)));
    for (const { muid } of fresh) if (typeof muid === 'string') muids.add(muid);
    const oldest = fresh.reduce<Message | undefined>(
      (a, b) => (!a || Number(b.id) < Number(a.id) ? b : a),
      undefined,
    );
    const done = !past && muids.has(key);
    if (done || !oldest || Number(oldest.sentAt) < since - SKEW_S) return muids;
    for (const { id } of fresh) seen.add(String(id));
    cursor = { ...cursor, id: String(oldest.id) };
  }
  return muids;
}

type Message = { readonly id?: unknown; readonly muid?: unknown; readonly sentAt?: unknown };

function listOf(response: ApiResponse): readonly Message[] {
  const data = isRecord(response.body) ? response.body['data'] : undefined;
  if (response.status === 200 && Array.isArray(data)) return data.filter(isRecord);
  const reason = apiError(response.body)?.message ?? `status ${response.status}`;
  throw new RunError(
    'SERVICE.OUTAGE',
    `messages cannot be read back to tell whether one has landed: ${reason}`,
  );
}
