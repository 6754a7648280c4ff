import type { Preset } from './preset.ts';

/** Agents, customers and bots have ids of their own, which are the same numbers. */
export const chatwoot: Preset = {
  own: {
    messages: ['inbox_id', 'conversation_id', 'message_type', 'private', 'content_attributes', 'sender_type'],
    conversations: ['account_id', 'inbox_id', 'assignee_id', 'contact_id', 'display_id'],
    contacts: ['name', 'email', 'phone_number'],
  },
  shape: {
    users: [
      { table: 'users', id: 'id', name: ['display_name', 'name'], email: 'email', createdAt: 'created_at' },
      {
        table: 'contacts',
        id: 'id',
        name: [['name', 'middle_name', 'last_name'], 'email', 'phone_number', 'identifier'],
        email: 'email',
        createdAt: 'created_at',
        lastActiveAt: 'last_activity_at',
      },
      { table: 'agent_bots', id: 'id', name: 'name', createdAt: 'created_at' },
      { table: 'captain_assistants', id: 'id', name: 'name', createdAt: 'created_at' },
    ],
    conversations: {
      table: 'conversations',
      id: 'id',
      // A customer and an agent may have several: each is a group of its own.
      type: 'status',
      types: { '0': 'private', '1': 'private', '2': 'private', '3': 'private' },
      createdAt: 'created_at',
      metadata: ['display_id', 'status'],
    },
    participants: [
      {
        table: 'conversations',
        conversation: 'id',
        user: { column: 'contact_id', of: 'contacts' },
        where: { contact_id: { empty: false } },
      },
      {
        table: 'conversations',
        conversation: 'id',
        user: 'assignee_id',
        where: { assignee_id: { empty: false } },
      },
      { table: 'conversation_participants', conversation: 'conversation_id', user: 'user_id' },
    ],
    messages: {
      table: 'messages',
      id: 'id',
      conversation: 'conversation_id',
      sender: {
        column: 'sender_id',
        type: {
          column: 'sender_type',
          values: {
            User: 'users',
            Contact: 'contacts',
            AgentBot: 'agent_bots',
            'Captain::Assistant': 'captain_assistants',
          },
        },
      },
      text: 'content',
      time: 'created_at',
      kind: 'message_type',
      system: ['2'],
      internal: 'private',
      isDeleted: { column: 'content_attributes', json: 'deleted' },
    },
    attachments: [
      {
        table: 'attachments',
        message: 'message_id',
        url: 'external_url',
        where: { external_url: { empty: false } },
      },
      {
        table: 'active_storage_attachments',
        message: { column: 'message_id', join: { table: 'attachments', on: 'record_id' } },
        path: { column: 'key', join: { table: 'active_storage_blobs', on: 'blob_id' } },
        name: { column: 'filename', join: { table: 'active_storage_blobs', on: 'blob_id' } },
        type: { column: 'content_type', join: { table: 'active_storage_blobs', on: 'blob_id' } },
        size: { column: 'byte_size', join: { table: 'active_storage_blobs', on: 'blob_id' } },
        where: { record_type: 'Attachment' },
      },
    ],
  },
};
