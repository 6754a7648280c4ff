import { pick } from '../../../support/random.ts';
import { type Room, shuffled } from './conversation.ts';
import { personId, personIds, roomIds, type Sheets } from './sheets.ts';
import { type Cell, endingOf } from './writing.ts';

export type Paths = (name: string) => string;

export function pathsOf({ random, choices: { form } }: Sheets): Paths {
  const folder = pick(random, ['', '', 'dump/']);
  const ending = endingOf(random, form);
  return (name) => `${folder}${name}${ending}`;
}

/** A column of a table: its name, and its cell of each row. */
export type Column<T> = readonly [name: string, cell: (row: T) => Cell];

/** Adds a table of columns, some of which may be absent. */
export function table<T>(
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

export function userTable(sheets: Sheets, paths: Paths): void {
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
export function roomTables(sheets: Sheets, paths: Paths): void {
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
  const written: Record<string, (type: Room['type']) => Cell> = {
    words: (type) => language.types[type === 'public' ? 0 : 1],
    numbers: (type) => code[type] as number,
    flag: (type) => yesNo(type === 'public'),
  };
  const typeOf = written[types];
  for (const type of ['public', 'private'] as const) sheets.means('groups.type', typeOf?.(type) ?? '', type);
  sheets.means('groups.type', language.types[2], 'private');
  type Row = Room & { readonly isPair?: boolean };
  table<Row>(sheets, file, shuffled(random, [...conversation.rooms, ...pairs.values()]), [
    [key, (room) => room[roomKey]],
    roomKey !== 'name' && [has('groups.name', file, column('name')), ({ name }) => name],
    typeOf !== undefined && [
      has('groups.type', file, column(types === 'flag' ? 'isPublic' : 'type')),
      ({ type, isPair }) => (isPair ? language.types[2] : typeOf(type)),
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
  const scopeOf = (scope: string): Cell => (roles === 'words' ? word[scope] : rank[scope]) as Cell;
  for (const scope of Object.keys(word)) sheets.means('members.scope', scopeOf(scope), scope);
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
      ({ scope }) => scopeOf(scope),
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
export function directRooms({
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

export const pairOf = (one: number, other: number): string => [one, other].sort((a, b) => a - b).join(' ');

/** Yes and no as the system writes them. */
function flagOf({ random, choices: { language, form } }: Sheets): (value: boolean) => Cell {
  const [yes, no] = pick(random, [...language.flags, ['1', '0'], ['true', 'false']] as const);
  if (form.kind !== 'csv' && random() < 0.5) return (value) => value;
  return (value) => (value ? yes : no);
}
