import type { Conversation } from '../stores/conversation-store.ts';
import { LEFT_ON_MESSAGES } from '../stores/message-store.ts';
import type { App } from './app.ts';

/** Removes the messages of a conversation up to an id, for all users. */
export function removeMessages({ db, messages }: App, conversation: Conversation, upTo: number): void {
  messages.keepNextId();
  for (const table of LEFT_ON_MESSAGES) {
    db.run(
      `DELETE FROM ${table} WHERE EXISTS (SELECT 1 FROM messages
         WHERE messages.id = ${table}.message AND messages.conversation = ? AND messages.id <= ?)`,
      conversation.seq,
      upTo,
    );
  }
  db.run('DELETE FROM messages WHERE conversation = ? AND id <= ?', conversation.seq, upTo);
}

/** Removes a conversation with all its messages, for all users. */
export function removeConversation(app: App, conversation: Conversation): void {
  removeMessages(app, conversation, Number.MAX_SAFE_INTEGER);
  app.conversationStates.remove(conversation.seq);
  app.conversations.remove(conversation);
}

/** Updates a conversation after some of its messages were removed. Removes it if no message is left. */
export function updateAfterRemoval(app: App, seq: number): void {
  if (app.db.get('SELECT 1 FROM messages WHERE conversation = ? LIMIT 1', seq) !== undefined) {
    app.conversationStates.recomputeVisibleFrom(seq);
    return;
  }
  const conversation = app.conversations.get(seq);
  if (conversation) removeConversation(app, conversation);
}

/** Removes every message that a user has sent, for all users. */
export function removeMessagesOf(app: App, uid: string): void {
  const sent = app.db.all<{ id: number; conversation: number }>(
    'SELECT id, conversation FROM messages WHERE sender = ?',
    uid,
  );
  for (const { id } of sent) app.messages.remove(id);
  for (const seq of new Set(sent.map(({ conversation }) => conversation))) updateAfterRemoval(app, seq);
}

/** Removes a message with the replies in its thread. */
export function removeThread(app: App, id: number): void {
  for (const reply of app.db.all<{ id: number }>('SELECT id FROM messages WHERE parent_id = ?', id)) {
    app.messages.remove(reply.id);
  }
  app.messages.remove(id);
}

/** Removes a group with its members, bans, conversation and messages. */
export function removeGroup(app: App, guid: string): void {
  const conversation = app.conversations.find('group', '', guid);
  if (conversation) removeConversation(app, conversation);
  app.groups.remove(guid);
}
