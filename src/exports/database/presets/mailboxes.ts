import type { Preset } from './preset.ts';

/** All of WordPress has the beginning of names that its owner chose. */
export const buddypress: Preset = {
  own: {
    '*bp_messages_messages': ['thread_id', 'sender_id', 'subject', 'message', 'date_sent'],
    '*bp_messages_recipients': ['user_id', 'thread_id', 'unread_count', 'sender_only', 'is_deleted'],
  },
  shape: {
    users: {
      table: '*users',
      id: 'id',
      name: ['display_name', 'user_login'],
      email: 'user_email',
      createdAt: 'user_registered',
    },
    // A conversation is what its messages say: its subject is that of the first one.
    conversations: {
      table: '*bp_messages_messages',
      id: 'thread_id',
      name: 'subject',
      createdAt: 'date_sent',
    },
    participants: { table: '*bp_messages_recipients', conversation: 'thread_id', user: 'user_id' },
    messages: {
      table: '*bp_messages_messages',
      id: 'id',
      conversation: 'thread_id',
      sender: 'sender_id',
      text: 'message',
      time: 'date_sent',
      isDeleted: 'is_deleted',
    },
  },
};

/** Each message has a receipt for its author, and one for each of those who got it: these are in the conversation. */
export const mailboxer: Preset = {
  own: {
    mailboxer_conversations: ['subject'],
    mailboxer_notifications: ['type', 'body', 'sender_id', 'sender_type', 'conversation_id', 'draft'],
    mailboxer_receipts: ['receiver_id', 'receiver_type', 'notification_id', 'mailbox_type'],
  },
  shape: {
    users: { table: 'users', id: 'id', name: 'name', email: 'email', createdAt: 'created_at' },
    conversations: {
      table: 'mailboxer_conversations',
      id: 'id',
      name: 'subject',
      createdAt: 'created_at',
    },
    participants: {
      table: 'mailboxer_receipts',
      conversation: {
        column: 'conversation_id',
        join: { table: 'mailboxer_notifications', on: 'notification_id' },
      },
      user: 'receiver_id',
      where: { mailbox_type: { empty: false } },
    },
    messages: {
      table: 'mailboxer_notifications',
      id: 'id',
      conversation: 'conversation_id',
      sender: 'sender_id',
      text: 'body',
      time: 'created_at',
      filePath: 'attachment',
      // Others are notices of the system.
      where: { type: ['Mailboxer::Message', 'Message'], draft: { not: ['1', 't', 'true'] } },
    },
  },
};
