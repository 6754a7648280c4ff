import type { App } from '../app/app.ts';
import { checkExists } from '../app/receivers.ts';
import { type ApiRoute, type RouteAnswer, routeOf } from '../app/route.ts';
import { RECEIVER_TYPES, type ReceiverType } from '../stores/conversation-store.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { exact, SECONDS, TEXT, wordOf } from '../wire/json-schema.ts';
import { isObject, LIMITS, normalId } from '../wire/validation.ts';

const route = routeOf({ tag: 'Conversations' });
const PATH = '/conversations/pinned';

/** The other side of a conversation that the app has pinned for all users. */
type Peer = { readonly kind: ReceiverType; readonly peer: string };
type AppPin = Peer & { readonly pinnedAt: number };

/** When the app pinned the conversations with a user or of a group. Undefined if it did not. */
export function appPinnedAt({ db }: App, kind: ReceiverType, peer: string): number | undefined {
  return db.value('SELECT pinned_at FROM app_pins WHERE kind = ? AND peer = ?', kind, peer);
}

const PINS: AnswerSchema = {
  data: {
    type: 'array',
    maxItems: LIMITS.pinnedConversations,
    items: exact({
      conversationId: TEXT,
      conversationType: wordOf(RECEIVER_TYPES),
      pinnedBy: TEXT,
      pinnedAt: SECONDS,
    }),
  },
};

/** The pins in the order of the app. A user has another conversation with each of its peers, so its id is `user_<uid>`. */
function listed({ db }: App): RouteAnswer {
  const pins = db.all<AppPin>('SELECT kind, peer, pinned_at AS pinnedAt FROM app_pins ORDER BY position');
  const rows = pins.map(({ kind, peer, pinnedAt }) => ({
    conversationId: `${kind}_${peer}`,
    conversationType: kind,
    pinnedBy: SYSTEM_USER.uid,
    pinnedAt,
  }));
  return { data: JSON.stringify(rows) };
}

/** One of `{uid}` and `{guid}`. Undefined for anything else. */
function peerOf(value: unknown): Peer | undefined {
  if (!isObject(value)) return undefined;
  const [uid, guid] = [normalId(value['uid']), normalId(value['guid'])];
  if ((uid === undefined) === (guid === undefined)) return undefined;
  return uid === undefined ? { kind: 'group', peer: guid ?? '' } : { kind: 'user', peer: uid };
}

/** The wanted pins, each once. */
const pinnedConversations: field.Field<readonly Peer[]> = {
  schema: {
    type: 'array',
    items: { type: 'object', properties: { uid: field.ID_SCHEMA, guid: field.ID_SCHEMA } },
  },
  required: true,
  read: (reader, name) => {
    const value = reader.value(name);
    if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
    else if (!Array.isArray(value)) reader.problem(name, `The ${name} must be an array.`);
    const given: readonly unknown[] = Array.isArray(value) ? value : [];
    const peers = new Map<string, Peer>();
    for (const [index, entry] of given.entries()) {
      const peer = peerOf(entry);
      if (peer) peers.set(`${peer.kind} ${peer.peer}`, peers.get(`${peer.kind} ${peer.peer}`) ?? peer);
      else reader.problem(`${name}.${index}`, `The ${name}.${index} must have either a uid or a guid.`);
    }
    return [...peers.values()];
  },
};

/** The calls about conversations that the app pins for all users. */
export const appPinRoutes: readonly ApiRoute[] = [
  route(`GET ${PATH}`, {
    summary: 'List the conversations that the app has pinned for all users, in their order',
    answers: PINS,
    answer: ({ app }) => listed(app),
  }),
  route(`PUT ${PATH}`, {
    summary:
      'Pin conversations for all users: the whole list in its order, at most 5; an empty list unpins all',
    body: field.shape({ pinnedConversations }),
    answers: PINS,
    answer: ({ app, body }) => {
      const peers = body.pinnedConversations;
      if (peers.length > LIMITS.pinnedConversations) {
        throw new ApiError(
          'ERR_SYSTEM_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
          `The number of pinned conversations exceeds the allowed limit of ${LIMITS.pinnedConversations}.`,
        );
      }
      for (const peer of peers) checkExists(app, peer.kind, peer.peer);
      const pins = peers.map((one) => ({
        ...one,
        pinnedAt: appPinnedAt(app, one.kind, one.peer) ?? app.now(),
      }));
      app.db.run('DELETE FROM app_pins');
      for (const { kind, peer, pinnedAt } of pins) {
        app.db.run('INSERT INTO app_pins (kind, peer, pinned_at) VALUES (?, ?, ?)', kind, peer, pinnedAt);
      }
      return listed(app);
    },
  }),
];
