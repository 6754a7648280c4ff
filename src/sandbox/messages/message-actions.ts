import type { App } from '../app/app.ts';
import type { Message } from '../stores/message.ts';
import { receiverOf } from '../stores/message-json.ts';
import { SYSTEM_USER, type User, userEntityJson } from '../stores/user-store.ts';
import { publishChanged } from './message-events.ts';

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
      muid: null,
      sender,
      category: 'action',
      type: 'message',
      // In the published schema of lists the inner editor is a number, so it is left out. `by` names the editor.
      data: dataWith({ ...shown, editedBy: null }),
      tags: null,
      sentAt,
      deliveredAt: null,
      readAt: null,
      updatedAt: sentAt,
      parentId: null,
      unread: false,
    },
    message.conversation,
  );
  const json = app.messages.json({ ...stored, data: dataWith(message) });
  publishChanged(app, action, json);
  return { id: stored.id, json };
}

/** The user that acts: the user of the call, or the app system. */
export const actingUser = (actor: User | undefined): User => actor ?? SYSTEM_USER;
