import type { Message, Room } from './conversation.ts';
import { type Field, personId, roomIds, roomOf, type Sheets, writersKnown } from './sheets.ts';
import { type Column, directRooms, type Paths, pairOf, table } from './tables.ts';
import { type Cell, endingOf } from './writing.ts';

export function messageTables(sheets: Sheets, paths: Paths): void {
  const { choices, conversation, truth } = sheets;
  const { namer, direct } = choices;
  const isApart = direct === 'table';
  const inRooms = conversation.messages.filter((message) => !isApart || roomOf(message) !== undefined);
  const names = namesOfMessages(sheets);
  const byMonth = Map.groupBy(inRooms, ({ at }) =>
    choices.isMonthly ? `_${new Date(at * 1_000).toISOString().slice(0, 7)}` : '',
  );
  let from = 0;
  for (const [month, messages] of byMonth) {
    const file = paths(`${namer.table('table.messages')}${month}`);
    messageFile(sheets, file, messages, { hasRoom: true, hasTo: direct === 'column', names, from });
    from += messages.length;
  }
  if (isApart) {
    const others = conversation.messages.filter((message) => roomOf(message) === undefined);
    if (others.length > 0)
      messageFile(sheets, paths(namer.table('table.private')), others, { hasRoom: false, hasTo: true });
  }
  for (const [at, room] of conversation.rooms.entries())
    if (!truth.rooms.has(at))
      truth.rooms.set(at, {
        ids: roomIds(room),
        ...(choices.roomKey === 'name' || choices.roomKey === 'word' ? { name: room[choices.roomKey] } : {}),
      });
  writersKnown(sheets);
}

/** One file for each name that `nameOf` gives a message, all of one form. */
export function roomFiles(
  sheets: Sheets,
  nameOf: (room: number, at: number) => string,
  isNameKnown = true,
): void {
  const { random, choices, conversation, truth, has } = sheets;
  const ending = endingOf(random, choices.form);
  const names = namesOfMessages(sheets);
  const byFile = Map.groupBy(conversation.messages, (message) =>
    nameOf(roomOf(message) as number, message.at),
  );
  let count = 0;
  for (const [name, messages] of byFile) {
    const from = choices.isNumberedPerFile ? 0 : count;
    count += messages.length;
    messageFile(sheets, `${name}${ending}`, messages, { hasRoom: false, hasTo: false, names, from });
    has('messages.receiver', `${name}${ending}`, '$file');
    has('groups.guid', `${name}${ending}`, '$file');
  }
  for (const [at, room] of conversation.rooms.entries()) {
    const parts = nameOf(at, 0).split('/');
    const paths = parts.flatMap((_, from) => parts.map((_, to) => parts.slice(from, to + 1).join('/')));
    if (!truth.rooms.has(at))
      truth.rooms.set(at, {
        ids: [...roomIds(room), ...paths.filter((path) => path !== '')],
        ...(isNameKnown ? { name: room.name } : {}),
      });
  }
  writersKnown(sheets);
}

type Names = ReadonlyMap<string, string>;

/** The names of the columns of all files of messages of one form. */
function namesOfMessages({ choices: { namer } }: Sheets): Names {
  const taken = new Set<string>();
  const terms = [
    'id',
    'room',
    'from',
    'fromName',
    'to',
    'text',
    'time',
    'day',
    'clock',
    'deleted',
    'deletedAt',
    'kind',
    'read',
    'reply',
    'file',
  ] as const;
  return new Map(terms.map((term) => [term, namer.column(`message.${term}`, taken)]));
}

type MessageFile = {
  readonly hasRoom: boolean;
  readonly hasTo: boolean;
  readonly names?: Names;
  readonly from?: number;
};

function messageFile(
  sheets: Sheets,
  file: string,
  messages: readonly Message[],
  { hasRoom, hasTo, names = namesOfMessages(sheets), from = 0 }: MessageFile,
): void {
  const { choices, conversation, has } = sheets;
  const { time, zone, deleted, language, hasKinds, isHtml, roomKey, direct, personKey } = choices;
  const name = (term: string, field?: Field): string => {
    const column = names.get(term) as string;
    return field === undefined ? column : has(field, file, column);
  };
  const id = (at: number): string => personId(sheets, conversation.people[at] as never);
  const pairs = directRooms(sheets);
  const isFlag = deleted !== 'none' && deleted !== 'time';
  const seed = seedOf([...names.values()].join());
  const flag = deletedCell(sheets);
  type Row = Message & { readonly nth: number };
  // A form of a day, a blank and a time can be two columns.
  const [dayForm, clockForm] = time.name.split(' HH:mm');
  const isSplit = choices.isTimeSplit && time.isLocal && clockForm !== undefined && dayForm !== undefined;
  const part = (at: number, nth: 0 | 1): string => String(time.write(at, zone)).split(' ')[nth] as string;
  const timeColumns: Column<Row>[] = isSplit
    ? [
        [name('day', 'messages.sentAt'), ({ at }) => part(at, 0)],
        [name('clock', 'messages.sentAt'), ({ at }) => part(at, 1)],
      ]
    : [[name('time', 'messages.sentAt'), ({ at }) => time.write(at, zone)]];
  const numbered = messages.map((message, nth): Row => ({ ...message, nth: nth + 1 + from }));
  table<Row>(sheets, file, choices.isNewestFirst ? numbered.reverse() : numbered, [
    [name('id', 'messages.muid'), ({ nth }) => nth],
    hasRoom && [
      name('room', 'messages.receiver'),
      ({ from: writer, to }) =>
        'room' in to
          ? (conversation.rooms[to.room] as Room)[roomKey]
          : direct === 'rooms'
            ? (pairs.get(pairOf(writer, to.person)) as Room)[roomKey]
            : '',
    ],
    [name('from', 'messages.sender'), ({ from: writer }) => id(writer)],
    choices.hasAuthorName &&
      personKey !== 'name' && [
        name('fromName', 'users.name'),
        ({ from: writer }) => conversation.people[writer]?.name ?? '',
      ],
    hasTo && [name('to', 'messages.direct'), ({ to }) => ('person' in to ? id(to.person) : '')],
    [name('text', 'messages.text'), ({ text }) => (isHtml ? htmlOf(text) : text)],
    ...timeColumns,
    isFlag && [name('deleted', 'messages.deleted'), ({ isDeleted }) => flag(isDeleted)],
    deleted === 'time' && [
      name('deletedAt', 'messages.deleted'),
      ({ isDeleted, at }) => (isDeleted ? time.write(at + 3_600, zone) : ''),
    ],
    hasKinds && [
      name('kind', 'messages.kind'),
      ({ isNotice, text }) => (isNotice ? text.replace(/ \(\d+\)$/, '') : language.kinds[0]),
    ],
    seed % 3 === 0 && [
      name('read'),
      ({ nth }) => (nth % 5 > 0 ? language.flags[0]?.[0] : language.flags[0]?.[1]) as Cell,
    ],
    seed % 5 === 0 && [name('reply'), ({ nth }) => (nth > 3 && nth % 9 === 0 ? nth - 1 : '')],
    seed % 7 === 0 && [name('file'), ({ nth }) => (nth % 11 === 0 ? `https://files.example/${nth}.pdf` : '')],
  ]);
}

/** The same number for the same names, so that all files of a form have the same columns. */
const seedOf = (text: string): number => [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

function deletedCell({ choices: { deleted, language } }: Sheets): (value: boolean) => Cell {
  const words: Record<string, readonly [Cell, Cell]> = {
    flag: language.flags[0] as readonly [string, string],
    word: language.flags[1] as readonly [string, string],
    number: [1, 0],
    boolean: [true, false],
    cross: ['X', ''],
  };
  const [yes, no] = words[deleted] ?? ['', ''];
  return (value) => (value ? yes : no);
}

const htmlOf = (text: string): string =>
  `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replace(/^\S+/, '<b>$&</b>')}</p>`;
