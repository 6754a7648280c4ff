import { createHash } from 'node:crypto';
import { type Entity, type Export, type ExportedRow, keyOf, type SourceRow, TOO_LONG } from './export.ts';
import { DERIVED_TYPE, type Forms } from './forms.ts';

/** The rows of files, by the name of the file without its ending. */
type Files = Readonly<Record<string, readonly SourceRow[]>>;

/** An export as it stands in files, and what the tool must make of them. */
export type Arranged = { readonly files: Files; readonly tables: Export };

/**
 * Puts an export into files of a form, without chance, and says what rows they amount to: messages in the order in which
 * they are sent, with the ids that are made of their cells; users, groups and members also where no file has them.
 */
export function arrange(base: Export, forms: Forms): Arranged {
  const { messages, files } = messagesOf(base, forms);
  const kept = { users: usersOf(base, forms), groups: base.groups, members: base.members };
  const inFiles = forms.derived === 'none' ? kept : lackingSome(kept, forms);
  const tables = forms.derived === 'none' ? inFiles : withDerived(inFiles, messages);
  const rowsOf = (rows: readonly ExportedRow[]): SourceRow[] => rows.map(({ row }) => row);
  const { users, groups, members } = inFiles;
  const rows = rowsOf(membersOf(members, tables));
  const real = {
    users: rowsOf(users),
    groups: rowsOf(groups),
    members: forms.isExploded ? imploded(rows) : rows,
  };
  return {
    files: { ...files, ...(forms.derived === 'all' ? {} : real) },
    tables: { ...tables, members: membersOf(tables.members, tables), messages: plainRows(messages) },
  };
}

type Tables = Omit<Export, 'messages'>;

/** A number that only the text decides. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE();

/** The first 32 digits of the digest of `<bytes>:<text>,` of each cell, or `-` for an empty one. */
function hashOf(row: SourceRow, columns: readonly string[]): string {
  const cells = columns.map((name) => String(row[name] ?? ''));
  const text = cells.map((cell) => (cell === '' ? '-' : `${Buffer.byteLength(cell)}:${cell},`)).join('');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Rows with the same of this are in one file, because only there equal ones are numbered. */
const placeOf = ({ row: { sender, receiver, sentAt } }: ExportedRow): string =>
  `${sender} ${receiver} ${sentAt}`;

/** The messages in the order in which they are sent, each with its file, and the files. */
function messagesOf(
  base: Export,
  forms: Forms,
): { readonly messages: readonly ExportedRow[]; readonly files: Files } {
  const nameOf = new Map(base.users.map(({ key, row: { name } }) => [key, String(name)]));
  const rows = base.messages.map((one) => ({ ...one, row: withCells(one, forms, nameOf) }));
  const { inFiles, isReversed = false, isSorted = false } = divided(rows, forms);
  const sent = isSorted ? inFiles.flat().sort((a, b) => timeOf(a) - timeOf(b)) : inFiles.flat();
  const text = ({ row: { muid, ...cells } }: ExportedRow): SourceRow =>
    forms.hash === undefined ? { muid: muid as string, ...cells } : cells;
  return {
    messages: withIds(sent, forms),
    files: Object.fromEntries(
      inFiles.map((part, at) => [`messages-${at + 1}`, (isReversed ? part.toReversed() : part).map(text)]),
    ),
  };
}

const timeOf = ({ row: { sentAt } }: ExportedRow): number => (Number.isFinite(sentAt) ? Number(sentAt) : 0);

/** A message with the cells that only other entities and ids are made of. */
function withCells(
  { row }: ExportedRow,
  { hash, derived }: Forms,
  nameOf: ReadonlyMap<string, string>,
): SourceRow {
  const number = numberOf(`${row['muid']}`);
  const name = nameOf.get(String(row['sender'])) ?? '';
  const isVaried = name !== '' && row['sender'] !== 'bad-name';
  const author = isVaried ? ([name, `${name} Jr`, ''][number % 3] as string) : name;
  return {
    ...row,
    ...(derived === 'none' ? {} : { author }),
    ...(hash === undefined ? {} : { note: number % 2 === 0 ? '' : 'é' }),
  };
}

type Divided = {
  /** In the order of reading, but for sorting. */
  readonly inFiles: readonly (readonly ExportedRow[])[];
  readonly isReversed?: boolean;
  readonly isSorted?: boolean;
};

function divided(rows: readonly ExportedRow[], { order }: Forms): Divided {
  if (order === 'asIs') return { inFiles: [rows] };
  if (order === 'newestFirst') {
    const last = new Map(rows.map((one, at) => [placeOf(one), at]));
    const half = Math.floor(rows.length / 2);
    // The first place behind the middle where no equal rows are on both sides.
    let at = 0;
    for (let row = 0; row < Math.max(at, half); row++)
      at = Math.max(at, 1 + (last.get(placeOf(rows[row] as ExportedRow)) ?? 0));
    const inFiles = [rows.slice(0, at), rows.slice(at)].filter(({ length }) => length > 0);
    return { inFiles, isReversed: true };
  }
  const shuffled = rows
    .map((one, at) => ({ one, number: numberOf(`${one.key} ${at}`) }))
    .sort((a, b) => a.number - b.number)
    .map(({ one }) => one);
  const isSecond = (one: ExportedRow): boolean => numberOf(placeOf(one)) % 2 === 1;
  const inFiles = [shuffled.filter((one) => !isSecond(one)), shuffled.filter(isSecond)];
  return { inFiles, isSorted: true };
}

/** Rows with their ids; of rows with the same id of their own, only the first counts. */
function withIds(rows: readonly ExportedRow[], { hash }: Forms): ExportedRow[] {
  const times = new Map<string, number>();
  return rows.map((one) => {
    const id = hash === undefined ? one.key : hashOf(one.row, hash);
    const nth = (times.get(id) ?? 0) + 1;
    times.set(id, nth);
    if (hash === undefined) return { ...one, isRepeat: nth > 1 };
    const key = nth === 1 ? id : `${id}-${nth}`;
    return { ...one, key, row: { ...one.row, muid: key } };
  });
}

/** Messages without the cells that do not come into the service. */
const plainRows = (messages: readonly ExportedRow[]): ExportedRow[] =>
  messages.map(({ row: { author: _, note: __, ...row }, ...one }) => ({ ...one, row }));

/** Users, some of whom have an outdated row, too. */
function usersOf({ users }: Export, { onDuplicate }: Forms): readonly ExportedRow[] {
  if (onDuplicate === undefined) return users;
  return users.flatMap((one) => {
    if (one.isBad || numberOf(one.key) % 4 > 0) return [one];
    const other = { ...one, row: { ...one.row, name: 'Outdated' }, isRepeat: true };
    return onDuplicate === 'first' ? [one, other] : [other, one];
  });
}

/** Rows that are in the files whatever else they lack: bad ones, and those that keep a file from being empty. */
const KEPT = new Set(['bad-name', 'constructor', 'g0', 'g0_member_constructor']);

function lackingSome(tables: Tables, { derived }: Forms): Tables {
  const some = (rows: readonly ExportedRow[]): ExportedRow[] =>
    rows.filter(
      ({ key }) => derived === 'lacking' && (KEPT.has(key) || numberOf(`${key} is lacking`) % 2 === 0),
    );
  return { users: some(tables.users), groups: some(tables.groups), members: some(tables.members) };
}

/** Adds what only the messages have. */
function withDerived(tables: Tables, messages: readonly ExportedRow[]): Tables {
  const rows = messages.map(({ row }) => row as Readonly<Record<string, string>>);
  const inGroups = rows.filter(({ receiverType }) => receiverType === 'group');
  const names = new Map<string, string>();
  for (const { sender, author } of rows)
    if (author || !names.has(sender as string)) names.set(sender as string, author || (sender as string));
  for (const { receiver, receiverType } of rows)
    if (receiverType === 'user' && !names.has(receiver as string))
      names.set(receiver as string, receiver as string);
  const add = (entity: Exclude<Entity, 'messages'>, made: readonly SourceRow[]): readonly ExportedRow[] => {
    const byKey = new Map(made.map((row) => [keyOf[entity](row), row]));
    for (const { key } of tables[entity]) byKey.delete(key);
    const derived = Array.from(byKey, ([key, row]) => ({
      row,
      key,
      isRepeat: false,
      isBad: row['name'] === TOO_LONG,
    }));
    return [...tables[entity], ...derived];
  };
  return {
    users: add(
      'users',
      Array.from(names, ([uid, name]) => ({ uid, name })),
    ),
    groups: add(
      'groups',
      inGroups.map(({ receiver = '' }) => ({ guid: receiver, name: receiver, type: DERIVED_TYPE })),
    ),
    members: add(
      'members',
      // It says no scope: whoever was an admin by a row of an earlier night stays one.
      inGroups.map(({ receiver = '', sender = '' }) => ({ guid: receiver, uid: sender })),
    ),
  };
}

/** One row for the members of a group with the same scope. */
function imploded(members: readonly SourceRow[]): SourceRow[] {
  const rows = new Map<string, SourceRow>();
  for (const { guid = '', scope = '', uid = '' } of members) {
    const before = rows.get(`${guid} ${scope}`)?.['uids'];
    const uids = before === undefined ? uid : `${before};${uid}`;
    rows.set(`${guid} ${scope}`, { guid, scope, uids });
  }
  return [...rows.values()];
}

/** The members whose users and groups there are. */
function membersOf(members: readonly ExportedRow[], { users, groups }: Tables): ExportedRow[] {
  const uids = new Set(users.map(({ key }) => key));
  const guids = new Set(groups.map(({ key }) => key));
  return members.filter(({ row: { uid, guid } }) => uids.has(String(uid)) && guids.has(String(guid)));
}
