import type { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../../errors/service-error.ts';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import { eachOf } from '../../../service/each-of.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import { conversationName } from '../expect/expect-rows.ts';
import type { MarkCounts } from '../result/verification-report.ts';
import { type EntityDeps, isNotFromSource } from './compare-entities.ts';
import type { FoundDifferences } from './found-differences.ts';
import { readWholeList, reasonOf, type TargetRow } from './target-reader.ts';

/** Input for comparing the last messages of conversations. */
export type EndDeps = Pick<EntityDeps, 'rows' | 'reader' | 'oneWay' | 'concurrency' | 'messages' | 'tick'> & {
  readonly counts: MarkCounts;
  readonly found: FoundDifferences;
  readonly db: DatabaseSync;
};

/** Compares whether each conversation exists on both sides and ends with the same message. */
export async function compareConversationEnds(deps: EndDeps): Promise<void> {
  const { reader, rows, counts, found, oneWay, concurrency } = deps;
  const ends = new ConversationEnds(deps.db, rows.table);
  const failure = await readWholeList(reader.conversations(), (row) => {
    deps.tick('messages');
    const message = row['lastMessage'];
    if (!isRecord(message)) return;
    const name = conversationName(message) ?? String(row['conversationId']);
    const end = ends.find(name);
    if (end) {
      // A conversation of two users is listed once for each of them.
      if (!ends.markSeen(name)) return;
      if (isNotFromSource(message)) ends.markPending(name, String(row['conversationId']));
      else compareEnd(end, message, deps);
    } else if (!isNotFromSource(message) && !isLeftOut(message, deps) && ends.markOtherSeen(name)) {
      counts.onlyTarget++;
      if (!oneWay) found.add({ entity: 'messages', mark: '-', key: name });
    }
  });
  // Here the list shows a message that is not from a source; the last one that may be is read now.
  await eachOf(ends.pending(), concurrency, async (end) => {
    const last = await lastSourceMessage(deps, end.conversationId);
    if (last instanceof ServiceError) {
      counts.unread++;
      found.add({ entity: 'messages', mark: '!', key: end.name, message: reasonOf(last) });
    } else compareEnd(end, last, deps);
  });
  let lost = 0;
  for (const { name, id } of ends.unseen()) {
    lost++;
    if (!failure) found.add({ entity: 'messages', mark: '+', key: name, id });
  }
  if (!failure) counts.onlySource += lost;
  else {
    counts.unread += Math.max(1, lost);
    found.add({ entity: 'messages', mark: '!', key: 'conversations', message: reasonOf(failure) });
  }
}

/** The last message of a conversation that may be from a source; undefined if there is none. */
async function lastSourceMessage(
  { reader }: EndDeps,
  conversationId: string,
): Promise<TargetRow | ServiceError | undefined> {
  try {
    for await (const page of reader.newestMessages(conversationId)) {
      const last = page.find((row) => !isNotFromSource(row));
      if (last) return last;
    }
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** True if a message is in the sources but not expected: perhaps a stopped run has sent it, and got no answer. */
const isLeftOut = ({ muid }: TargetRow, { rows }: EndDeps): boolean =>
  typeof muid === 'string' && rows.find(muid)?.content === null;

function compareEnd(
  { key, at, id, name }: ConversationEnd,
  last: TargetRow | undefined,
  deps: EndDeps,
): void {
  const { counts, found, messages, rows } = deps;
  const muid = last?.['muid'];
  const isLast =
    muid === key ||
    (last !== undefined && isLeftOut(last, deps)) ||
    (!messages.ties && typeof muid === 'string' && rows.find(muid)?.at === at && last?.['sentAt'] === at);
  if (isLast) {
    counts.same++;
    return;
  }
  counts.differs++;
  const target = muid ?? (last ? `id ${last['id']}` : undefined);
  const fields = [{ field: 'lastMessage', source: key, ...(target === undefined ? {} : { target }) }];
  found.add({ entity: 'messages', mark: '*', key: name, id, fields });
}

/** A conversation of the sources with its last message. */
type ConversationEnd = {
  readonly name: string;
  /** The muid of the last message. */
  readonly key: string;
  /** When it was sent, epoch seconds. */
  readonly at: number;
  /** Its number in the order of the sources. */
  readonly id: number;
};

/** The last message of every conversation of the sources, in a table. */
class ConversationEnds {
  readonly #statements: PreparedStatements;

  /** @param table the expected messages */
  constructor(db: DatabaseSync, table: string) {
    this.#statements = new PreparedStatements(db);
    // max() over time and id together picks the last row; ids are below 2^28.
    db.exec(`CREATE TABLE ends (
        name TEXT PRIMARY KEY, key TEXT, at INTEGER, id INTEGER, seen INTEGER NOT NULL DEFAULT 0, conversationId TEXT
      ) WITHOUT ROWID;
      INSERT INTO ends (name, key, at, id) SELECT part, key, at, id FROM (
        SELECT part, key, at, id, max(at * 268435456 + id) FROM ${table} WHERE content IS NOT NULL GROUP BY part);
      CREATE TABLE other_ends (name TEXT PRIMARY KEY) WITHOUT ROWID`);
  }

  find(name: string): ConversationEnd | undefined {
    return this.#statements.first('SELECT name, key, at, id FROM ends WHERE name = ?', name);
  }

  /** Records that the service has a conversation of the sources; false if that was known. */
  markSeen(name: string): boolean {
    return this.#statements.run('UPDATE ends SET seen = 1 WHERE name = ? AND seen = 0', name) > 0;
  }

  /** Records that the service has a conversation that is not in the sources; false if that was known. */
  markOtherSeen(name: string): boolean {
    return this.#statements.run('INSERT OR IGNORE INTO other_ends VALUES (?)', name) > 0;
  }

  /** Records that the last message of a conversation must be read; `conversationId` is its id in the service. */
  markPending(name: string, conversationId: string): void {
    this.#statements.run('UPDATE ends SET conversationId = ? WHERE name = ?', conversationId, name);
  }

  pending(): Iterable<ConversationEnd & { readonly conversationId: string }> {
    return this.#statements.rows('SELECT * FROM ends WHERE conversationId IS NOT NULL');
  }

  /** The conversations of the sources that the service does not have. */
  unseen(): Iterable<ConversationEnd> {
    return this.#statements.rows('SELECT * FROM ends WHERE seen = 0');
  }
}
