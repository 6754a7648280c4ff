/** The parts of a chat, in the order in which they are read. */
export const roleNames = [
  'users',
  'conversations',
  'participants',
  'messages',
  'reactions',
  'attachments',
] as const;
export type RoleName = (typeof roleNames)[number];

/** The usual names of a table, and of its columns by what they are; letters and digits alone count. */
type Usual = {
  readonly tables: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
};

const ID = ['id', 'uuid', '_id'];
const CREATED = [
  'createdat',
  'created',
  'creationdate',
  'datecreated',
  'createdon',
  'inserteddate',
  'createat',
  'insertedat',
];
const DELETED = ['deletedat', 'removedat', 'deleted', 'isdeleted', 'deleteat', 'removed'];
/** Of a table that says it twice, the other column. */
const ALSO_DELETED = [...DELETED, 'isremoved', 'deletedforeveryone', 'isunsent', 'unsentat', 'recalledat'];

/** Of several, those that are empty say nothing. */
const NAMES = ['displayname', 'fullname', 'nickname', 'name', 'username', 'uname', 'login'];

const conversationOf = [
  'conversationid',
  'roomid',
  'channelid',
  'chatid',
  'chatroomid',
  'groupid',
  'threadid',
  'messagegroupid',
  'chatgroupid',
  'messagethreadid',
  'dialogid',
  'ticketid',
  'supportticketid',
  'convid',
  'cidfk',
  'conversationidfk',
  'conversation',
  'room',
  'channel',
  'chatroom',
  'roomname',
];
const userOf = [
  'userid',
  'memberid',
  'accountid',
  'participantid',
  'personid',
  'profileid',
  'uid',
  'userfk',
  'useridfk',
  'user',
];
const messageOf = ['messageid', 'chatmessageid', 'postid', 'msgid', 'message'];

/** Names that home-grown chats usually give their tables and columns, most usual first. */
export const usual: Readonly<Record<RoleName, Usual>> = {
  users: {
    tables: [
      'users',
      'user',
      'chatusers',
      'appusers',
      'people',
      'accounts',
      'profiles',
      'customers',
      'authusers',
      'members',
      'userprofiles',
      'userinfo',
    ],
    columns: {
      id: [...ID, 'uniqueid', 'userid', 'uid', 'memberid', 'profileid', 'accountid', 'customerid', 'personid'],
      name: NAMES,
      firstName: ['firstname', 'givenname', 'fname'],
      lastName: ['lastname', 'surname', 'familyname', 'lname'],
      otherName: NAMES,
      anotherName: NAMES,
      avatar: [
        'avatarurl',
        'avatar',
        'profileimageurl',
        'profilepictureurl',
        'photourl',
        'imageurl',
        'pictureurl',
      ],
      email: ['email', 'emailaddress', 'mail'],
      bot: ['isbot', 'bot'],
      statusMessage: ['statusmessage', 'statustext'],
      createdAt: [...CREATED, 'registeredat', 'joinedat'],
      lastActiveAt: ['lastactiveat', 'lastseenat', 'lastseen', 'lastactivityat', 'lastonlineat'],
      deactivatedAt: ['deactivatedat', 'disabledat', ...DELETED],
    },
  },
  conversations: {
    tables: [
      'conversations',
      'conversation',
      'chatrooms',
      'rooms',
      'room',
      'channels',
      'channel',
      'chats',
      'chatconversations',
      'groups',
      'chatgroups',
      'threads',
      'messagegroups',
      'messagethreads',
      'dialogs',
      'supporttickets',
      'tickets',
    ],
    columns: {
      id: [...ID, ...conversationOf, 'cid', 'gid', 'rid', 'tid'],
      type: [
        'type',
        'conversationtype',
        'kind',
        'roomtype',
        'channeltype',
        'chattype',
        'visibility',
        'isprivate',
        'isgroup',
        'isdirect',
        'ispublic',
        'isgroupchat',
        'isdm',
      ],
      isPrivate: ['isprivate', 'private'],
      isPublic: ['ispublic', 'public'],
      name: ['name', 'title', 'displayname', 'subject', 'label', 'topic', 'groupname', 'roomname', 'chatname'],
      icon: ['iconurl', 'icon', 'avatarurl', 'avatar', 'imageurl', 'coverurl'],
      description: ['description', 'purpose'],
      owner: ['ownerid', 'owner', 'createdby', 'creatorid', 'createdbyid', 'creator'],
      createdAt: CREATED,
      archived: ['archivedat', 'archived', 'isarchived', 'closedat', 'isclosed', 'frozen'],
      deletedAt: DELETED,
    },
  },
  participants: {
    tables: [
      'participants',
      'conversationparticipants',
      'conversationmembers',
      'conversationusers',
      'roommembers',
      'roomusers',
      'roomparticipants',
      'chatroomparticipants',
      'chatroommembers',
      'chatroomusers',
      'channelmembers',
      'channelusers',
      'chatmembers',
      'chatparticipants',
      'chatusers',
      'members',
      'memberships',
      'groupmembers',
      'userconversations',
      'userrooms',
      'subscriptions',
      'participant',
      'member',
      'groupusers',
      'messagegroupmembers',
      'messagegroupusers',
      'threadparticipants',
      'usergroups',
      'userchats',
    ],
    columns: {
      conversation: conversationOf,
      user: userOf,
      role: ['role', 'memberrole', 'scope', 'isadmin'],
      joinedAt: ['joinedat', 'joined', 'addedat', ...CREATED],
      leftAt: ['leftat', 'left', ...DELETED],
      removedAt: DELETED,
      banned: ['isbanned', 'banned', 'bannedat'],
    },
  },
  messages: {
    tables: [
      'messages',
      'message',
      'chatmessages',
      'conversationmessages',
      'roommessages',
      'channelmessages',
      'chatmessage',
      'directmessages',
      'privatemessages',
      'usermessages',
      'singlemessages',
      'groupmessages',
      'ticketmessages',
      'posts',
      'chatrecords',
      'chathistory',
      'chatlogs',
      'conversationreplies',
      'conversationreply',
      'chats',
      'msgs',
    ],
    columns: {
      id: [...ID, 'messageid', 'chatmessageid', 'postid', 'msgid', 'crid', 'mid', 'message', 'chatid'],
      conversation: conversationOf,
      receiver: [
        'receiverid',
        'recipientid',
        'touserid',
        'toid',
        'incomingmsgid',
        'recvid',
        'receiveruserid',
        'recipientuserid',
        'receiver',
        'recipient',
        'touser',
        'userto',
        'to',
      ],
      sender: [
        'senderid',
        'authorid',
        'fromuserid',
        'userid',
        'fromid',
        'createdby',
        'createdbyid',
        'sender',
        'author',
        'fromuser',
        'outgoingmsgid',
        'byid',
        'sendid',
        'senderuserid',
        'userfrom',
        'from',
        'participantid',
        'profileid',
        'useridfk',
        'user',
        'username',
        'nickname',
      ],
      senderName: ['sendername', 'authorname'],
      text: [
        'body',
        'text',
        'content',
        'message',
        'messagetext',
        'messagebody',
        'messagecontent',
        'msg',
        'msgtext',
        'chatmessage',
        'chattext',
        'reply',
      ],
      time: [
        ...CREATED,
        'sentat',
        'sent',
        'timestamp',
        'senttime',
        'sentdate',
        'time',
        'date',
        'ts',
        'postedat',
        'posted',
        'datesent',
        'dateadded',
        'sendtime',
        'createtime',
        'createdtime',
        'datetime',
        'messagetime',
        'messagedate',
        'msgtime',
        'chattime',
      ],
      parent: [
        'parentid',
        'parentmessageid',
        'replytoid',
        'replyto',
        'replytomessageid',
        'inreplyto',
        'threadrootid',
        'rootid',
      ],
      kind: ['kind', 'type', 'messagetype', 'msgtype'],
      editedAt: ['editedat', 'edited', 'isedited', 'editat'],
      encrypted: ['isencrypted'],
      deletedAt: DELETED,
      isDeleted: ALSO_DELETED,
      status: ['status', 'state', 'messagestatus'],
      pinned: ['pinnedat', 'ispinned', 'pinned'],
      internal: ['isinternal', 'internal', 'isinternalnote', 'internalnote'],
      privateNote: ['isprivatenote', 'privatenote'],
      private: ['isprivate', 'private'],
      note: ['isnote'],
      whisper: ['iswhisper', 'whisper'],
      deliveredAt: ['deliveredat'],
      readAt: ['readat', 'seenat'],
      fileUrl: ['attachmenturl', 'fileurl', 'mediaurl', 'imageurl'],
      fileName: ['attachmentname', 'filename'],
      fileType: ['attachmenttype', 'mimetype', 'filetype', 'mediatype'],
    },
  },
  reactions: {
    tables: [
      'reactions',
      'messagereactions',
      'chatmessagereactions',
      'reaction',
      'messagelikes',
      'postreactions',
    ],
    columns: {
      message: messageOf,
      user: userOf,
      reaction: ['emoji', 'reaction', 'emojiname', 'emojicode', 'type', 'value', 'name'],
      at: ['reactedat', ...CREATED],
      deletedAt: DELETED,
      isDeleted: ALSO_DELETED,
    },
  },
  attachments: {
    tables: [
      'attachments',
      'messageattachments',
      'chatattachments',
      'files',
      'messagefiles',
      'uploads',
      'attachment',
      'media',
    ],
    columns: {
      message: messageOf,
      url: ['url', 'fileurl', 'href', 'link', 'publicurl', 'downloadurl', 'src'],
      path: ['path', 'filepath', 'storagekey', 'objectkey', 'key', 's3key'],
      name: ['filename', 'originalname', 'originalfilename', 'name', 'title'],
      type: ['mimetype', 'contenttype', 'filetype', 'mime', 'type'],
      size: ['bytesize', 'filesize', 'size', 'sizebytes', 'bytes', 'length'],
      deletedAt: DELETED,
      isDeleted: ALSO_DELETED,
    },
  },
};

/** Fields of a message which say that only some of those inside may see it: each column that there is counts. */
export const internalFields = ['internal', 'privateNote', 'private', 'note', 'whisper'] as const;

/** Without these, a table is not what its name says. */
export const needed: Readonly<Record<RoleName, readonly (readonly string[])[]>> = {
  users: [['id']],
  conversations: [['id']],
  participants: [['conversation'], ['user']],
  messages: [['id'], ['conversation', 'receiver'], ['sender'], ['text', 'fileUrl', 'filePath'], ['time']],
  reactions: [['message'], ['user'], ['reaction']],
  attachments: [['message'], ['url', 'path']],
};

/** Names of two columns with the two people of a conversation. */
export const usualPairs: readonly (readonly [string, string])[] = [
  ['userone', 'usertwo'],
  ['useroneid', 'usertwoid'],
  ['user1', 'user2'],
  ['user1id', 'user2id'],
  ['userid1', 'userid2'],
  ['usera', 'userb'],
  ['useraid', 'userbid'],
  ['firstuser', 'seconduser'],
  ['firstuserid', 'seconduserid'],
  ['firstpersonid', 'secondpersonid'],
  ['person1', 'person2'],
  ['participant1', 'participant2'],
  ['participant1id', 'participant2id'],
  ['participantone', 'participanttwo'],
  ['participantoneid', 'participanttwoid'],
  ['member1id', 'member2id'],
  ['senderid', 'receiverid'],
  ['sender', 'receiver'],
  ['senderid', 'recipientid'],
  ['fromuserid', 'touserid'],
  ['fromid', 'toid'],
  ['initiatorid', 'recipientid'],
  ['creatorid', 'participantid'],
  ['buyerid', 'sellerid'],
  ['customerid', 'agentid'],
  ['userid', 'friendid'],
];

/** Names of a column with all members of a conversation. */
export const usualMemberLists: readonly string[] = [
  'members',
  'participants',
  'memberids',
  'participantids',
  'userids',
  'users',
];

/** The part of a name that counts. */
export const plainColumnName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The same of the name of a table, which may begin with a word for tables. */
export const plainTableName = (name: string): string => plainColumnName(name.replace(/^(?:tbl|tb)_?/i, ''));

/** The columns of a table by what their names say that they are, each once. */
export function usualColumns(name: RoleName, columns: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const plain = new Map(columns.map((column) => [column, plainColumnName(column)]));
  for (const [field, names] of Object.entries(usual[name].columns)) {
    if (field === 'receiver' && found.has('conversation')) continue;
    const free = columns.filter((column) => ![...found.values()].includes(column));
    const column = names.map((wanted) => free.find((each) => plain.get(each) === wanted)).find(Boolean);
    if (column !== undefined) found.set(field, column);
  }
  return found;
}
