import type { Preset } from './preset.ts';

const whole: Preset = {
  own: {
    categories: ['read_restricted'],
    chat_messages: ['chat_channel_id', 'user_id', 'in_reply_to_id', 'message', 'cooked'],
    chat_channels: ['chatable_type', 'type', 'status'],
    user_chat_channel_memberships: ['user_id', 'chat_channel_id', 'following'],
  },
  shape: {
    users: {
      table: 'users',
      id: 'id',
      name: ['name', 'username'],
      email: { column: 'email', join: { table: 'user_emails', on: 'id', key: 'user_id' } },
      createdAt: 'created_at',
      lastActiveAt: 'last_seen_at',
      metadata: ['username'],
    },
    conversations: {
      table: 'chat_channels',
      id: 'id',
      type: 'type',
      types: { CategoryChannel: 'public', DirectMessageChannel: 'direct' },
      // Not everybody may see each category: one that is not known is closed.
      isPublic: {
        column: 'read_restricted',
        values: ['f', 'false', '0'],
        join: { table: 'categories', on: 'chatable_id' },
      },
      name: 'name',
      description: 'description',
      createdAt: 'created_at',
      archived: { column: 'status', values: ['3'] },
      deletedAt: 'deleted_at',
    },
    participants: {
      table: 'user_chat_channel_memberships',
      conversation: 'chat_channel_id',
      user: 'user_id',
      joinedAt: 'created_at',
      leftAt: { column: 'following', values: ['f', 'false', '0'] },
    },
    messages: {
      table: 'chat_messages',
      id: 'id',
      conversation: 'chat_channel_id',
      sender: 'user_id',
      text: 'message',
      time: 'created_at',
      parent: 'in_reply_to_id',
      deletedAt: 'deleted_at',
    },
    reactions: {
      table: 'chat_message_reactions',
      message: 'chat_message_id',
      user: 'user_id',
      reaction: 'emoji',
      at: 'created_at',
    },
    attachments: {
      table: 'upload_references',
      message: 'target_id',
      url: { column: 'url', join: { table: 'uploads', on: 'upload_id' } },
      name: { column: 'original_filename', join: { table: 'uploads', on: 'upload_id' } },
      size: { column: 'filesize', join: { table: 'uploads', on: 'upload_id' } },
      where: { target_type: ['ChatMessage', 'Chat::Message'] },
    },
  },
};

const { conversations, ...parts } = whole.shape;
const { categories: _, ...own } = whole.own;

/** A dump of the tables of the chat alone does not say which categories everybody may see: then no channel is public. */
export const discourse: readonly Preset[] = [
  whole,
  {
    own,
    shape: {
      ...parts,
      conversations: {
        ...conversations,
        types: { CategoryChannel: 'private', DirectMessageChannel: 'direct' },
      },
    },
  },
];
