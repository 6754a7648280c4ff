import type { ActorCall } from '../app/route.ts';
import type { Message } from '../stores/message-store.ts';
import { SYSTEM_USER, userEntityJson } from '../stores/user-store.ts';
import { jsonObject, textMember } from '../wire/json-text.ts';

/** What can happen to a member of a group. */
export type GroupAction = 'added' | 'joined' | 'kicked' | 'banned' | 'unbanned' | 'scopeChanged';

const entity = (json: string, type: 'user' | 'group') => `{"entity":${json},"entityType":"${type}"}`;

/**
 * Notes in a group's history what has happened to `uid`, so that it is also the group's last message. Imports write none.
 * The actor, or the app system, is the sender; `extras` is more JSON of the message's data.
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
