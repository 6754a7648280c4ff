import { byFlag, type Preset } from './preset.ts';

/** Chats as the best known guides to a framework build them. */

const djangoUsers = {
  table: [
    'auth_user',
    'accounts_user',
    'account_user',
    'users_user',
    'accounts_customuser',
    'users_customuser',
  ],
  id: 'id',
  name: [['first_name', 'last_name'], 'username', 'email'],
  email: 'email',
  createdAt: 'date_joined',
  lastActiveAt: 'last_login',
};

/** The names of tables begin with that of the app. */
export const django: readonly Preset[] = [
  {
    own: {
      '*_thread': ['first_person_id', 'second_person_id'],
      '*_chatmessage': ['thread_id', 'user_id', 'message', 'timestamp'],
    },
    shape: {
      users: djangoUsers,
      conversations: {
        table: '*_thread',
        id: 'id',
        members: { columns: ['first_person_id', 'second_person_id'] },
        createdAt: 'timestamp',
      },
      messages: {
        table: '*_chatmessage',
        id: 'id',
        conversation: 'thread_id',
        sender: 'user_id',
        text: 'message',
        time: 'timestamp',
      },
    },
  },
  {
    own: {
      '*_room': ['name'],
      '*_room_members': ['room_id', 'user_id'],
      '*_message': ['room_id', 'user_id', 'content', 'timestamp'],
    },
    shape: {
      users: djangoUsers,
      conversations: { table: '*_room', id: 'id', name: 'name', createdAt: 'created_at' },
      participants: { table: '*_room_members', conversation: 'room_id', user: 'user_id' },
      messages: {
        table: '*_message',
        id: 'id',
        conversation: 'room_id',
        sender: 'user_id',
        text: 'content',
        time: 'timestamp',
      },
    },
  },
];

export const supabase: Preset = {
  own: {
    profiles: ['username'],
    room_participants: ['profile_id', 'room_id'],
    messages: ['profile_id', 'room_id', 'content'],
  },
  shape: {
    users: { table: 'profiles', id: 'id', name: 'username', avatar: 'avatar_url', createdAt: 'created_at' },
    conversations: { table: 'rooms', id: 'id', name: 'name', createdAt: 'created_at' },
    participants: {
      table: 'room_participants',
      conversation: 'room_id',
      user: 'profile_id',
      joinedAt: 'created_at',
    },
    messages: {
      table: 'messages',
      id: 'id',
      conversation: 'room_id',
      sender: 'profile_id',
      text: 'content',
      time: 'created_at',
    },
  },
};

export const prisma: Preset = {
  own: {
    _conversationtouser: ['a', 'b'],
    conversation: ['isgroup'],
    message: ['body', 'conversationid', 'senderid'],
    user: ['name'],
  },
  shape: {
    users: { table: 'user', id: 'id', name: 'name', email: 'email', avatar: 'image', createdAt: 'createdat' },
    conversations: {
      table: 'conversation',
      id: 'id',
      type: 'isgroup',
      types: { '': 'direct', ...byFlag('private', 'direct') },
      name: 'name',
      createdAt: 'createdat',
    },
    participants: { table: '_conversationtouser', conversation: 'a', user: 'b' },
    messages: {
      table: 'message',
      id: 'id',
      conversation: 'conversationid',
      sender: 'senderid',
      text: 'body',
      time: 'createdat',
      fileUrl: 'image',
    },
  },
};

const mernUsers = { table: 'users', id: '_id', email: 'email', createdAt: 'createdat' };

/** MongoDB, Express, React and Node: chats with a list of their users; or messages that name both people. */
export const mern: readonly Preset[] = [
  {
    own: {
      chats: ['_id', 'isgroupchat', 'users'],
      messages: ['_id', 'sender', 'content', 'chat', 'createdat'],
      users: ['_id', 'name'],
    },
    shape: {
      users: { ...mernUsers, name: 'name', avatar: 'pic' },
      conversations: {
        table: 'chats',
        id: '_id',
        type: 'isgroupchat',
        types: { true: 'private', false: 'direct' },
        name: 'chatname',
        owner: 'groupadmin',
        createdAt: 'createdat',
      },
      participants: { table: 'chats.users', conversation: '$parent', user: '$value' },
      messages: {
        table: 'messages',
        id: '_id',
        conversation: 'chat',
        sender: 'sender',
        text: 'content',
        time: 'createdat',
      },
    },
  },
  {
    own: {
      conversations: ['_id', 'participants', 'messages'],
      messages: ['_id', 'senderid', 'receiverid', 'message', 'createdat'],
      users: ['_id', 'username'],
    },
    shape: {
      users: { ...mernUsers, name: ['fullname', 'name', 'username'], avatar: 'profilepic' },
      messages: {
        table: 'messages',
        id: '_id',
        sender: 'senderid',
        receiver: 'receiverid',
        text: 'message',
        time: 'createdat',
      },
    },
  },
];
