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
