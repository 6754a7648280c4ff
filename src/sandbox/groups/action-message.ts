import { conversationRules } from '../app/app-settings.ts';
import { updateAfterRemoval } from '../app/conversation-removal.ts';
import type { ActorCall } from '../app/route.ts';
import type { Message } from '../stores/message-store.ts';
import { SYSTEM_USER, userEntityJson } from '../stores/user-store.ts';
import { jsonObject, textMember } from '../wire/json-text.ts';
import { type GroupAction, publishMember, type ScopeChange } from './group-events.ts';

const entity = (json: string, type: 'user' | 'group') => `{"entity":${json},"entityType":"${type}"}`;

/**
 * Writes into a group's history what happened to `uid`, and publishes it; this is then the group's last message.
 * Imports write none. The sender is the actor, or the app system. `scopes` are those of a change of scope.
 */
export function writeAction(
  call: ActorCall,
  guid: string,
  uid: string,
  action: GroupAction,
  scopes?: ScopeChange,
): Message {
  const { app, actor } = call;
  publishMember(call, guid, uid, action, scopes);
  const extras = scopes ? `"extras":{"scope":{"old":"${scopes.old}","new":"${scopes.new}"}}` : '';
  const by = actor ?? SYSTEM_USER;
  const entities = jsonObject(
    `"by":${entity(userEntityJson(by), 'user')}`,
    `"for":${entity(app.groups.entityJson(guid), 'group')}`,
    `"on":${entity(app.users.entityJson(uid), 'user')}`,
  );
  const sentAt = app.now();
  const note = app.messages.insert(
    {
      receiverType: 'group',
      receiver: guid,
      sender: by.uid,
      category: 'action',
      type: 'groupMember',
      data: jsonObject(textMember('action', action), `"entities":${entities}`, extras),
      sentAt,
      unread: conversationRules(app).groupActions === 'unread',
    },
    app.conversations.seqOf('group', by.uid, guid, sentAt),
  );
  // Only the note about an added member is in a published answer.
  if (app.quirks.notes === 'added' && !['added', 'joined'].includes(action)) {
    app.messages.remove(note.id);
    updateAfterRemoval(app, note.conversation);
  }
  return note;
}
