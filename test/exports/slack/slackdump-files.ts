import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

/** The forms in which slackdump keeps what it has read, made of an export of Slack's own form. */

type Row = Readonly<Record<string, unknown>>;

/** What slackdump gets from Slack's API. */
export type Answers = {
  readonly users: readonly Row[];
  /** With members, which the API gives apart. */
  readonly channels: readonly (Row & { readonly id: string; readonly members: readonly string[] })[];
  /** By the id of the channel. */
  readonly messages: Readonly<Record<string, readonly Row[]>>;
};

/** Whose login it is. */
const SELF = 'U01ROSA';
const WORKSPACE = { url: 'https://kitchen.example.org/', team: 'Kitchen', team_id: 'T01', user_id: SELF };

const FLAGS: Readonly<Record<string, Row>> = {
  channels: {},
  groups: { is_private: true },
  dms: { is_im: true },
  mpims: { is_mpim: true, is_private: true },
};

/** The answers behind an unpacked export. */
export function answersOf(folder: string): Answers {
  const read = (name: string): Row[] => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Row[];
  const channels = Object.entries(FLAGS).flatMap(([name, flags]) =>
    read(`${name}.json`).map((row) => ({ ...row, ...flags })),
  ) as unknown as Answers['channels'];
  const messages = channels.map(({ id, ...row }) => {
    const days = join(folder, 'name' in row ? String(row['name']) : id);
    return [id, readdirSync(days).flatMap((day) => read(join(days, day).slice(folder.length)))] as const;
  });
  return { users: read('users.json'), channels, messages: Object.fromEntries(messages) };
}

const isReply = ({ thread_ts, ts }: Row): boolean => thread_ts !== undefined && thread_ts !== ts;
const isParent = ({ thread_ts, ts }: Row): boolean => thread_ts === ts;

/** A channel as the API has it: without its members, of a direct message the other one. */
function withoutMembers({ members, ...row }: Answers['channels'][number]): Row {
  const other = members.find((member) => member !== SELF);
  return 'is_im' in row ? { ...row, user: other ?? SELF } : row;
}

/** One answer: the row of a chunk file. Numbers of nanoseconds are longer than JavaScript's. */
export const chunk = (type: number, members: Row): string =>
  `{"t":${type},"ts":1740300000123456789,${JSON.stringify(members).slice(1)}\n`;

/** The files of an archive in chunk files, by their names. */
export function chunkFiles({ users, channels, messages }: Answers): Readonly<Record<string, Buffer>> {
  const files = channels.map((channel) => {
    const { id, members } = channel;
    const rows = messages[id] ?? [];
    const threads = rows.filter(isParent).map((parent) => {
      const replies = rows.filter((row) => isReply(row) && row['thread_ts'] === parent['ts']);
      return chunk(1, { id, n: replies.length, r: parent['ts'], l: true, p: parent, m: replies });
    });
    const history = rows.filter((row) => !isReply(row));
    // slackdump itself writes the members of a channel before it.
    const lines = [
      chunk(7, { id, cu: members }),
      chunk(5, { id, ci: withoutMembers(channel) }),
      chunk(0, { id, n: history.length, l: true, m: history }),
      ...threads,
    ];
    return [`${id}.json.gz`, gzipSync(lines.join(''))] as const;
  });
  return {
    'channels.json.gz': gzipSync(chunk(4, { ch: channels.map(withoutMembers) })),
    'users.json.gz': gzipSync(chunk(3, { u: users })),
    'workspace.json.gz': gzipSync(chunk(6, { w: WORKSPACE })),
    ...Object.fromEntries(files),
  };
}

/** The files of a dump, by their names. */
export function dumpFiles({ users, channels, messages }: Answers): Readonly<Record<string, string>> {
  const files = channels.map((channel) => {
    const { id } = channel;
    const rows = messages[id] ?? [];
    const tree = rows
      .filter((row) => !isReply(row))
      .map((row) => {
        const replies = rows.filter((reply) => isReply(reply) && reply['thread_ts'] === row['ts']);
        return replies.length === 0 ? row : { ...row, slackdump_thread_replies: replies };
      });
    return [
      `${id}.json`,
      JSON.stringify({ channel_id: id, name: channel['name'] ?? '', messages: tree }),
    ] as const;
  });
  const lists = channels.map((channel) => ('is_im' in channel ? withoutMembers(channel) : channel));
  return {
    'users.json': JSON.stringify(users),
    'channels.json': JSON.stringify(lists),
    'workspace.json': JSON.stringify(WORKSPACE),
    ...Object.fromEntries(files),
  };
}

/** What slackdump's migrations make, without indexes and views. */
const SCHEMA = `
CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
CREATE TABLE SESSION (ID INTEGER PRIMARY KEY, CREATED_AT TIMESTAMP NOT NULL DEFAULT '2025-02-23', UPDATED_AT TIMESTAMP NOT NULL DEFAULT '2025-02-23', PAR_SESSION_ID INTEGER, FROM_TS TIMESTAMP, TO_TS TIMESTAMP, FINISHED SMALLINT NOT NULL DEFAULT FALSE, FILES_ENABLED SMALLINT NOT NULL DEFAULT FALSE, AVATARS_ENABLED SMALLINT NOT NULL DEFAULT FALSE, MODE TEXT NOT NULL, ARGS TEXT);
CREATE TABLE CHUNK (ID INTEGER PRIMARY KEY, CREATED_AT TIMESTAMP NOT NULL DEFAULT '2025-02-23', UNIX_TS INTEGER NOT NULL, SESSION_ID INTEGER NOT NULL, TYPE_ID SMALLINT NOT NULL, NUM_REC INTEGER NOT NULL DEFAULT 0, FINAL SMALLINT NOT NULL DEFAULT FALSE, CHANNEL_ID TEXT, SEARCH_QUERY TEXT, THREAD_ONLY SMALLINT);
CREATE TABLE MESSAGE (ID INTEGER NOT NULL, CHUNK_ID INTEGER NOT NULL, LOAD_DTTM TIMESTAMP NOT NULL DEFAULT '2025-02-23', CHANNEL_ID TEXT NOT NULL, TS TEXT NOT NULL, PARENT_ID INTEGER, THREAD_TS TEXT, LATEST_REPLY TEXT, IS_PARENT SMALLINT NOT NULL DEFAULT FALSE, IDX INTEGER NOT NULL, NUM_FILES INTEGER NOT NULL DEFAULT 0, TXT TEXT, DATA BLOB NOT NULL, PRIMARY KEY (ID, CHUNK_ID));
CREATE TABLE CHANNEL (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, LOAD_DTTM TIMESTAMP NOT NULL DEFAULT '2025-02-23', NAME TEXT, IDX INTEGER NOT NULL, DATA BLOB NOT NULL, PRIMARY KEY (ID, CHUNK_ID));
CREATE TABLE S_USER (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, LOAD_DTTM TIMESTAMP NOT NULL DEFAULT '2025-02-23', IDX INTEGER NOT NULL, USERNAME TEXT NOT NULL, DATA BLOB NOT NULL, PRIMARY KEY (ID, CHUNK_ID));
CREATE TABLE CHANNEL_USER (CHANNEL_ID TEXT NOT NULL, USER_ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, LOAD_DTTM TIMESTAMP NOT NULL DEFAULT '2025-02-23', IDX INTEGER NOT NULL, PRIMARY KEY (CHANNEL_ID, USER_ID, CHUNK_ID));
CREATE TABLE WORKSPACE (ID INTEGER PRIMARY KEY, CHUNK_ID INTEGER NOT NULL, LOAD_DTTM TIMESTAMP NOT NULL DEFAULT '2025-02-23', TEAM TEXT NOT NULL, USERNAME TEXT, TEAM_ID TEXT NOT NULL, USER_ID TEXT NOT NULL, ENTERPRISE_ID TEXT, URL TEXT NOT NULL, DATA BLOB NOT NULL);
CREATE TABLE TYPES (ID SMALLINT PRIMARY KEY, NAME TEXT NOT NULL);
INSERT INTO TYPES VALUES (0,'MESSAGES'),(1,'THREAD_MESSAGES'),(2,'FILES'),(3,'USERS'),(4,'CHANNELS'),(5,'CHANNEL_INFO'),(6,'WORKSPACE_INFO'),(7,'CHANNEL_USERS'),(8,'STARRED_ITEMS'),(9,'BOOKMARKS'),(10,'SEARCH_MESSAGES'),(11,'SEARCH_FILES'),(12,'CANVAS_MESSAGES'),(13,'CANVAS_THREAD_MESSAGES');
`;

/** An archive in SQLite that a test writes to as slackdump does: each answer is a chunk of its own. */
export class Archive implements Disposable {
  readonly database: DatabaseSync;
  #session = 0;

  /** @param path of the new file */
  constructor(path: string, pageBytes = 4096) {
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    this.database = new DatabaseSync(path);
    this.database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; ${SCHEMA}`);
    this.session('archive');
  }

  session(mode: 'archive' | 'resume', isFinished = true): void {
    this.#session += 1;
    this.#run('INSERT INTO SESSION (ID, FINISHED, MODE) VALUES (?,?,?)', this.#session, +isFinished, mode);
  }

  /** Adds a chunk; returns its number. */
  chunk(type: number): number {
    const sql = 'INSERT INTO CHUNK (UNIX_TS, SESSION_ID, TYPE_ID) VALUES (1740300000, ?, ?)';
    return Number(this.database.prepare(sql).run(this.#session, type).lastInsertRowid);
  }

  messages(type: number, channel: string, rows: readonly Row[]): void {
    const id = this.chunk(type);
    for (const [index, row] of rows.entries()) {
      const ts = String(row['ts']);
      const sql = 'INSERT INTO MESSAGE (ID, CHUNK_ID, CHANNEL_ID, TS, IDX, DATA) VALUES (?,?,?,?,?,?)';
      this.#run(sql, Number(ts.replace('.', '')), id, channel, ts, index, blob(row));
    }
  }

  people({ users, channels }: Pick<Answers, 'users' | 'channels'>): void {
    const workspace =
      'INSERT INTO WORKSPACE (CHUNK_ID, TEAM, TEAM_ID, USER_ID, URL, DATA) VALUES (?,?,?,?,?,?)';
    const { team, team_id, user_id, url } = WORKSPACE;
    this.#run(workspace, this.chunk(6), team, team_id, user_id, url, blob(WORKSPACE));
    const [usersChunk, listChunk] = [this.chunk(3), this.chunk(4)];
    for (const [index, row] of users.entries())
      this.#run(
        'INSERT INTO S_USER (ID, CHUNK_ID, IDX, USERNAME, DATA) VALUES (?,?,?,?,?)',
        String(row['id']),
        usersChunk,
        index,
        String(row['name']),
        blob(row),
      );
    const channel = 'INSERT INTO CHANNEL (ID, CHUNK_ID, IDX, DATA) VALUES (?,?,?,?)';
    for (const [index, row] of channels.entries()) {
      this.#run(channel, row.id, this.chunk(5), 0, blob(withoutMembers(row)));
      this.#run(channel, row.id, listChunk, index, blob({ id: row.id, name: 'as listed' }));
      this.members(row.id, row.members);
    }
  }

  members(channel: string, users: readonly string[]): void {
    const id = this.chunk(7);
    const sql = 'INSERT INTO CHANNEL_USER (CHANNEL_ID, USER_ID, CHUNK_ID, IDX) VALUES (?,?,?,?)';
    for (const [index, user] of users.entries()) this.#run(sql, channel, user, id, index);
  }

  /** All of it, as `slackdump archive` reads it. */
  all(answers: Answers): void {
    this.people(answers);
    for (const [id, rows] of Object.entries(answers.messages)) {
      const history = rows.filter((row) => !isReply(row));
      this.messages(0, id, history);
      for (const parent of history.filter(isParent))
        this.messages(1, id, [
          parent,
          ...rows.filter((row) => row['thread_ts'] === parent['ts'] && isReply(row)),
        ]);
    }
  }

  [Symbol.dispose](): void {
    this.database.close();
  }

  #run(sql: string, ...values: readonly (string | number | Buffer)[]): void {
    this.database.prepare(sql).run(...values);
  }
}

const blob = (row: Row): Buffer => Buffer.from(JSON.stringify(row));

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, held] of Object.entries(files)) writeFileSync(join(folder, name), held);
}
