import { type Peer, peerOf } from '../../../input/entities/conversation.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, Item } from '../../../input/entities/entity.ts';
import { NOTHING_TO_MARK, OUTSIDE_CONVERSATION } from '../../../input/rows/broken-ref.ts';
import type { Outcome } from '../../../input/rows/outcome.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiRequest } from '../../transport/transport.ts';
import { createdOne, dataOf, listOf } from '../answers.ts';
import { NOTHING, ofGroup, ofUser } from '../find-message.ts';
import type { Route, Verdict } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** The earliest time that the service takes. */
const FIRST_S = 1_000_000_000;
/** Codes by which the service says that a user is not in a group. */
const OUTSIDE: ReadonlySet<string> = new Set(['ERR_GROUP_NOT_JOINED', 'ERR_NOT_A_MEMBER']);

type Side = {
  readonly peer: Peer;
  readonly uid: string;
  /** Up to when, epoch seconds. */
  readonly to: number;
  /** A user who has read messages has got them, so only one of both is written. */
  readonly isRead: boolean;
};

function sideIn({ conversation, uid, deliveredAt, readAt }: Data): Side {
  const peer = peerOf(conversation as string, uid as string) as Peer;
  return { peer, uid: uid as string, to: (readAt ?? deliveredAt) as number, isRead: readAt !== undefined };
}

/** The calls of a row, in order: its last message, how far it was read, and the receipt. */
type Call = 'message' | 'state' | 'receipt';
/** No call says how far messages were delivered. */
const callsOf = ({ isRead }: Side): readonly Call[] =>
  isRead ? ['message', 'state', 'receipt'] : ['message', 'receipt'];
const callAt = ({ data }: Item, call: number): Call => callsOf(sideIn(data))[call] ?? 'receipt';

/** The last message up to a time, as the user sees the conversation. */
function lastMessage({ peer, uid, to }: Side): ApiRequest {
  const query = { limit: 1, affix: 'prepend', fromTimestamp: FIRST_S, toTimestamp: to } as const;
  return (peer.entity === 'groups' ? ofGroup(peer.id, uid) : ofUser(uid, peer.id))(query);
}

/** The word for a side in the names of calls, and what their paths have of it: one id each. */
const kindOf = ({ entity }: Peer) => (entity === 'groups' ? 'Group' : 'User');
const paramsOf = ({ id }: Peer) => ({ uid: id, guid: id });

const state = ({ peer, uid }: Side): ApiRequest =>
  endpointRequest(endpoints[`get${kindOf(peer)}Conversation`], { params: paramsOf(peer), onBehalfOf: uid });

function receipt({ peer, uid, isRead }: Side, messageId: string): ApiRequest {
  const call = endpoints[`mark${kindOf(peer)}${isRead ? 'Read' : 'Delivered'}`];
  return endpointRequest(call, { params: paramsOf(peer), body: { messageId }, onBehalfOf: uid });
}

/** The verdict on the list that should have the last message up to a time. */
function found(body: unknown, { to }: Side): Verdict | undefined {
  const listed = listOf(body);
  if (!listed) return undefined;
  // Should the service show later messages, none of them is marked.
  const last = listed.find(({ sentAt }) => Number(sentAt) <= to);
  return last ? { status: 'more', host: { id: String(last['id']), foreign: false } } : NOTHING_TO_MARK;
}

/** True if the user has read a message, as far as the service says so. */
const hasRead = (conversation: Readonly<Record<string, unknown>>, messageId: string): boolean =>
  Number(conversation['lastReadMessageId'] ?? 0) >= Number(messageId);

const refusal = (code: string, _item?: Item, call?: number): Outcome | undefined => {
  if (OUTSIDE.has(code)) return OUTSIDE_CONVERSATION;
  return call === 0 && NOTHING.has(code) ? NOTHING_TO_MARK : undefined;
};

/**
 * Three calls a row: the service marks all messages up to one, so the last message that the user had read is searched; how far
 * the user has read is asked, because that may be further by now; then the messages are marked. The service notes its own time.
 */
const route: Route = {
  entity: 'receipts',
  maxItems: 1,
  callsEach: 3,
  carries: new Set(['conversation', 'uid', 'deliveredAt', 'readAt']),
  orderKey: ({ key }) => key,
  batchKey: () => '',
  // The messages of a conversation are read by its other user.
  actors: (data) => entities.receipts.refs(data).filter(({ entity }) => entity === 'users'),
  build([only], _startedAt, call = 0) {
    const item = only as Item;
    const side = sideIn(item.data);
    const requests = { message: lastMessage, state, receipt: () => receipt(side, item.host?.id ?? '') };
    return { ...requests[callAt(item, call)](side), divisible: true };
  },
  settle(body, [only], call = 0) {
    const item = only as Item;
    const at = callAt(item, call);
    if (at === 'message') {
      const verdict = found(body, sideIn(item.data));
      return verdict && [verdict];
    }
    if (at === 'receipt') return createdOne(body);
    const conversation = dataOf(body);
    if (!conversation) return undefined;
    if (!hasRead(conversation, item.host?.id ?? '')) return [{ status: 'more' }];
    // Of a changed row, this is the end as well: nothing is taken back.
    return [{ status: item.remote ? 'exists' : 'duplicate' }];
  },
  refusal,
  adopt: async () => undefined,
};

/** Receipts: how far users have read. Nothing takes them back, so no call removes them. */
export const receipts: OptionalCalls = {
  route,
  changes: {
    calls: ({ data }) => callsOf(sideIn(data)).map(() => 'create'),
    missing: (code) => refusal(code),
  },
};
