/** The parts of a chat, in the order in which they are read. */
const roleNames = ['users', 'conversations', 'participants', 'messages', 'reactions', 'attachments'] as const;
export type RoleName = (typeof roleNames)[number];

/** The usual names of a table, and of its columns by what they are; letters and digits alone count. */
type Usual = {
  readonly tables: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
};

const words = (text: string): readonly string[] => text.split(' ');

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
  'conversationsid',
  'roomsid',
  'chatroomsid',
  'chatsid',
  'groupsid',
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
  'usersid',
  'participantsid',
  'membersid',
  'user',
];
const messageOf = ['messageid', 'chatmessageid', 'postid', 'msgid', 'message'];

/** Names that home-grown chats usually give their tables and columns, most usual first. */
export const usual: Readonly<Record<RoleName, Usual>> = {
  users: {
    tables: words(
      'users user chatusers appusers people accounts profiles customers authusers aspnetusers members userprofiles userinfo',
    ),
    columns: {
      id: [...ID, ...words('uniqueid userid uid memberid profileid accountid customerid personid')],
      name: NAMES,
      firstName: ['firstname', 'givenname', 'fname'],
      lastName: ['lastname', 'surname', 'familyname', 'lname'],
      otherName: NAMES,
      anotherName: NAMES,
      avatar: words('avatarurl avatar profileimageurl profilepictureurl photourl imageurl pictureurl'),
      email: ['email', 'emailaddress', 'mail'],
      bot: ['isbot', 'bot'],
      statusMessage: ['statusmessage', 'statustext'],
      createdAt: [...CREATED, 'registeredat', 'joinedat'],
      lastActiveAt: ['lastactiveat', 'lastseenat', 'lastseen', 'lastactivityat', 'lastonlineat'],
      deactivatedAt: ['deactivatedat', 'disabledat', ...DELETED],
    },
  },
  conversations: {
    tables: words(
      'conversations conversation chatrooms rooms room channels channel chats chatconversations groups chatgroups threads messagegroups messagethreads dialogs supporttickets tickets',
    ),
    columns: {
      id: [...ID, ...conversationOf, 'cid', 'gid', 'rid', 'tid'],
      type: words(
        'type conversationtype kind roomtype channeltype chattype visibility isprivate isgroup isdirect ispublic isgroupchat isdm',
      ),
      isPrivate: ['isprivate', 'private'],
      isPublic: ['ispublic', 'public'],
      name: words('name title displayname subject label topic groupname roomname chatname'),
      icon: ['iconurl', 'icon', 'avatarurl', 'avatar', 'imageurl', 'coverurl'],
      description: ['description', 'purpose'],
      owner: ['ownerid', 'owner', 'createdby', 'creatorid', 'createdbyid', 'creator'],
      createdAt: CREATED,
      archived: ['archivedat', 'archived', 'isarchived', 'closedat', 'isclosed', 'frozen'],
      deletedAt: DELETED,
    },
  },
  participants: {
    tables: words(
      'participants conversationparticipants conversationmembers conversationusers roommembers roomusers roomparticipants chatroomparticipants chatroommembers chatroomusers channelmembers channelusers chatmembers chatparticipants chatusers members memberships groupmembers userconversations userrooms subscriptions participant member groupusers messagegroupmembers messagegroupusers threadparticipants usergroups userchats',
    ),
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
    tables: words(
      'messages message chatmessages conversationmessages roommessages channelmessages chatmessage directmessages privatemessages usermessages singlemessages groupmessages ticketmessages posts chatrecords chathistory chatlogs conversationreplies conversationreply chats msgs',
    ),
    columns: {
      id: [...ID, 'messageid', 'chatmessageid', 'postid', 'msgid', 'crid', 'mid'],
      conversation: conversationOf,
      receiver: words(
        'receiverid recipientid touserid toid incomingmsgid recvid receiveruserid recipientuserid receiver recipient touser userto to users participants members',
      ),
      sender: words(
        'senderid authorid fromuserid userid fromid createdby createdbyid sender author fromuser outgoingmsgid byid sendid senderuserid userfrom from participantid participationid membershipid memberid profileid useridfk user username nickname',
      ),
      senderName: ['sendername', 'authorname'],
      text: words(
        'body text content message messagetext messagebody messagecontent msg msgtext chatmessage chattext reply',
      ),
      time: [
        ...CREATED,
        ...words(
          'sentat sent timestamp senttime sentdate time date ts postedat posted datesent dateadded sendtime createtime createdtime datetime messagetime messagedate msgtime chattime',
        ),
      ],
      parent: words(
        'parentid parentmessageid replytoid replyto replytomessageid inreplyto threadrootid rootid',
      ),
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
    tables: words(
      'attachments messageattachments chatattachments files messagefiles uploads attachment media',
    ),
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

/** The part of a name that counts. */
export const plainColumnName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
