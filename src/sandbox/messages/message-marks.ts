import { type ActorPathCall, type ApiRoute, acknowledgement, routeOf } from '../app/route.ts';
import { conversationId } from '../stores/conversation-store.ts';
import type { Message } from '../stores/message.ts';
import { one } from '../wire/answer-schema.ts';
import { invalid, limitReached, userRefused } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { LIMITS } from '../wire/validation.ts';
import { isLive, isModerated, messageInPath, notAllowed } from './message-access.ts';
import { actingUser } from './message-actions.ts';
import { viewedJson } from './message-views.ts';

const route = routeOf({ tag: 'Messages' });

/** Documented: the most pinned messages of a conversation, and saved messages of a user. */
const MAX_MARKED = 100;

/** The message in the path, if the acting user may pin it. In a group only its moderators and admins may. */
function pinnable(call: ActorPathCall): Message {
  const message = messageInPath(call);
  if (message.kind === 'user' || call.app.quirks.memberPins || isModerated(call, message)) return message;
  const what = `is no moderator of the group with guid ${message.peerA}`;
  throw userRefused('ERR_GROUP_NO_MODERATOR_SCOPE', call.actor?.uid, what);
}

/** The most used elements of a message that are stored for one user. No limit is documented. */
const MAX_ELEMENTS = 100;

/** The ids of the elements of an interactive message that were used. */
const elements: field.Field<readonly string[]> = {
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_ELEMENTS,
    items: { type: 'string', minLength: 1, maxLength: LIMITS.name },
  },
  required: true,
  read: (reader, name) => {
    const value = reader.value(name);
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const texts = list.filter((one) => typeof one === 'string');
    const areValid = texts.every((one) => one !== '' && one.length <= LIMITS.name && one.isWellFormed());
    if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
    else if (list.length === 0 || texts.length < list.length || !areValid) {
      reader.problem(name, `The ${name} must be an array of ids of at most ${LIMITS.name} characters.`);
    }
    return texts;
  },
};

/** The ids of the elements that an interactive message declares, wherever they stand in it. */
function declaredElements({ data }: Message): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  JSON.parse(data, (name, value: unknown) => {
    if (name === 'elementId') ids.add(value);
    return value;
  });
  return ids;
}

/** True if the sender may use the elements too. */
function allowsSender({ data }: Message): boolean {
  return (JSON.parse(data) as Readonly<Record<string, unknown>>)['allowSenderInteraction'] === true;
}

/** The calls that mark messages: pinned, saved, interacted with. */
export const markRoutes: readonly ApiRoute[] = [
  route('POST /messages/{id}/pin', {
    summary: 'Pin a message for everyone in its conversation, at most 100',
    behalf: 'optional',
    answers: one('Message'),
    answer: (call) => {
      const { app, actor } = call;
      const message = pinnable(call);
      if (!isLive(message)) throw notAllowed(message.id, 'pinned');
      if (message.pinnedAt !== null && app.quirks.repin === 'keep')
        return { data: viewedJson(app, message, actor) };
      const pinned = { ...message, pinnedAt: app.now(), pinnedBy: actingUser(actor).uid };
      if (message.pinnedAt === null) {
        const where = 'messages WHERE conversation = ? AND pinned_at IS NOT NULL';
        if (app.db.count(where, message.conversation) >= MAX_MARKED) {
          const id = conversationId(message, app.quirks.conversationIds);
          throw limitReached(
            'ERR_PINNED_MESSAGES_LIMIT_EXCEEDED',
            'pinned messages',
            `conversation with id ${id}`,
            MAX_MARKED,
          );
        }
      }
      app.messages.update(pinned);
      return { data: viewedJson(app, pinned, actor) };
    },
  }),
  route('DELETE /messages/{id}/pin', {
    summary: 'Unpin a message; one that is not pinned stays as it is',
    behalf: 'optional',
    answers: one('Message'),
    answer: (call) => {
      const unpinned = { ...pinnable(call), pinnedAt: null, pinnedBy: null };
      call.app.messages.update(unpinned);
      return { data: viewedJson(call.app, unpinned, call.actor) };
    },
  }),
  route('POST /messages/{id}/save', {
    summary: 'Save a message for the acting user, at most 100',
    behalf: 'required',
    answers: one('Message'),
    answer: (call) => {
      const { app, actor } = call;
      const message = messageInPath(call);
      if (!isLive(message)) throw notAllowed(message.id, 'saved');
      const uid = actor?.uid ?? '';
      const isSaved = app.db.get(
        'SELECT 1 FROM saved_messages WHERE uid = ? AND message = ?',
        uid,
        message.id,
      );
      if (!isSaved && app.db.count('saved_messages WHERE uid = ?', uid) >= MAX_MARKED) {
        throw limitReached(
          'ERR_SAVED_MESSAGES_LIMIT_EXCEEDED',
          'saved messages',
          `user with uid ${uid}`,
          MAX_MARKED,
        );
      }
      app.db.run(
        'INSERT OR IGNORE INTO saved_messages (uid, message, saved_at) VALUES (?, ?, ?)',
        uid,
        message.id,
        app.now(),
      );
      return { data: viewedJson(app, message, actor) };
    },
  }),
  route('DELETE /messages/{id}/save', {
    summary: 'Remove a message from the saved messages of the acting user',
    behalf: 'required',
    answers: one('Message'),
    answer: (call) => {
      const { app, actor } = call;
      const message = messageInPath(call);
      const sql = 'DELETE FROM saved_messages WHERE uid = ? AND message = ?';
      app.db.run(sql, actor?.uid ?? '', message.id);
      return { data: viewedJson(app, message, actor) };
    },
  }),
  route('PATCH /messages/{id}/interacted', {
    summary: 'Mark elements of a message as used by the acting user',
    behalf: 'required',
    body: field.shape({ interactions: elements }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { app, body } = call;
      const message = messageInPath(call);
      const { id } = message;
      const uid = call.actor?.uid ?? '';
      if (message.category !== 'interactive') throw notAllowed(id, 'interacted with: it is not interactive');
      if (message.sender === uid && !allowsSender(message))
        throw notAllowed(id, 'interacted with by its sender');
      const declared = declaredElements(message);
      if (!body.interactions.every((element) => declared.has(element)))
        throw invalid({ interactions: ['The interactions must be ids of elements of the message.'] });
      const known = 'SELECT elements FROM interactions WHERE message = ? AND uid = ?';
      const before = JSON.parse(app.db.value<string>(known, id, uid) ?? '[]') as readonly string[];
      const all = [...new Set([...before, ...body.interactions])].slice(0, MAX_ELEMENTS);
      const sql = 'INSERT OR REPLACE INTO interactions (message, uid, elements) VALUES (?, ?, ?)';
      app.db.run(sql, id, uid, JSON.stringify(all));
      return acknowledgement(`The message id ${id} has been marked as interacted for the user ${uid}.`);
    },
  }),
];
