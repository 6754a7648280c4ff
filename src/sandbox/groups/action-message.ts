import type { ActorCall } from '../app/route.ts';
import type { Message } from '../stores/message-store.ts';
import { SYSTEM_USER, userEntityJson } from '../stores/user-store.ts';
import { jsonObject, textMember } from '../wire/json-text.ts';

/** What can happen to a member of a group. */
export type GroupAction = 'added' | 'joined' | 'kicked' | 'banned' | 'unbanned' | 'scopeChanged';

const entity = (json: string, type: 'user' | 'group') => `{"entity":${json},"entityType":"${type}"}`;

/**
 * Writes into a group's history what happened to `uid`; this is then the group's last message. Imports write
 * none. The sender is the actor, or the app system. `extras` adds JSON to the message's data.
 */
export function writeAction(
  { app, actor }: ActorCall,
  guid: string,
  uid: string,
  action: GroupAction,
  extras = '',
): Message {
  const by = actor ?? SYSTEM_USER;
  const entities = jsonObject(
    `"by":${entity(userEntityJson(by), 'user')}`,
    `"for":${entity(app.groups.entityJson(guid), 'group')}`,
    `"on":${entity(app.users.entityJson(uid), 'user')}`,
  );
  const sentAt = app.now();
  return app.messages.insert(
    {
      receiverType: 'group',
      receiver: guid,
      muid: null,
      sender: by.uid,
      category: 'action',
      type: 'groupMember',
      data: jsonObject(textMember('action', action), `"entities":${entities}`, extras),
      tags: null,
      sentAt,
      deliveredAt: null,
      readAt: null,
      updatedAt: sentAt,
      parentId: null,
      unread: false,
    },
    app.conversations.seqOf('group', by.uid, guid, sentAt),
  );
}
