import type { App } from '../app/app.ts';
import type { Message } from '../stores/message.ts';
import { receiverOf } from '../stores/message-json.ts';
import { SYSTEM_USER, type User, userEntityJson } from '../stores/user-store.ts';

const entity = (json: string, type: string): string => `{"entity":${json},"entityType":"${type}"}`;

/**
 * The action message that says what became of a message; it is part of the conversation's history. In a conversation of two
 * its sender is always one of them, as in the documented example where the app edited.
 */
export function writeAction(
  app: App,
  action: 'edited' | 'deleted',
  message: Message,
  by: User,
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
      // The published schema of lists has a number for the editor inside; `by` says who it was.
      data: dataWith({ ...message, editedBy: null }),
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
  return { id: stored.id, json: app.messages.json({ ...stored, data: dataWith(message) }) };
}

/** Who acts: the user of the call, or the app system. */
export const actingUser = (actor: User | undefined): User => actor ?? SYSTEM_USER;
