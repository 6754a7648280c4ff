import { last } from './csv-kinds.ts';
import { type Kind, notice } from './kind.ts';

/** What is worth a look in a history and keeps nothing from landing. */
export const historyKinds: readonly Kind[] = [
  {
    name: 'notice: a message before the one that stands before it',
    rows: (cast) => {
      const sentAt = cast.at + 50;
      return [
        cast.good('messages', { sentAt: cast.at + 100 }),
        cast.good('messages', { sentAt }, notice('MESSAGE.OUT_OF_ORDER', 'sentAt', sentAt)),
      ];
    },
  },
  {
    name: 'notice: two messages of one second, in both directions of a conversation',
    rows: (cast) => {
      const [sentAt, receiverType] = [cast.at + 7, 'user'];
      return [
        cast.good('messages', { receiver: cast.ben, receiverType, sentAt }),
        cast.good(
          'messages',
          { sender: cast.ben, receiver: cast.ann, receiverType, sentAt },
          notice('MESSAGE.SAME_SECOND', 'sentAt', sentAt),
        ),
      ];
    },
  },
  {
    name: 'notice: a message from the future',
    rows: (cast) => [
      cast.good('messages', { sentAt: 3_786_912_000 }, notice('MESSAGE.IN_FUTURE', 'sentAt', 3_786_912_000)),
    ],
  },
  {
    name: 'notice: a sender who is no member',
    rows: (cast) => [
      cast.good('messages', { sender: cast.cy }, notice('MESSAGE.SENDER_NOT_MEMBER', 'sender', cast.cy)),
    ],
  },
  {
    name: 'notice: a reply to nothing',
    rows: (cast) => [
      cast.good(
        'messages',
        { parentMuid: `${cast.team}-gone` },
        notice('MESSAGE.PARENT_UNKNOWN', 'parentMuid', `${cast.team}-gone`),
      ),
    ],
  },
  {
    name: 'notice: a reply that stands before its message',
    rows: (cast) => {
      const parent = cast.cells('messages', { sentAt: cast.at + 100 });
      const parentMuid = String(parent['muid']);
      return [
        cast.good(
          'messages',
          { sentAt: cast.at, parentMuid },
          notice('MESSAGE.BEFORE_PARENT', 'parentMuid', parentMuid),
        ),
        cast.good('messages', parent),
      ];
    },
  },
  {
    name: 'notice: a reply sent before its message, which stands before it',
    rows: (cast) => {
      const parent = cast.cells('messages', { sentAt: cast.at + 100 });
      const parentMuid = String(parent['muid']);
      return [
        cast.good('messages', parent),
        cast.good(
          'messages',
          { sentAt: cast.at, parentMuid },
          notice('MESSAGE.BEFORE_PARENT', 'parentMuid', parentMuid),
          notice('MESSAGE.OUT_OF_ORDER', 'sentAt', cast.at),
        ),
      ];
    },
  },
  {
    name: 'notice: one member more than a group may have',
    rows: (cast) => {
      const guid = cast.largeGroup;
      if (guid === undefined) return [];
      return [last(cast.good('members', { guid }, notice('MEMBER.GROUP_TOO_LARGE', 'guid', guid)))];
    },
  },
  {
    name: 'notice: ids in capitals',
    rows: (cast) => {
      const uid = cast.id().toUpperCase();
      const guid = cast.id().toUpperCase();
      return [
        cast.good('users', { uid }, notice('ID.LOWER_CASED', 'uid', uid)),
        cast.good('groups', { guid }, notice('ID.LOWER_CASED', 'guid', guid)),
      ];
    },
  },
  {
    name: 'good: a conversation in order, with a reply',
    rows: (cast) => {
      const parent = cast.cells('messages', { sentAt: cast.at + 1 });
      return [
        cast.good('messages', parent),
        cast.good('messages', { sender: cast.ben, sentAt: cast.at + 2, parentMuid: parent['muid'] }),
      ];
    },
  },
];
