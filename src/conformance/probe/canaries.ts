import type { OwnIds, ProbeUser } from './own-ids.ts';

export type ImportKind = 'users' | 'groups' | 'members' | 'messages';

type Fields = Readonly<Record<string, unknown>>;

/** One row of a probe. */
type Canary = {
  readonly name: string;
  readonly fields: (own: OwnIds) => Fields;
  /** The key of the row in its request, if that is not its id. */
  readonly key?: (id: string) => string;
};

/** One import call of a probe. A service may refuse all of it for one row; the rows then go one by one. */
export type CanaryCall = {
  readonly name: string;
  readonly kind: ImportKind;
  readonly rows: readonly Canary[];
};

/** Users are older than every time in a row, except bob. */
const OLDEST_DAYS = 300;
const GROUP_DAYS = 200;
/** After the creation of the group, before that of bob. */
const BOB_JOINED_DAYS = 150;
const BOB_DAYS = 100;
/** After the creation of cat, before that of the group. */
const CAT_JOINED_DAYS = 250;
const DAN_JOINED_DAYS = 50;

const user = (name: ProbeUser, more: (own: OwnIds) => Fields = () => ({}), key?: Canary['key']): Canary => ({
  name,
  fields: (own) => ({
    uid: own.uid(name),
    name: 'chatferry probe',
    createdAt: own.daysAgo(OLDEST_DAYS),
    ...more(own),
  }),
  ...(key ? { key } : {}),
});

/** More than 100 units of UTF-16, and less than 100 characters. */
const WIDE_CHARS = 60;

const member = (name: ProbeUser, joinedDays?: number): Canary => ({
  name: `member ${name}`,
  fields: (own) => ({
    memberId: `${own.guid}_member_${own.uid(name)}`,
    guid: own.guid,
    uid: own.uid(name),
    scope: 'participant',
    ...(joinedDays === undefined ? {} : { joinedAt: own.daysAgo(joinedDays) }),
  }),
});

/** A message to the group: a text of dan a day ago, unless `more` says otherwise. */
const message = (name: string, more: (own: OwnIds) => Fields = () => ({})): Canary => ({
  name,
  fields: (own) => ({
    muid: own.muid(name),
    sender: own.uid('dan'),
    receiver: own.guid,
    receiverType: 'group',
    category: 'message',
    type: 'text',
    sentAt: own.daysAgo(1),
    data: { text: `chatferry probe: ${name}` },
    ...more(own),
  }),
});

const toUser = (own: OwnIds, name: ProbeUser): Fields => ({
  sender: own.uid('ann'),
  receiver: own.uid(name),
  receiverType: 'user',
});

const mention = (own: OwnIds): Fields => ({ data: { text: `<@uid:${own.uid('sue')}>` } });

const picture = (index: number, size?: string | number): Fields => ({
  url: `https://files.example/${index}.png`,
  name: `${index}.png`,
  mimeType: 'image/png',
  extension: 'png',
  ...(size === undefined ? {} : { size }),
});

const pictures = (count: number, size?: string | number): Fields => ({
  type: 'image',
  data: { attachments: Array.from({ length: count }, (_, index) => picture(index, size)) },
});

/** A muid of so many characters. */
const longMuid = (own: OwnIds, chars: number): string => own.muid('long-').padEnd(chars, 'x');

const SAME_SECOND_DAYS = 2;
const sameSecond = (name: string): Canary =>
  message(`same-${name}`, (own) => ({ sentAt: own.daysAgo(SAME_SECOND_DAYS) }));

/** The messages of one second, in the order in which they are sent; not that of their keys. */
export const SAME_SECOND_ROWS = ['same-c', 'same-a', 'same-b'] as const;

/** The name of a user that the details of a row change, where a service lets them. */
export const CHANGED_NAME = 'chatferry probe, changed';

/** The text of the message whose muid is imported for the second time. */
export const AGAIN_TEXT = 'chatferry probe: again';

/** Every row that a probe writes, in order. */
export const CANARY_CALLS: readonly CanaryCall[] = [
  {
    name: 'users',
    kind: 'users',
    rows: [
      user('ann'),
      user('bob', (own) => ({ createdAt: own.daysAgo(BOB_DAYS) })),
      user('cat'),
      user('dan'),
      user('eve'),
      user('gone', (own) => ({ deactivatedAt: own.daysAgo(1) })),
      user('out'),
      user('sue'),
      user('wide', () => ({ name: '😀'.repeat(WIDE_CHARS) })),
      user('upper', undefined, (id) => id.toUpperCase()),
      user('odd', undefined, (id) => `${id}-key`),
    ],
  },
  {
    name: 'users again',
    kind: 'users',
    rows: [{ name: 'ann again', fields: (own) => ({ uid: own.uid('ann'), name: CHANGED_NAME }) }],
  },
  {
    name: 'groups',
    kind: 'groups',
    rows: [
      {
        name: 'room',
        fields: (own) => ({
          guid: own.guid,
          name: 'chatferry probe',
          type: 'private',
          owner: own.uid('ann'),
          createdAt: own.daysAgo(GROUP_DAYS),
        }),
      },
    ],
  },
  {
    name: 'members',
    kind: 'members',
    rows: [
      member('dan', DAN_JOINED_DAYS),
      member('sue', DAN_JOINED_DAYS),
      member('bob', BOB_JOINED_DAYS),
      member('cat', CAT_JOINED_DAYS),
      member('eve'),
      member('gone', DAN_JOINED_DAYS),
    ],
  },
  {
    name: 'messages',
    kind: 'messages',
    rows: [
      message('latest', (own) => ({ sentAt: own.daysAgo(0) - 60 })),
      ...SAME_SECOND_ROWS.map((name) => sameSecond(name.slice(-1))),
      message('plain'),
      message('direct', (own) => toUser(own, 'out')),
      message('link', () => ({ data: { text: 'https://example.com/' } })),
      message('mention', mention),
      message('mention-named', (own) => ({
        ...mention(own),
        mentionedUserDetails: { [own.uid('sue')]: { uid: own.uid('sue'), name: 'chatferry probe' } },
      })),
    ],
  },
  {
    name: 'doubtful messages',
    kind: 'messages',
    rows: [
      message('blank', () => ({ data: { text: ' ' } })),
      message('image', () => ({ type: 'image', data: {} })),
      message('custom', () => ({ category: 'custom', type: 'probe', data: {} })),
      message('form', () => ({
        category: 'interactive',
        type: 'form',
        data: { interactiveData: { title: 'chatferry probe' } },
      })),
      message('files-11', () => pictures(11)),
      message('size-number', () => pictures(1, 10)),
      message('size-text', () => pictures(1, '10')),
      message('day-182', (own) => ({ sentAt: own.daysAgo(182) })),
      message('day-184', (own) => ({ sentAt: own.daysAgo(184) })),
      message('muid-255', (own) => ({ muid: longMuid(own, 255) })),
      message('muid-256', (own) => ({ muid: longMuid(own, 256) })),
      message('muid-text', (own) => ({ muid: `${own.muid('text')} é.1` })),
      message('no-member', (own) => ({ sender: own.uid('out') })),
      message('details-new', (own) => ({
        ...toUser(own, 'made'),
        receiverUserDetails: { uid: own.uid('made'), name: 'chatferry probe' },
      })),
      message('details-known', (own) => ({
        ...toUser(own, 'cat'),
        receiverUserDetails: { uid: own.uid('cat'), name: CHANGED_NAME },
      })),
    ],
  },
  {
    name: 'messages again',
    kind: 'messages',
    rows: [
      {
        name: 'plain again',
        fields: message('plain', () => ({ data: { text: AGAIN_TEXT } })).fields,
      },
    ],
  },
];

/** The id of a row, which is usually its key. */
export function canaryId(kind: ImportKind, fields: Fields): string {
  const member = { users: 'uid', groups: 'guid', members: 'memberId', messages: 'muid' }[kind];
  return String(fields[member]);
}
