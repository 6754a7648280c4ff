import type { App } from '../app/app.ts';
import { mentionsOf } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';

/** Publishes a message that has just been stored, and that it mentions users. */
export function publishSent(app: App, message: Message): void {
  const data = () => ({ message: app.messages.json(message) });
  app.events.publish('message_sent', data);
  if (mentionsOf(message).some((uid) => app.users.has(uid))) {
    app.events.publish('user_mentioned', data);
  }
}

/** Publishes the action message about an edit or a deletion, given as the JSON of its answer. */
export function publishChanged(app: App, action: 'edited' | 'deleted', json: string): void {
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
