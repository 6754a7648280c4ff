import { type ApiRoute, acknowledgement, type RouteAnswer, routeOf } from '../app/route.ts';
import { NOT_BLOCKED } from '../stores/conversation-state-store.ts';
import { one } from '../wire/answer-schema.ts';
import { messageRefused } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { conversationInPath, PEER_PATHS, type UserConversation } from './conversation-access.ts';

const route = routeOf({ tag: 'Conversations' });

/** Kinds of receipts: reports of users about received messages. */
const RECEIPTS = ['delivered', 'read'] as const;
type Receipt = (typeof RECEIPTS)[number];

/** Refuses an id that is not in the conversation, or that the user has deleted. */
function checkMessageIn({ app, conversation, state }: UserConversation, id: number): void {
  const found = app.db.get('SELECT 1 FROM messages WHERE id = ? AND conversation = ?', id, conversation.seq);
  if (found && id > state.hiddenTo) return;
  throw messageRefused('ERR_MESSAGE_ID_NOT_FOUND', id, 'does not exist');
}

/** The last message id of a receipt: the given id, or the highest of all. */
function upToOf(userConversation: UserConversation, id: number | null): number {
  if (id !== null) checkMessageIn(userConversation, id);
  return id ?? userConversation.app.conversationStates.highestId();
}

/** Below this many ids, messages are searched by id, across all conversations; above it, by conversation. */
const FEW_IDS = 20_000;

/**
 * Marks the messages of the other side. Groups have no marks in messages, because they would need one for each
 * member.
 */
function stamp({ app, conversation, uid, state }: UserConversation, receipt: Receipt, upTo: number): void {
  const from = receipt === 'read' ? state.readTo : state.deliveredTo;
  if (conversation.kind === 'group' || upTo <= from) return;
  const set =
    receipt === 'read' ? 'read_at = ?1, delivered_at = ifnull(delivered_at, ?1)' : 'delivered_at = ?1';
  // A plus prevents SQLite from using the index of that column.
  const [byConversation, byId] = upTo - from < FEW_IDS ? ['+', ''] : ['', '+'];
  app.db.run(
    `UPDATE messages SET ${set} WHERE ${byConversation}conversation = ?2 AND ${byId}id > ?3 AND ${byId}id <= ?4
       AND sender <> ?5 AND ${receipt}_at IS NULL AND ${NOT_BLOCKED}`,
    app.now(),
    conversation.seq,
    from,
    upTo,
    uid,
  );
}

function mark(userConversation: UserConversation, receipt: Receipt, id: number | null): RouteAnswer {
  const { app, uid, conversation, state } = userConversation;
  const upTo = upToOf(userConversation, id);
  stamp(userConversation, receipt, upTo);
  if (upTo > (receipt === 'read' ? state.readTo : state.deliveredTo)) {
    publishReceipt(userConversation, receipt, upTo);
  }
  app.conversationStates.change(conversation.seq, uid, {
    deliveredTo: Math.max(state.deliveredTo, upTo),
    ...(receipt === 'read' && { readTo: Math.max(state.readTo, upTo) }),
    ...(receipt === 'read' && id === null && { unreadFrom: null, unreadTo: null }),
  });
  return acknowledged(userConversation, receipt);
}

/** Publishes the receipt of the last marked message. A conversation without messages of others has none. */
function publishReceipt(of: UserConversation, receipt: Receipt, upTo: number): void {
  const trigger = receipt === 'read' ? 'message_read_receipt' : 'message_delivery_receipt';
  of.app.events.publish(trigger, () => receiptData(of, receipt, upTo));
}

function receiptData({ app, conversation, uid }: UserConversation, receipt: Receipt, upTo: number) {
  const last = app.db.get<{ id: number; sender: string }>(
    `SELECT id, sender FROM messages WHERE conversation = ? AND id <= ? AND sender <> ? AND ${NOT_BLOCKED}
     ORDER BY id DESC LIMIT 1`,
    conversation.seq,
    upTo,
    uid,
  );
  if (!last) return undefined;
  const user = { uid, name: app.users.find(uid)?.name, status: 'offline' };
  const body = { action: receipt, messageId: String(last.id), user, timestamp: app.now() };
  return {
    receiver: JSON.stringify(conversation.kind === 'group' ? conversation.peerA : last.sender),
    receiverType: JSON.stringify(conversation.kind),
    type: '"receipts"',
    sender: JSON.stringify(uid),
    messageSender: JSON.stringify(last.sender),
    body: JSON.stringify(body),
  };
}

/** As in the documented examples: `Message` in the answer for users, `message` in the answer for groups. */
function acknowledged({ conversation, uid }: UserConversation, receipt: Receipt): RouteAnswer {
  const { kind, peerA, peerB } = conversation;
  const end = `are marked as ${receipt} for the user ${uid}.`;
  if (kind === 'group') return acknowledgement(`All the messages in group ${peerA} ${end}`);
  const other = uid === peerA ? peerB : peerA;
  return {
    data: JSON.stringify({ success: true, Message: `All the messages from the user ${other} ${end}` }),
  };
}

function markUnread(userConversation: UserConversation, id: number): RouteAnswer {
  const { app, uid, conversation, state } = userConversation;
  const { readTo, unreadFrom, unreadTo } = state;
  const stillMarked =
    unreadFrom === null || readTo >= (unreadTo ?? 0) ? id : Math.max(unreadFrom, readTo + 1);
  app.conversationStates.change(conversation.seq, uid, {
    readTo: Math.min(readTo, id - 1),
    unreadFrom: Math.min(id, stillMarked),
    // Later messages count as they would without the mark.
    unreadTo: app.conversationStates.highestId(),
  });
  return acknowledgement(`The messages from ${id} on are marked as unread for the user ${uid}.`);
}

/** The calls that mark messages as delivered, read and unread. */
export const receiptRoutes: readonly ApiRoute[] = PEER_PATHS.flatMap((peerPath) => [
  ...RECEIPTS.map((receipt) =>
    route(`POST ${peerPath}/conversation/${receipt}`, {
      summary: `Mark the messages of a conversation as ${receipt}, all or up to one`,
      behalf: 'required',
      body: field.shape({ messageId: field.messageId }),
      answers: one('Acknowledgement'),
      answer: (call) => mark(conversationInPath(call), receipt, call.body.messageId),
    }),
  ),
  route(`DELETE ${peerPath}/conversation/read`, {
    summary: 'Mark the messages of a conversation from one on as unread',
    behalf: 'required',
    perUser: 'unread',
    body: field.shape({ messageId: field.requiredMessageId }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      const userConversation = conversationInPath(call);
      checkMessageIn(userConversation, call.body.messageId);
      const isAfter = call.app.quirks.markUnread === 'after';
      return markUnread(userConversation, call.body.messageId + (isAfter ? 1 : 0));
    },
  }),
]);
