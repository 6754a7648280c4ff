import type { Random } from '../../support/random.ts';
import {
  ALWAYS,
  type Cells,
  chance,
  conversationOf,
  makePool,
  TABLES,
  type Table,
  type Tables,
} from './pool.ts';

const COLUMNS: Readonly<Record<Table, readonly string[]>> = {
  roles: ['role', 'name'],
  users: ['uid', 'name', 'role'],
  groups: ['guid', 'name', 'owner'],
  members: ['guid', 'uid', 'scope'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text', 'parentMuid', 'deletedAt'],
  reactions: ['muid', 'uid', 'reaction'],
  pins: ['muid'],
  receipts: ['conversation', 'uid', 'readAt'],
  friends: ['uid', 'friendUid'],
  blocks: ['uid', 'blockedUid'],
  bans: ['guid', 'uid'],
};

/** How many columns are the key of a row; one where nothing is said. */
const KEY_COLUMNS: Partial<Readonly<Record<Table, number>>> = {
  members: 2,
  reactions: 3,
  receipts: 2,
  friends: 2,
  blocks: 2,
  bans: 2,
};

/** What a row is referred to by, with its table. */
const nameOf = (table: Table, row: Cells): string =>
  `${table} ${COLUMNS[table]
    .slice(0, KEY_COLUMNS[table] ?? 1)
    .map((column) => row[column])
    .join(' ')}`;

/** The names of what a row refers to. */
function referred(table: Table, row: Cells): string[] {
  const { role, uid, guid, muid, sender, receiver, receiverType, conversation } = row;
  const other = row['friendUid'] ?? row['blockedUid'];
  const user = table === 'users' ? undefined : uid;
  return [
    ...(table === 'users' && role ? [`roles ${role}`] : []),
    ...[user, sender, other, row['owner']].flatMap((each) => (each ? [`users ${each}`] : [])),
    ...(guid && table !== 'groups' ? [`groups ${guid}`] : []),
    ...(receiver ? [`${receiverType === 'group' ? 'groups' : 'users'} ${receiver}`] : []),
    // Who sends live must be a member.
    ...(receiverType === 'group' ? [`members ${receiver} ${sender}`] : []),
    ...(muid && table !== 'messages' ? [`messages ${muid}`] : []),
    ...(conversation ? [`conversation ${conversation}`] : []),
  ];
}

/** The rows of many nights: each night some leave and some come back, and with a row goes what refers to it. */
export class World {
  readonly #random: Random;
  readonly #pool: Tables;
  readonly #gone = new Set<Cells>();
  /** Those of the messages that are gone whose rows say so. */
  readonly #deleted = new Set<Cells>();

  constructor(random: Random) {
    this.#random = random;
    this.#pool = makePool(random);
  }

  /** The rows of the next night. */
  next(): Tables {
    for (const table of TABLES)
      for (const row of this.#pool[table]) {
        // With a user or a group goes nearly everything.
        const leaves = table === 'users' || table === 'groups' ? 0.06 : 0.12;
        if (chance(this.#random, this.#gone.has(row) ? 0.4 : 1 - leaves)) this.#gone.delete(row);
        else if (!this.#gone.has(row)) {
          this.#gone.add(row);
          this.#deleted.delete(row);
          if (table === 'messages' && chance(this.#random, 0.5)) this.#deleted.add(row);
        }
      }
    return this.#whole();
  }

  #whole(): Tables {
    const names = new Set<string>();
    // The owner of a group is a member, whatever the files say.
    const isThere = (row: Cells): boolean => !this.#gone.has(row) || row['scope'] === 'admin';
    const take = (table: Table, row: Cells): boolean => {
      const name = nameOf(table, row);
      if (names.has(name) || !referred(table, row).every((each) => names.has(each))) return false;
      names.add(name);
      if (table === 'messages') names.add(`conversation ${conversationOf(row)}`);
      return true;
    };
    const rows = TABLES.map((table) => [
      table,
      [...ALWAYS[table], ...this.#pool[table].filter(isThere)].filter((row) => take(table, row)),
    ]);
    return Object.fromEntries(rows);
  }

  /** The rows of messages that say that these were deleted. */
  deleted(): readonly Cells[] {
    return [...this.#deleted]
      .filter((row) => this.#gone.has(row))
      .map((row) => ({ ...row, deletedAt: '2026-02-20T10:00:00Z' }));
  }
}

/** The text of each file, by its name. */
export const filesOf = (tables: Tables, deleted: readonly Cells[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    TABLES.map((table) => {
      const all = table === 'messages' ? [...tables[table], ...deleted] : tables[table];
      const rows = all.map((row) => COLUMNS[table].map((name) => row[name] ?? ''));
      return [`${table}.csv`, [COLUMNS[table], ...rows].map((cells) => `${cells.join(',')}\n`).join('')];
    }),
  );

/** The pipeline of these files. */
export const pipelineText = (api: 'import' | 'rest'): string =>
  JSON.stringify({
    version: 1,
    name: 'sim',
    target: { baseUrl: 'https://sim.example/v3', api, apiKey: { env: 'CHATFERRY_API_KEY' } },
    sources: Object.fromEntries(TABLES.map((table) => [table, { path: `${table}.csv` }])),
    limits: { requestsPerMinute: 6_000, timeoutSeconds: 5, batch: 3, concurrency: 2 },
    policies: { threads: 'write', reactions: 'write', pins: 'write' },
    sync: { onMissing: 'delete', maxDelete: '100%' },
  });
