import type { App } from '../app/app.ts';
import { conversationRules } from '../app/app-settings.ts';
import { mentionsOf } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import { receiverOf } from '../stores/message-json.ts';
import { SYSTEM_USER, type User, userEntityJson } from '../stores/user-store.ts';

const entity = (json: string, type: string): string => `{"entity":${json},"entityType":"${type}"}`;

/**
 * Writes the action message about a change of a message; it is part of the conversation's history. Between two
 * users its sender is always one of them, also if the app acted, as in the documented example. `shown` is what the
 * history shows of the message.
 */
export function writeMessageAction(
  app: App,
  action: 'edited' | 'deleted',
  message: Message,
  by: User,
  shown = message,
): { readonly id: number; readonly json: string } {
  const isPeer = message.kind === 'group' || by.uid === message.peerA || by.uid === message.peerB;
  const sender = isPeer ? by.uid : message.sender;
  const receiver = receiverOf({ ...message, sender });
  const receiverEntity =
    message.kind === 'group' ? app.groups.entityJson(receiver) : app.users.entityJson(receiver);
  const dataWith = (on: Message): string =>
    `{"action":"${action}","entities":{"by":${entity(userEntityJson(by), 'user')},` +
    `"for":${entity(receiverEntity, message.kind)},"on":${entity(app.messages.json(on), 'message')}}}`;
  const sentAt = app.now();
  const stored = app.messages.insert(
    {
      receiverType: message.kind,
      receiver,
      sender,
      category: 'action',
      type: 'message',
      // In the published schema of lists the inner editor is a number, so it is left out. `by` names the editor.
      data: dataWith({ ...shown, editedBy: null }),
      sentAt,
      unread: conversationRules(app).messageActions === 'unread',
    },
    message.conversation,
  );
  const json = app.messages.json({ ...stored, data: dataWith(message) });
  publishChanged(app, action, json);
  return { id: stored.id, json };
}

/** The user that acts: the user of the call, or the app system. */
export const actingUser = (actor: User | undefined): User => actor ?? SYSTEM_USER;

/** Publishes a message that has just been stored, and that it mentions users. */
export function publishSent(app: App, message: Message): void {
  const data = () => ({ message: app.messages.json(message) });
  app.events.publish('message_sent', data);
  if (mentionsOf(message).some((uid) => app.users.has(uid))) {
    app.events.publish('user_mentioned', data);
  }
}

/** Publishes the action message about an edit or a deletion, given as the JSON of its answer. */
function publishChanged(app: App, action: 'edited' | 'deleted', json: string): void {
  app.events.publish(`message_${action}`, () => ({
    message: action === 'edited' ? json : withoutDeleted(json),
  }));
}

/** Members of a deleted message that the documented event shows. */
const SHOWN_OF_DELETED = ['id', 'conversationId', 'deletedAt', 'deletedBy'] as const;

type Action = {
  readonly data: {
    readonly entities: { readonly on: { readonly entity: Readonly<Record<string, unknown>> } };
  };
};

function withoutDeleted(json: string): string {
  const message = JSON.parse(json) as Action;
  const { entities } = message.data;
  const entity = Object.fromEntries(SHOWN_OF_DELETED.map((name) => [name, entities.on.entity[name]]));
  return JSON.stringify({
    ...message,
    data: { ...message.data, entities: { ...entities, on: { ...entities.on, entity } } },
  });
}
