import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick, type Random } from '../support/random.ts';

/** A row of an export. */
export type SourceRow = Readonly<Record<string, string | number>>;

/** Whether a row should land, for a checker that knows nothing of the tool's own rules. */
export type ExportedRow = {
  readonly row: SourceRow;
  readonly key: string;
  /** The dry run refuses it, or one that it refers to. */
  readonly isBad: boolean;
  /** An earlier row has the same key and says the same. */
  readonly isRepeat: boolean;
};

export const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
export type Entity = (typeof ENTITIES)[number];

/** The tables of an export. */
export type Export = Readonly<Record<Entity, readonly ExportedRow[]>>;

const keyOf: Readonly<Record<Entity, (row: SourceRow) => string>> = {
  users: ({ uid }) => String(uid),
  groups: ({ guid }) => String(guid),
  members: ({ guid, uid }) => `${guid}_member_${uid}`,
  messages: ({ muid }) => String(muid),
};

const UIDS = ['constructor', '__proto__', '7', '42', 'null', 'true', 'ann', 'bob', 'cid', 'dee'];
const TOO_LONG = 'x'.repeat(101);

const good = (entity: Entity, row: SourceRow): ExportedRow => ({
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
};

/** A random export. Names of tables are in `ENTITIES`; some rows are bad, some are there twice. */
export function makeExport(
  random: Random,
  startS: number,
  { isSmall = false, isFaulty = false }: Wanted = {},
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
  return withFaults(random, isFaulty, { users, groups, members, messages });
}

/** Adds rows that are refused, and rows that are there twice. */
function withFaults(
  random: Random,
  isFaulty: boolean,
  tables: Readonly<Record<Entity, readonly SourceRow[]>>,
): Export {
  const plain = (entity: Entity): ExportedRow[] => tables[entity].map((row) => good(entity, row));
  const made = {
    users: plain('users'),
    groups: plain('groups'),
    members: plain('members'),
    messages: plain('messages'),
  };
  const insert = (entity: Entity, row: ExportedRow): void =>
    void made[entity].splice(Math.floor(random() * (made[entity].length + 1)), 0, row);
  const [{ sentAt } = {}] = tables.messages;
  const to = { receiver: 'constructor', receiverType: 'user', sentAt: sentAt ?? 0, text: 'Refused' };
  if (random() < 0.6 || isFaulty) {
    insert('users', bad('users', { uid: 'bad-name', name: TOO_LONG }));
    insert('messages', bad('messages', { muid: 'by-bad-name', sender: 'bad-name', ...to }));
  }
  if (random() < 0.6 || isFaulty)
    insert('messages', bad('messages', { muid: 'by-nobody', sender: 'nobody', ...to }));
  if (random() < 0.5 || isFaulty) {
    const again = pick(
      random,
      made.messages.filter(({ isBad }) => !isBad),
    );
    made.messages.push({ ...again, isRepeat: true });
  }
  return made;
}

/** Writes the tables as source files into a folder. */
export function writeExport(folder: string, tables: Export, format: 'csv' | 'ndjson'): void {
  for (const entity of ENTITIES) {
    const rows = tables[entity].map(({ row }) => row);
    const columns = COLUMNS[entity];
    const text =
      format === 'ndjson'
        ? rows.map((row) => JSON.stringify(row)).join('\n')
        : [columns.join(','), ...rows.map((row) => columns.map((name) => row[name] ?? '').join(','))].join(
            '\n',
          );
    writeFileSync(join(folder, `${entity}.${format}`), `${text}\n`);
  }
}

const COLUMNS: Readonly<Record<Entity, readonly string[]>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name', 'type'],
  members: ['guid', 'uid', 'scope'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'],
};

/** The next export of the same system: some rows new, some edited, some gone, and what refers to those gone with them. */
export function nextExport(random: Random, before: Export, day: number): Export {
  const gone = new Set(
    before.users
      .slice(2)
      .filter(() => random() < 0.05)
      .map(({ key }) => key),
  );
  const edited = (entity: Entity, field: string, rate: number): ExportedRow[] =>
    before[entity].map((one) =>
      one.isBad || one.isRepeat || random() >= rate
        ? one
        : { ...one, row: { ...one.row, [field]: `${one.row[field]} v${day}` } },
    );
  const refersToGone = ({ row }: ExportedRow): boolean =>
    ['uid', 'sender', 'receiver'].some((field) => gone.has(String(row[field])));
  const repeated = new Set(before.messages.filter(({ isRepeat }) => isRepeat).map(({ key }) => key));
  const messages = edited('messages', 'text', 0.05).filter(
    (one) => !refersToGone(one) && random() > 0.03 && !repeated.has(one.key),
  );
  const users = edited('users', 'name', 0.1).filter(({ key }) => !gone.has(key));
  const [a, b] = users.filter(({ isBad }) => !isBad);
  const last = Math.max(...before.messages.map(({ row }) => Number(row['sentAt'])));
  if (a && b)
    for (let at = 0; at < 3; at++)
      messages.push(
        good('messages', {
          muid: `d${day}-${at}`,
          sender: a.key,
          receiver: b.key,
          receiverType: 'user',
          sentAt: last + at,
          text: `Day ${day} no ${at}`,
        }),
      );
  return {
    users: [...users, good('users', { uid: `new-${day}`, name: `New ${day}` })],
    groups: edited('groups', 'name', 0.1),
    members: before.members.filter((one, at) => at === 0 || (!refersToGone(one) && random() > 0.03)),
    messages,
  };
}
