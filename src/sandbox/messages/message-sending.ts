import type { App } from '../app/app.ts';
import { type MessageReceiver, receiversOf } from '../app/receivers.ts';
import { type ApiRoute, type Call, type RouteAnswer, routeOf } from '../app/route.ts';
import type { Verdict } from '../moderation/engine.ts';
import { asAnswered, isBlocked, judged, keepVerdict, publishVerdict } from '../moderation/moderate.ts';
import type { Message, NewMessage } from '../stores/message.ts';
import { BOT_ROLE, SYSTEM_USER, type User } from '../stores/user-store.ts';
import { type AnswerSchema, ref } from '../wire/answer-schema.ts';
import {
  ApiError,
  bannedFromGroup,
  guidNotFound,
  invalid,
  messageNotFound,
  uidNotFound,
  userRefused,
} from '../wire/api-error.ts';
import { exact } from '../wire/json-schema.ts';
import { jsonMap } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';
import { isHidden, isLive, notAllowed } from './message-access.ts';
import { publishSent } from './message-actions.ts';
import { checkContent, checkTypes } from './message-data.ts';
import {
  checkFiles,
  checkMentions,
  checkMuid,
  openReceivers,
  SENT_MESSAGE,
  type Sent,
  sentBefore,
} from './message-input.ts';
import { viewedJson } from './message-views.ts';

const route = routeOf({ tag: 'Messages' });

/** Documented: larger groups have no unread counts. */
const COUNTED_MEMBERS = 300;

/** Part of a call that sending needs. */
export type Sending = Pick<Call, 'app' | 'given' | 'bodyText'> & { readonly body: Sent };

/** Documented: the JSON of a message has at most 65,536 characters. */
export function checkSize(bodyText: string): void {
  if (bodyText.length <= LIMITS.messageJson) return;
  throw invalid({ message: [`The message may not be greater than ${LIMITS.messageJson} characters.`] });
}

function checkUser(app: App, sender: User, uid: string): void {
  if (!app.users.findActive(uid)) throw uidNotFound(uid);
  if (sender === SYSTEM_USER) return;
  if (app.blocks.isBlockedBy(uid, sender.uid)) {
    throw userRefused('ERR_BLOCKED_RECEIVER', sender.uid, `has blocked ${uid}`);
  }
  if (app.blocks.isBlockedBy(sender.uid, uid)) {
    throw userRefused('ERR_BLOCKED_SENDER', sender.uid, `is blocked by ${uid}`);
  }
  if (isForFriendsOnly(app, sender.role) && !app.friends.are(sender.uid, uid)) {
    throw userRefused('ERR_NOT_A_FRIEND', uid, `is not a friend of ${sender.uid}`);
  }
}

function isForFriendsOnly(app: App, role: string): boolean {
  const sql = `SELECT 1 FROM roles WHERE role = ? AND json_extract(settings, '$.sendMessagesTo') = 'friendsOnly'`;
  return app.db.get(sql, role) !== undefined;
}

function checkGroup(app: App, sender: User, guid: string): void {
  if (!app.groups.has(guid)) throw guidNotFound(guid);
  if (sender === SYSTEM_USER) return;
  const member = app.members.find(guid, sender.uid);
  if (member?.isBanned === 1) throw bannedFromGroup(sender.uid, guid);
  if (!member && !app.quirks.openSend) throw groupNotJoined(sender.uid, guid);
}

/** The refusal of a user that acts in a group without being its member. */
export function groupNotJoined(uid: string, guid: string): ApiError {
  return userRefused('ERR_GROUP_NOT_JOINED', uid, `has not joined the group with guid ${guid}`);
}

/** Refuses a receiver that does not exist or that the sender may not write to. */
export function checkReceiver(app: App, sender: User, { receiverType, receiver }: MessageReceiver): void {
  if (receiverType === 'group') checkGroup(app, sender, receiver);
  else checkUser(app, sender, receiver);
}

/** Refuses to quote a message that is not in the conversation, that is deleted, or that the sender cannot see. */
export function checkQuote(
  { app, body }: Pick<Sending, 'app' | 'body'>,
  sender: User,
  to: MessageReceiver,
): void {
  if (body.quotedMessageId === null) return;
  const quoted = app.messages.find(body.quotedMessageId);
  const conversation = app.conversations.find(to.receiverType, sender.uid, to.receiver);
  if (!quoted || quoted.conversation !== conversation?.seq || isHidden(app, quoted, sender.uid)) {
    throw messageNotFound();
  }
  if (!isLive(quoted)) throw notAllowed(quoted.id, 'quoted');
}

/** A sent message, with what it quotes. */
export const sentJson = (app: App, message: Message, sender: User): string =>
  message.quotedId === null ? app.messages.json(message) : viewedJson(app, message, sender);

/** A message that was sent, as the answer shows it. It is not `delivered` if a rule keeps it from its receiver. */
export type Outcome = { readonly message: Message; readonly delivered: boolean };

/**
 * Stores one message whose receiver and content have been checked, unless a rule of moderation drops it. `parentId`
 * makes it a reply.
 */
export function store(
  { app, body }: Sending,
  sender: User,
  to: MessageReceiver,
  parentId: number | null = null,
): Outcome {
  const sentAt = app.now();
  const isCounted =
    to.receiverType === 'user' || (app.groups.find(to.receiver)?.membersCount ?? 0) <= COUNTED_MEMBERS;
  const category = body.category ?? 'message';
  const { receiverType: kind, receiver } = to;
  const found = judged(app, { sender: sender.uid, kind, receiver, data: body.data });
  const delivered = !isBlocked(found?.verdict);
  const message = {
    ...to,
    category,
    type: body.type,
    data: found?.data ?? body.data,
    tags: body.tags,
    muid: body.muid || null,
    sender: sender.uid,
    sentAt,
    parentId,
    unread: isCounted && delivered,
    quotedId: body.quotedMessageId,
  };
  if (found?.verdict.action === 'drop') {
    return { message: asAnswered(app, dropped(app, message, found.verdict)), delivered };
  }
  const conversation = app.conversations.seqOf(kind, sender.uid, receiver, sentAt);
  const stored = app.messages.insert(message, conversation);
  if (delivered) publishSent(app, stored);
  if (!found) return { message: stored, delivered };
  keepVerdict(app, stored, found.verdict, isCounted);
  publishVerdict(app, stored, found.verdict);
  return { message: asAnswered(app, stored), delivered };
}

/** A message that gets an id and an answer, and is not kept. */
function dropped(app: App, message: NewMessage, verdict: Verdict): Message {
  const made = app.messages.unsaved(message);
  publishVerdict(app, made, verdict);
  return made;
}

/** Sends to every receiver or, when one is refused, to none. */
function send(call: Sending, sender: User): RouteAnswer {
  checkSize(call.bodyText);
  const { app, body } = call;
  checkMuid(app, body.muid);
  // The live service was seen to check the receiver before the content.
  const receivers = openReceivers(app, receiversOf(body), (to) => checkReceiver(app, sender, to));
  for (const receiver of receivers) checkQuote(call, sender, receiver);
  checkTypes(call.given['data']);
  checkContent(body, call.given['data']);
  checkFiles(app, call.given['data'], true);
  checkMentions(app, call.given['data']);
  const before = sentBefore(app, body.muid, sender.uid);
  if (before && body.multipleReceivers === undefined) return { data: app.messages.json(before) };
  const sent = receivers.map((to) => [to, sentJson(app, store(call, sender, to).message, sender)] as const);
  if (body.multipleReceivers === undefined) return { data: sent[0]?.[1] ?? '' };
  const of = (kind: MessageReceiver['receiverType']) =>
    jsonMap(sent.filter(([to]) => to.receiverType === kind).map(([to, json]) => [to.receiver, json]));
  const parts = [
    ['uids', of('user')],
    ['guids', of('group')],
  ] as const;
  return { data: jsonMap(parts.filter(([, json]) => json !== '{}')) };
}

const BY_ID = { type: 'object', additionalProperties: ref('Message') };

/** One message, or the messages by receiver id. */
const MESSAGES: AnswerSchema = {
  data: {
    anyOf: [ref('Message'), exact({}, { uids: BY_ID, guids: BY_ID })],
  },
};

/** The calls that send messages. */
export const sendingRoutes: readonly ApiRoute[] = [
  route('POST /messages', {
    summary: 'Send a message. A repeated muid is accepted: no deduplication is documented for this call',
    behalf: 'optional',
    perUser: 'sender',
    body: SENT_MESSAGE,
    answers: MESSAGES,
    answer: (call) => send(call, call.actor ?? SYSTEM_USER),
  }),
  route('POST /bots/{uid}/messages', {
    summary: 'Send a message as a bot; every user may be one (a switch makes it those of the role bot)',
    body: SENT_MESSAGE,
    answers: MESSAGES,
    answer: (call) => {
      const uid = call.params['uid'] ?? '';
      const { users, quirks } = call.app;
      const bot = users.findActive(uid);
      if (bot && (quirks.bots === 'any' || bot.role === BOT_ROLE)) return send(call, bot);
      throw new ApiError('ERR_BOT_NOT_FOUND', `The bot with uid ${uid} does not exist.`);
    },
  }),
];
