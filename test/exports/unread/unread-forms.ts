import { zipOf } from '../../input/sources/documents/zip-file.ts';

/** The files of a folder. */
export type FilesOf = Readonly<Record<string, string | Uint8Array>>;

const json = (value: unknown): string => JSON.stringify(value, null, 1);
/** Rows as NDJSON. */
export const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The exports of systems without a reader, by system and form: files, and words of the sentence. */
export const SYSTEMS: readonly (readonly [name: string, words: string, files: FilesOf])[] = [
  [
    'mattermost',
    'Mattermost',
    {
      'import.jsonl': lines(
        { type: 'version', version: 1 },
        { type: 'post', post: { team: 't', channel: 'c', user: 'u', message: 'hi', create_at: 1 } },
      ),
    },
  ],
  [
    'mattermost in a zip',
    'Mattermost',
    {
      'export.zip': zipOf([
        { name: 'import.jsonl', content: lines({ type: 'version', version: 1 }) },
        { name: 'data/a.png', content: 'x' },
      ]),
    },
  ],
  [
    'zulip',
    'Zulip',
    {
      'messages-000001.json': json({
        zerver_message: [{ id: 1, sender: 2, recipient: 3, content: 'hi', date_sent: 1.5 }],
        zerver_usermessage: [],
      }),
      'realm.json': json({ zerver_realm: [], zerver_userprofile: [] }),
    },
  ],
  [
    'matrix',
    'Matrix',
    {
      'room.json': json({
        room_name: 'x',
        messages: [
          {
            type: 'm.room.message',
            sender: '@a:hs.test',
            content: { body: 'hi' },
            origin_server_ts: 1,
            event_id: '$1',
          },
        ],
      }),
    },
  ],
  [
    'matrix database',
    'Synapse',
    {
      'synapse.sql':
        '-- PostgreSQL database dump\nCREATE TABLE public.appservice_stream_position (\n  a text\n);\n',
    },
  ],
  [
    'teams',
    'Microsoft Teams',
    {
      'messages_1.json': json([
        {
          Id: '1',
          Body: { ContentType: 'html', Content: 'hi' },
          CreatedDateTime: '2026-01-01T00:00:00Z',
          ChannelIdentity: { TeamId: '1' },
        },
      ]),
    },
  ],
  [
    'teams by Graph',
    'Microsoft Teams',
    {
      'messages.json': json({
        value: [
          {
            id: '1',
            createdDateTime: '2026-01-01T00:00:00Z',
            messageType: 'message',
            from: { user: { id: '1' } },
            body: { content: 'hi' },
          },
        ],
      }),
    },
  ],
  [
    'google-chat',
    'Google Chat',
    {
      'messages.json': json({
        messages: [
          {
            creator: { name: 'Ann', user_type: 'Human' },
            created_date: 'Tuesday, 1 July 2025 at 00:20:20 UTC',
            text: 'hi',
            topic_id: 't',
          },
        ],
      }),
    },
  ],
  [
    'statistics of intercom',
    'content data of Intercom',
    { 'receipt.csv': 'user_id,name,ruleset_id,content_id,receipt_id,received_at\n1,Ann,2,3,4,5\n' },
  ],
  [
    'zendesk',
    'Zendesk',
    {
      'tickets.json': json([
        {
          id: 5,
          via: { channel: 'email' },
          subject: 'hi',
          raw_subject: 'hi',
          comments: [{ id: 6, public: true }],
        },
      ]),
    },
  ],
  [
    'helpscout',
    'Help Scout',
    { 'a.json': json([{ id: 1, mailboxId: 2, primaryCustomer: { id: 3 }, threads: 4 }]) },
  ],
  [
    'groovehq',
    'Groove',
    { 'a.json': json([{ href: 'https://api.groovehq.com/v1/tickets/1', id: 1, messages: [] }]) },
  ],
  [
    'whmcs',
    'WHMCS',
    { 'a.json': json([{ ticketid: '1', replies: { reply: [{ replyid: '0', requestor_type: 'Owner' }] } }]) },
  ],
  [
    'gorgias',
    'Gorgias',
    {
      'messages.csv':
        'id,subject,body_text,sent_datetime,customer_id,sender_info\n1,hi,hi,2022-10-05 15:38:40,2,{}\n',
    },
  ],
  [
    'tidio',
    'Tidio',
    {
      'messages.csv':
        'CONVERSATION_ID,THREAD_ID,TIME_SENT,CHANNEL,SENDER,MESSAGE_CONTENT,NAME\n1,2,2024-04-17T15:19:13Z,chat,visitor,hi,\n',
    },
  ],
  [
    'xmpp',
    'XMPP',
    {
      'server.xml':
        "<?xml version='1.0'?>\n<server-data xmlns='urn:xmpp:pie:0'><host jid='a.test'/></server-data>",
    },
  ],
  [
    'xmpp database',
    'Openfire',
    {
      'of.sql':
        '-- MySQL dump 10.13\nCREATE TABLE `ofMucRoom` (\n  `roomID` bigint NOT NULL\n);\nINSERT INTO `ofMucRoom` VALUES (1);\n',
    },
  ],
  [
    'facebook',
    'Facebook Messenger',
    {
      'inbox/a/message_1.json': json({
        participants: [{ name: 'Ann' }],
        messages: [{ sender_name: 'Ann', timestamp_ms: 1, content: 'hi' }],
      }),
    },
  ],
  [
    'facebook, end to end',
    'Facebook Messenger',
    {
      'a_1.json': json({
        participants: ['Ann'],
        threadName: 'x',
        messages: [{ senderName: 'Ann', text: 'hi', timestamp: 1, isUnsent: false }],
      }),
    },
  ],
  [
    'instagram',
    'Instagram',
    {
      'message_1.json': json({
        participants: [{ name: 'Ann' }],
        messages: [
          { sender_name: 'Ann', timestamp_ms: 1, photos: [{ uri: 'your_instagram_activity/a.jpg' }] },
        ],
      }),
    },
  ],
  [
    'chatkit',
    'Chatkit',
    {
      'messages.ndjson': lines({
        id: 1,
        sender_id: 'a',
        room_id: 'r',
        parts: [{ part_type: 'inline', payload: { content: 'hi' } }],
      }),
    },
  ],
  [
    'talkjs',
    'TalkJS',
    {
      'messages.json': json({
        data: [
          {
            id: 'm',
            conversationId: 'c',
            senderId: 'a',
            text: 'hi',
            referencedMessageId: null,
            createdAt: 1,
          },
        ],
      }),
    },
  ],
  [
    'quickblox',
    'QuickBlox or ConnectyCube',
    {
      'messages.json': json({
        items: [{ _id: '1', chat_dialog_id: '2', sender_id: 3, message: 'hi', date_sent: 4 }],
      }),
    },
  ],
  [
    'pubnub',
    'PubNub',
    {
      'history.json': json({
        channels: { c1: [{ message: { text: 'hi' }, timetoken: '17513280000000000', uuid: 'a' }] },
      }),
    },
  ],
  [
    'rocketchat, REST API',
    'an answer of the REST API of Rocket.Chat',
    {
      'history.json': json({
        messages: [{ _id: '1', rid: 'r', msg: 'hi', _updatedAt: '2026-01-01T00:00:00Z' }],
        success: true,
      }),
    },
  ],
  [
    'gitter',
    'Gitter',
    {
      'room.json': json([
        { id: '1', text: 'hi', html: 'hi', sent: '2016-06-02T20:57:00Z', fromUser: { id: 'a' }, readBy: 3 },
      ]),
    },
  ],
  [
    'skype',
    'Skype',
    {
      'messages.json': json({
        userId: 'a',
        conversations: [
          {
            MessageList: [
              {
                id: '1',
                originalarrivaltime: '2026-01-01T00:00:00Z',
                messagetype: 'RichText',
                content: 'hi',
                from: 'b',
              },
            ],
          },
        ],
      }),
    },
  ],
  [
    'irc by irssi',
    'IRC',
    {
      '#chat.log':
        '--- Log opened Tue Jul 01 00:00:00 2025\n00:00 < ann> hi\n00:01 -!- ben [~b@host] has joined #chat\n00:02 < ben> ho\n',
    },
  ],
  [
    'irc by ZNC',
    'IRC',
    {
      '#chat/2025-07-01.log':
        '[00:00:00] <ann> hi\n[00:01:00] *** Joins: ben (~b@host)\n[00:02:00] <ben> ho\n[00:03:00] * ben waves\n',
    },
  ],
  [
    'irc by WeeChat',
    'IRC',
    {
      'irc.weechatlog':
        '2025-07-01 00:00:00\tann\thi\n2025-07-01 00:01:00\t-->\tben has joined #chat\n2025-07-01 00:02:00\tben\tho\n2025-07-01 00:03:00\tben\tha\n',
    },
  ],
  [
    'line',
    'LINE',
    {
      'line.txt':
        '[LINE] Chat history with Ann\nSaved on: 2026/01/01 10:00\n\n2026/01/01(Thu)\n10:00\tAnn\thi\n',
    },
  ],
  [
    'kakaotalk',
    'KakaoTalk',
    {
      'kakao.txt':
        '팀 님과 카카오톡 대화\n저장한 날짜 : 2026-01-01 10:00:00\n\n--------------- 2026년 1월 1일 ---------------\n[Ann] [오전 10:00] hi\n',
    },
  ],
];
