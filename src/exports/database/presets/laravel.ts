import { byFlag, type Preset } from './preset.ts';

/** Packages for Laravel. */

const users = { table: 'users', id: 'id', name: 'name', email: 'email', createdAt: 'created_at' };

/** The first form has no conversations: two people write to each other. */
export const chatify: readonly Preset[] = [
  {
    own: { ch_messages: ['from_id', 'to_id', 'body', 'attachment', 'seen'] },
    shape: {
      users,
      messages: {
        table: 'ch_messages',
        id: 'id',
        sender: 'from_id',
        receiver: 'to_id',
        text: 'body',
        time: 'created_at',
        markup: 'entities',
        filePath: { column: 'attachment', json: 'new_name' },
        fileName: { column: 'attachment', json: 'old_name' },
        // Forks have groups, whose ids are the same numbers.
        where: { type: { not: ['group'] } },
      },
    },
  },
  {
    own: {
      ch_messages: ['conversation_id', 'user_id', 'kind', 'body', 'attachment'],
      ch_conversations: ['type', 'created_by'],
      ch_conversation_participants: ['conversation_id', 'user_id'],
    },
    shape: {
      users,
      conversations: {
        table: 'ch_conversations',
        id: 'id',
        type: 'type',
        types: { direct: 'direct', group: 'private' },
        name: 'name',
        description: 'description',
        owner: 'created_by',
        createdAt: 'created_at',
      },
      participants: {
        table: 'ch_conversation_participants',
        conversation: 'conversation_id',
        user: 'user_id',
        role: 'role',
        joinedAt: 'created_at',
      },
      messages: {
        table: 'ch_messages',
        id: 'id',
        conversation: 'conversation_id',
        sender: 'user_id',
        text: 'body',
        time: 'created_at',
        kind: 'kind',
        parent: 'reply_to_message_id',
        editedAt: 'edited_at',
        deletedAt: 'deleted_at',
        filePath: { column: 'attachment', json: 'new_name' },
        fileName: { column: 'attachment', json: 'old_name' },
      },
    },
  },
];

export const laravelMessenger: Preset = {
  own: {
    '*threads': ['subject'],
    '*participants': ['thread_id', 'user_id', 'last_read'],
    '*messages': ['thread_id', 'user_id', 'body'],
  },
  shape: {
    users,
    conversations: {
      table: '*threads',
      id: 'id',
      name: 'subject',
      createdAt: 'created_at',
      deletedAt: 'deleted_at',
    },
    participants: {
      table: '*participants',
      conversation: 'thread_id',
      user: 'user_id',
      joinedAt: 'created_at',
      leftAt: 'deleted_at',
    },
    messages: {
      table: '*messages',
      id: 'id',
      conversation: 'thread_id',
      sender: 'user_id',
      text: 'body',
      time: 'created_at',
      deletedAt: 'deleted_at',
    },
  },
};

/** Whoever takes part may be of several tables: `messageable_type` beside the id says of which. */
export const musonza: Preset = {
  own: {
    chat_participation: ['conversation_id', 'messageable_id', 'messageable_type'],
    chat_messages: ['conversation_id', 'participation_id', 'body'],
    chat_conversations: ['private', 'direct_message', 'data'],
  },
  shape: {
    users,
    conversations: {
      table: 'chat_conversations',
      id: 'id',
      type: 'private',
      types: byFlag('private', 'public'),
      isDirect: 'direct_message',
      name: { column: 'data', json: 'title' },
      createdAt: 'created_at',
    },
    participants: {
      table: 'chat_participation',
      conversation: 'conversation_id',
      user: 'messageable_id',
      joinedAt: 'created_at',
      leftAt: 'deleted_at',
    },
    messages: {
      table: 'chat_messages',
      id: 'id',
      conversation: 'conversation_id',
      sender: { column: 'messageable_id', join: { table: 'chat_participation', on: 'participation_id' } },
      text: 'body',
      time: 'created_at',
      kind: 'type',
      encrypted: 'is_encrypted',
    },
  },
};
