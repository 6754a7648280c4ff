/** Users, chats and members beside the messages. */
const BESIDE = {
  users: {
    path: 'users/{user}',
    name: ['name', 'displayName', 'username'],
    avatar: ['avatar', 'photoURL', 'photoUrl', 'imageUrl', 'profile_picture'],
    createdAt: 'createdAt',
  },
  conversations: {
    path: 'chats/{conversation}',
    name: ['title', 'name'],
    createdAt: 'createdAt',
    owner: ['owner', 'createdBy'],
    type: 'type',
    public: ['public', 'open', 'channel'],
    direct: ['dm', 'direct', 'groupdm', 'self', 'private1to1'],
    members: ['members', 'participants', 'users', 'userIds'],
    ignore: ['lastMessage', 'timestamp'],
    deleted: ['deleted', 'deletedAt', 'isDeleted'],
  },
  members: { path: 'members/{conversation}/{user}' },
} as const;

/** Marks that apps put beside the fields of every layout. */
const MARKS = {
  deleted: ['deleted', 'deletedAt', 'isDeleted', 'removed', 'deletedForEveryone', 'metadata.deleted'],
  internal: ['internal', 'isInternal', 'private', 'isPrivate', 'isNote', 'internalNote'],
} as const;

const MESSAGE = {
  ...MARKS,
  sender: ['senderId', 'userId', 'uid', 'from', 'name'],
  senderName: ['senderName', 'name'],
  time: ['timestamp', 'createdAt', 'date'],
  editedAt: 'editedAt',
  text: ['text', 'message', 'body'],
  type: 'type',
  system: ['system'],
  parent: 'replyTo',
  file: ['fileUrl', 'imageUrl', 'photoUrl'],
  reactions: 'reactions',
} as const;

/** The layouts of chats that many apps have, as pipeline files declare them. */
export const presets = {
  /** The Flutter package of this name, on Firestore. */
  flutter_firebase_chat_core: {
    users: {
      path: 'users/{user}',
      name: { join: ['firstName', 'lastName'] },
      avatar: 'imageUrl',
      createdAt: 'createdAt',
      lastActiveAt: 'lastSeen',
      ignore: ['updatedAt'],
    },
    conversations: {
      path: 'rooms/{conversation}',
      name: 'name',
      icon: 'imageUrl',
      createdAt: 'createdAt',
      type: 'type',
      public: ['channel'],
      direct: ['direct'],
      members: 'userIds',
      roles: 'userRoles',
      archived: 'metadata.archived',
      ignore: ['updatedAt', 'lastMessages'],
    },
    messages: {
      ...MARKS,
      path: 'rooms/{conversation}/messages/{message}',
      sender: 'authorId',
      time: 'createdAt',
      editedAt: 'updatedAt',
      text: 'text',
      type: 'type',
      system: ['system'],
      parent: ['repliedMessage.id', 'repliedMessage'],
      file: 'uri',
      fileName: 'name',
      fileType: 'mimeType',
      fileSize: 'size',
      reactions: 'reactions',
      ignore: ['status', 'previewData', 'roomId', 'remoteId'],
    },
  },
  /** Chat SDK, on the Realtime Database below a root of its own. */
  'chat-sdk': {
    root: '*',
    users: {
      path: 'users/{user}/meta',
      name: 'name',
      avatar: ['pictureURL', 'avatarURL'],
      statusMessage: 'status',
      ignore: ['name-lowercase', 'pictureURLThumbnail'],
    },
    conversations: {
      path: 'threads/{conversation}/meta',
      name: 'name',
      icon: ['image-url', 'image_url'],
      createdAt: ['creation-date', 'created'],
      type: ['type', 'type_v4'],
      owner: ['creator', 'creator-entity-id'],
      public: ['4', '12'],
      direct: ['2', '10'],
    },
    members: { path: 'threads/{conversation}/users/{user}', scope: 'status' },
    messages: {
      ...MARKS,
      path: 'threads/{conversation}/messages/{message}',
      sender: ['from', 'user-firebase-id'],
      time: 'date',
      type: ['type', 'type_v4'],
      text: ['meta.text', 'json_v2.text', 'JSON.text', 'payload'],
      file: ['meta.image-url', 'meta.audio-url', 'meta.video-url', 'meta.file-url', 'json_v2.image-url'],
      parent: 'reply',
      ignore: ['to', 'read', 'meta', 'json_v2', 'JSON', 'userName', 'user-name'],
      senderName: ['userName', 'user-name'],
    },
  },
  /** Chats, their members and their messages beside each other, as in the guide of the Realtime Database. */
  chats: { ...BESIDE, messages: { path: 'messages/{conversation}/{message}', ...MESSAGE } },
  /** The same with all messages in one collection, each with the id of its chat. */
  flat: {
    ...BESIDE,
    messages: {
      path: 'messages/{message}',
      conversation: ['chatId', 'conversationId', 'roomId', 'groupId', 'channelId', 'threadId'],
      ...MESSAGE,
    },
  },
  /** One room for everybody, as in the FriendlyChat codelab. */
  friendlychat: {
    messages: {
      ...MARKS,
      path: 'messages/{message}',
      sender: ['uid', 'name'],
      senderName: 'name',
      time: 'timestamp',
      text: 'text',
      file: ['imageUrl', 'photoUrl'],
      ignore: ['profilePicUrl', 'storageUri'],
    },
  },
} as const;

export type Preset = keyof typeof presets;
