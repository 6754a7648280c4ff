import { pick } from '../../../support/random.ts';
import { latin, type Message, type Room, shuffled } from './conversation.ts';
import { documents, events } from './nested-structures.ts';
import {
  type Field,
  personId,
  personIds,
  roomIds,
  roomOf,
  type Sheets,
  type Structure,
  writersKnown,
} from './sheets.ts';
import { type Cell, endingOf } from './writing.ts';

/** Ways in which a system divides its content into files; each adds its files, and to the truth what they tell. */
export const structures: Readonly<Record<Structure, (sheets: Sheets) => void>> = {
  /** A table for each kind of thing. */
  tables: (sheets) => {
    const path = pathsOf(sheets);
    userTable(sheets, path);
    roomTables(sheets, path);
    messageTables(sheets, path);
  },
  /** Rooms are a column of the messages. */
  noRooms: (sheets) => {
    const path = pathsOf(sheets);
    userTable(sheets, path);
    messageTables(sheets, path);
  },
  /** One table of messages, or one with those between two people beside it. */
  onlyMessages: (sheets) => messageTables(sheets, pathsOf(sheets)),
  /** A folder for each room, a file for each month. */
  folders: (sheets) => {
    const path = pathsOf(sheets);
    if (sheets.random() < 0.5) userTable(sheets, path);
    const { random, conversation } = sheets;
    // Two rooms of different parts of a system have one name, now and then.
    const isTwice = random() < 0.4;
    const top = pick(random, ['rooms', 'archive', 'export', '']);
    const folders = conversation.rooms.map(({ name }, at) => {
      const own = isTwice && at === 1 ? (conversation.rooms[0] as Room).name : name;
      const part = isTwice ? `${at % 2 === 0 ? 'archive' : 'projects'}/` : '';
      return `${top === '' ? '' : `${top}/`}${part}${own}`;
    });
    roomFiles(
      sheets,
      (room, at) => `${folders[room]}/${new Date(at * 1_000).toISOString().slice(0, 7)}`,
      !isTwice,
    );
  },
  /** A file for each room. */
  files: (sheets) => {
    const path = pathsOf(sheets);
    if (sheets.random() < 0.5) userTable(sheets, path);
    const { random, conversation } = sheets;
    const top = pick(random, ['rooms', 'logs', 'export']);
    // A room whose name is a word for something else.
    const word =
      random() < 0.3 ? pick(random, ['Sales groups', 'Users helpdesk', 'channel events', 'members']) : '';
    const names = conversation.rooms.map(({ name }, at) => (at === 1 && word !== '' ? word : name));
    roomFiles(sheets, (room) => `${top}/${names[room]}`, word === '');
  },
  events,
  documents,
};

type Paths = (name: string) => string;

function pathsOf({ random, choices: { form } }: Sheets): Paths {
  const folder = pick(random, ['', '', 'dump/']);
  const ending = endingOf(random, form);
  return (name) => `${folder}${name}${ending}`;
}

/** A column of a table: its name, and its cell of each row. */
type Column<T> = readonly [name: string, cell: (row: T) => Cell];

/** Adds a table of columns, some of which may be absent. */
function table<T>(
  sheets: Sheets,
  path: string,
  rows: readonly T[],
  columns: readonly (Column<T> | false)[],
): void {
  const there = columns.filter((column) => column !== false);
  sheets.add(path, {
    columns: there.map(([name]) => name),
    rows: rows.map((row) => there.map(([, cell]) => cell(row))),
  });
}

function userTable(sheets: Sheets, paths: Paths): void {
  const { random, choices, conversation, truth, has } = sheets;
  const { namer, personKey, memberKey, time, zone } = choices;
  const [file, taken] = [paths(namer.table('table.users')), new Set<string>()];
  const keys = [...new Set([personKey, memberKey])];
  const column = (term: 'id' | 'mail' | 'login' | 'name' | 'created' | 'department' | 'phone'): string =>
    namer.column(`user.${term}`, taken);
  const termOf = (key: string) => (key === 'mail' || key === 'login' || key === 'name' ? key : 'id');
  const hasName = personKey === 'name' || random() < 0.92;
  type Row = (typeof conversation.people)[number];
  const keyColumns = keys.map((key): Column<Row> => {
    const name = has('users.uid', file, column(termOf(key)));
    if (key === 'name') has('users.name', file, name);
    return [name, (person) => person[key]];
  });
  const optional = (['mail', 'login'] as const).filter((key) => !keys.includes(key) && random() < 0.5);
  table<Row>(sheets, file, shuffled(random, conversation.people), [
    ...keyColumns,
    personKey !== 'name' && hasName && [has('users.name', file, column('name')), ({ name }) => name],
    ...optional.map((key): Column<Row> => [column(key), (person) => person[key]]),
    random() < 0.4 && [
      column('created'),
      ({ number }) => time.write(1_650_000_000 - 600 * Number(number), zone),
    ],
    random() < 0.4 && [column('department'), ({ department }) => department],
    random() < 0.3 && [column('phone'), ({ number }) => `+49 30 ${1000 + Number(number)}`],
  ]);
  for (const [at, person] of conversation.people.entries())
    truth.people.set(at, { ids: personIds(person), ...(hasName ? { name: person.name } : {}) });
}

/** Rooms, those of two people among them if the layout has them so, and who is in them. */
function roomTables(sheets: Sheets, paths: Paths): void {
  const { random, choices, conversation, truth, has } = sheets;
  const { namer, roomKey, types, hasMembers, hasOwner, language, time, zone, roles, memberKey } = choices;
  const [file, taken] = [paths(namer.table('table.rooms')), new Set<string>()];
  const column = (term: 'id' | 'name' | 'type' | 'isPublic' | 'owner' | 'created' | 'topic'): string =>
    namer.column(`room.${term}`, taken);
  const pairs = directRooms(sheets);
  const yesNo = flagOf(sheets);
  const key = has('groups.guid', file, column(roomKey === 'name' ? 'name' : 'id'));
  if (roomKey === 'name') has('groups.name', file, key);
  const code: Record<string, number> = { public: pick(random, [0, 1, 2]) };
  code['private'] = ((code['public'] as number) + 1) % 3;
  const hasPairs = pairs.size > 0;
  type Row = Room & { readonly isPair?: boolean };
  table<Row>(sheets, file, shuffled(random, [...conversation.rooms, ...pairs.values()]), [
    [key, (room) => room[roomKey]],
    roomKey !== 'name' && [has('groups.name', file, column('name')), ({ name }) => name],
    types === 'words' && [
      has('groups.type', file, column('type')),
      ({ type, isPair }) => language.types[isPair ? 2 : type === 'public' ? 0 : 1],
    ],
    types === 'numbers' && [has('groups.type', file, column('type')), ({ type }) => code[type] as number],
    types === 'flag' && [
      has('groups.type', file, column('isPublic')),
      ({ type }) => yesNo(type === 'public'),
    ],
    hasOwner &&
      !hasPairs && [
        has('groups.owner', file, column('owner')),
        ({ owner }) => personId(sheets, conversation.people[owner] as (typeof conversation.people)[number]),
      ],
    random() < 0.3 && [column('created'), () => time.write(1_650_000_000, zone)],
    random() < 0.3 && [column('topic'), ({ word }) => `about ${word}`],
  ]);
  for (const [at, room] of conversation.rooms.entries())
    truth.rooms.set(at, {
      ids: roomIds(room),
      name: room.name,
      ...(types === 'none' ? {} : { type: room.type }),
      ...(hasOwner && !hasPairs ? { owner: room.owner } : {}),
    });
  if (!hasMembers) return;
  const [memberFile, used] = [paths(namer.table('table.members')), new Set<string>()];
  const rank: Record<string, number> = { participant: pick(random, [1, 3]), moderator: 2 };
  rank['admin'] = 4 - (rank['participant'] as number);
  const word: Record<string, string> = {
    admin: language.roles[0],
    moderator: language.roles[1],
    participant: language.roles[2],
  };
  const rows = [...conversation.rooms, ...pairs.values()].flatMap((room) =>
    [...room.members].map(([person, scope]) => ({ room, person, scope })),
  );
  table(sheets, memberFile, shuffled(random, rows), [
    [has('members.guid', memberFile, namer.column('member.room', used)), ({ room }) => room[roomKey]],
    [
      has('members.uid', memberFile, namer.column('member.user', used)),
      ({ person }) => personId(sheets, conversation.people[person] as never, memberKey),
    ],
    roles !== 'none' && [
      has('members.scope', memberFile, namer.column('member.role', used)),
      ({ scope }) => (roles === 'words' ? word[scope] : rank[scope]) as Cell,
    ],
    random() < 0.3 && [namer.column('member.joined', used), () => time.write(1_660_000_000, zone)],
  ]);
  truth.members = conversation.rooms.flatMap(({ members }, room) =>
    [...members].map(([person, scope]) => ({
      room,
      person,
      scope: roles === 'none' ? 'participant' : scope,
    })),
  );
}

/** A room for each two people who write to each other, by a text of both; none if the layout has none. */
function directRooms({
  choices: { direct },
  conversation,
}: Sheets): Map<string, Room & { readonly isPair: true }> {
  const rooms = new Map<string, Room & { readonly isPair: true }>();
  if (direct !== 'rooms') return rooms;
  const last = Number((conversation.rooms.at(-1) as Room).number);
  for (const { from, to } of conversation.messages) {
    if (!('person' in to) || rooms.has(pairOf(from, to.person))) continue;
    const number = last + 1 + rooms.size;
    const [one, other] = [from, to.person].map(
      (person) => conversation.people[person] as { readonly name: string; readonly uuid: string },
    );
    rooms.set(pairOf(from, to.person), {
      isPair: true,
      name: `${one?.name} / ${other?.name} ${number}`,
      number: String(number),
      uuid: `${one?.uuid.slice(0, 18)}-${other?.uuid.slice(19)}`,
      code: `R-${number}`,
      word: `dm${number}`,
      type: 'private',
      owner: from,
      members: new Map([
        [from, 'participant'],
        [to.person, 'participant'],
      ]),
    });
  }
  return rooms;
}

const pairOf = (one: number, other: number): string => [one, other].sort((a, b) => a - b).join(' ');

/** Yes and no as the system writes them. */
function flagOf({ random, choices: { language, form } }: Sheets): (value: boolean) => Cell {
  const [yes, no] = pick(random, [...language.flags, ['1', '0'], ['true', 'false']] as const);
  if (form.kind !== 'csv' && random() < 0.5) return (value) => value;
  return (value) => (value ? yes : no);
}

function messageTables(sheets: Sheets, paths: Paths): void {
  const { choices, conversation, truth } = sheets;
  const { namer, direct } = choices;
  const isApart = direct === 'table';
  const inRooms = conversation.messages.filter((message) => !isApart || roomOf(message) !== undefined);
  messageFile(sheets, paths(namer.table('table.messages')), inRooms, {
    hasRoom: true,
    hasTo: direct === 'column',
  });
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
function roomFiles(sheets: Sheets, nameOf: (room: number, at: number) => string, isNameKnown: boolean): void {
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
    const path = nameOf(at, 0).split('/').at(-1) as string;
    truth.rooms.set(at, { ids: [...roomIds(room), path], ...(isNameKnown ? { name: room.name } : {}) });
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
  const { random, choices, conversation, has } = sheets;
  const { time, zone, deleted, language, hasKinds, isHtml, roomKey, direct, personKey } = choices;
  const name = (term: string, field?: Field): string => {
    const column = names.get(term) as string;
    return field === undefined ? column : has(field, file, column);
  };
  const id = (at: number): string => personId(sheets, conversation.people[at] as never);
  const pairs = directRooms(sheets);
  const isFlag = deleted !== 'none' && deleted !== 'time';
  const seed = seedOf(file) + seedOf([...names.values()].join());
  const flag = deletedCell(sheets);
  type Row = Message & { readonly nth: number };
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
    [name('time', 'messages.sentAt'), ({ at }) => time.write(at, zone)],
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
    seed % 7 === 0 && [name('file'), () => ''],
  ]);
  void random;
}

/** The same number for the same names, so that all files of a form have the same columns. */
const seedOf = (text: string): number =>
  text.includes('/') ? 0 : [...latin(text)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

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
