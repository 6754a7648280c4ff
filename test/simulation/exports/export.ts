import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick, type Random } from '../../support/random.ts';
import { type Forms, PLAIN } from './forms.ts';

/** A row of an export. */
export type SourceRow = Readonly<Record<string, string | number>>;

/** Whether a row should land, for a checker that knows nothing of the tool's own rules. */
export type ExportedRow = {
  readonly row: SourceRow;
  readonly key: string;
  /** The dry run refuses it, or one that it refers to. */
  readonly isBad: boolean;
  /** Another row with the same key counts. */
  readonly isRepeat: boolean;
  /** It was refused at first, so it comes later than others. */
  readonly isLate?: boolean;
};

export const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
export type Entity = (typeof ENTITIES)[number];

/** The tables of an export. */
export type Export = Readonly<Record<Entity, readonly ExportedRow[]>>;

/** What the service knows a row by. */
export const keyOf: Readonly<Record<Entity, (row: SourceRow) => string>> = {
  users: ({ uid }) => String(uid),
  groups: ({ guid }) => String(guid),
  members: ({ guid, uid }) => `${guid}_member_${uid}`,
  messages: ({ muid }) => String(muid),
};

const UIDS = ['constructor', '__proto__', '7', '42', 'null', 'true', 'ann', 'bob', 'cid', 'dee'];
/** A name that is refused. */
export const TOO_LONG = 'x'.repeat(101);
/** A time that is refused. */
export const NO_TIME = 'soon';

export const good = (entity: Entity, row: SourceRow): ExportedRow => ({
  row,
  key: keyOf[entity](row),
  isBad: false,
  isRepeat: false,
});
const bad = (entity: Entity, row: SourceRow): ExportedRow => ({ ...good(entity, row), isBad: true });

/** What is not left to chance in an export. */
type Wanted = {
  /** A tenth of the rows. */
  readonly isSmall?: boolean | undefined;
  /** Rows that are refused, one of which can be corrected, and a row that is there twice. */
  readonly isFaulty?: boolean | undefined;
  readonly forms?: Forms | undefined;
};

/** A random export. Names of tables are in `ENTITIES`; some rows are bad, some are there twice. */
export function makeExport(
  random: Random,
  startS: number,
  { isSmall = false, isFaulty = false, forms = PLAIN }: Wanted = {},
): Export {
  const some = (max: number): number => 1 + Math.floor(random() * (isSmall ? Math.ceil(max / 10) : max));
  const users = Array.from({ length: some(40) + 1 }, (_, at) => ({
    uid: UIDS[at] ?? `u${at}`,
    name: `User ${at}`,
  }));
  const groups = Array.from({ length: some(5) }, (_, at) => ({
    guid: `g${at}`,
    name: `Group ${at}`,
    type: pick(random, ['public', 'private']),
  }));
  const uids = users.map(({ uid }) => uid);
  const members = [
    { guid: 'g0', uid: uids[0] as string, scope: 'admin' },
    ...groups.flatMap(({ guid }) =>
      uids
        .filter((uid) => random() < 0.5 && !(guid === 'g0' && uid === uids[0]))
        .map((uid) => ({ guid, uid, scope: pick(random, ['participant', 'admin']) })),
    ),
  ];
  let sentAt = startS - 20 * 86_400;
  const messages = Array.from({ length: some(200) }, (_, at) => {
    sentAt += Math.floor(random() * 100);
    const sender = pick(random, uids);
    const inGroup = random() < 0.5;
    const joined = inGroup ? members.filter((one) => one.uid === sender) : [];
    const to =
      joined.length > 0
        ? { receiver: pick(random, joined).guid, receiverType: 'group' }
        : {
            receiver: pick(
              random,
              uids.filter((uid) => uid !== sender),
            ),
            receiverType: 'user',
          };
    return { muid: `m${at}`, sender, ...to, sentAt, text: `Text ${at}` };
  });
  const all = forms.hash === undefined ? messages : withEqual(random, messages);
  return withFaults(random, { isFaulty, forms }, { users, groups, members, messages: all });
}

/** Messages some of which are there again right away, as a person may say the same twice, or two things in a second. */
const withEqual = <Message extends { readonly muid: string; readonly text: string }>(
  random: Random,
  messages: readonly Message[],
): Message[] =>
  messages.flatMap((one) =>
    Array.from({ length: random() < 0.8 ? 1 : 2 + Math.floor(random() * 2) }, (_, nth) => ({
      ...one,
      ...(nth === 0
        ? {}
        : { muid: `${one.muid}-again-${nth}`, text: pick(random, [one.text, `é ${one.text}`]) }),
    })),
  );

/** Adds rows that are refused, and rows that are there twice. */
function withFaults(
  random: Random,
  { isFaulty, forms }: { readonly isFaulty: boolean; readonly forms: Forms },
  tables: Readonly<Record<Entity, readonly SourceRow[]>>,
): Export {
  const plain = (entity: Entity): ExportedRow[] => tables[entity].map((row) => good(entity, row));
  const made = {
    users: plain('users'),
    groups: plain('groups'),
    members: plain('members'),
    messages: plain('messages'),
  };
  const insert = (entity: Entity, ...rows: readonly ExportedRow[]): void =>
    void made[entity].splice(Math.floor(random() * (made[entity].length + 1)), 0, ...rows);
  const [{ sentAt } = {}] = tables.messages;
  const to = { receiver: 'constructor', receiverType: 'user', sentAt: sentAt ?? 0, text: 'Refused' };
  if (random() < 0.6 || isFaulty) {
    insert('users', bad('users', { uid: 'bad-name', name: TOO_LONG }));
    insert('messages', bad('messages', { muid: 'by-bad-name', sender: 'bad-name', ...to }));
  }
  if (random() < 0.6 || isFaulty) insert('messages', ...byNobody(forms, to));
  if ((random() < 0.5 || isFaulty) && forms.hash === undefined) {
    const again = pick(
      random,
      made.messages.filter(({ isBad }) => !isBad),
    );
    made.messages.push({ ...again, isRepeat: true });
  }
  return made;
}

/** Messages of a user that no file has: he is there if users are made of messages, so something else is wrong with them. */
function byNobody({ derived, hash }: Forms, to: SourceRow): ExportedRow[] {
  const row = { sender: 'nobody', ...to, ...(derived === 'none' ? {} : { sentAt: NO_TIME }) };
  const muids = hash === undefined ? ['by-nobody'] : ['by-nobody', 'by-nobody-again'];
  return muids.map((muid) => bad('messages', { muid, ...row }));
}

/** Writes the rows of source files, by their names without an ending, into a folder that has nothing else. */
export function writeExport(
  folder: string,
  files: Readonly<Record<string, readonly SourceRow[]>>,
  { format, forms: { isDocument } }: { readonly format: 'csv' | 'ndjson'; readonly forms: Forms },
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(files)) {
    const isMessages = name.startsWith('messages');
    const ending = isMessages && isDocument ? 'json' : format;
    // A file of messages without rows has the columns of the other one.
    const [first] =
      rows.length > 0 || !isMessages
        ? rows
        : Object.values(files)
            .flat()
            .filter(({ text }) => text);
    writeFileSync(join(folder, `${name}.${ending}`), textOf(rows, ending, Object.keys(first ?? {})));
  }
}

function textOf(
  rows: readonly SourceRow[],
  format: 'csv' | 'ndjson' | 'json',
  columns: readonly string[],
): string {
  if (format === 'json') return JSON.stringify({ messages: rows });
  const lines =
    format === 'ndjson'
      ? rows.map((row) => JSON.stringify(row))
      : [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) =>
          cells.join(','),
        );
  return lines.map((line) => `${line}\n`).join('');
}

/** What can be corrected in rejects: the field, what stands there and what is right, and the sender whose messages then land. */
const CORRECTIONS = [
  { field: 'name', wrong: TOO_LONG, right: 'Corrected', sender: 'bad-name' },
  { field: 'sentAt', wrong: NO_TIME, right: 1_770_000_000, sender: 'nobody' },
] as const;

/** One of the corrections. */
export type Correction = (typeof CORRECTIONS)[number];

/**
 * Corrects the text of a rejects file.
 * @param isSync whether the files are read again, where a message without a time would still have none
 * @param onCorrected called with what was corrected
 */
export function correctText(text: string, isSync: boolean, onCorrected: (one: Correction) => void): string {
  return CORRECTIONS.reduce((now, one) => {
    if (!now.includes(one.wrong) || (isSync && one.field === 'sentAt')) return now;
    onCorrected(one);
    return now.replaceAll(one.wrong, String(one.right));
  }, text);
}

/** An export as it would have been with these corrections from the beginning. */
export function correctRows(tables: Export, corrections: ReadonlySet<Correction>): Export {
  const correct = (one: ExportedRow): ExportedRow => {
    const { row, isBad } = one;
    const found =
      isBad &&
      CORRECTIONS.find(({ field, wrong, sender }) => row[field] === wrong || row['sender'] === sender);
    if (!found || !corrections.has(found)) return one;
    const { field, wrong, right } = found;
    return {
      ...one,
      isBad: false,
      isLate: true,
      row: row[field] === wrong ? { ...row, [field]: right } : row,
    };
  };
  return { ...tables, users: tables.users.map(correct), messages: tables.messages.map(correct) };
}
