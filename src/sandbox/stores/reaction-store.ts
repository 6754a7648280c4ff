import type { Database } from '../storage/database.ts';
import { jsonArray } from '../wire/json-text.ts';

/** One user's reaction to a message. */
export type Reaction = {
  readonly seq: number;
  readonly message: number;
  readonly reaction: string;
  readonly uid: string;
  readonly reactedAt: number;
};

/** The columns of a Reaction, for statements that read one. */
export const REACTION_COLUMNS = 'seq, message, reaction, uid, reacted_at AS reactedAt';

type Counted = {
  readonly message: number;
  readonly reaction: string;
  readonly count: number;
  readonly mine: number;
};

const countedJson = ({ reaction, count, mine }: Counted, viewer: string | undefined): string =>
  `{"reaction":${JSON.stringify(reaction)},"count":${count}${viewer ? `,"reactedByMe":${mine === 1}` : ''}}`;

/**
 * The reactions of messages with their counts, as JSON arrays by message id, in the order of their first use.
 * Messages without reactions are left out. `reactedByMe` needs a viewer. One statement reads a whole page.
 */
export function reactionsByMessage(
  db: Database,
  ids: readonly number[],
  viewer: string | undefined,
): ReadonlyMap<number, string> {
  const rows = db.all<Counted>(
    `SELECT message, reaction, count(*) AS count, max(uid = ?) AS mine FROM reactions
     WHERE message IN (SELECT value FROM json_each(?)) GROUP BY message, reaction ORDER BY min(seq)`,
    viewer ?? '',
    JSON.stringify(ids),
  );
  const byMessage = new Map<number, string[]>();
  for (const row of rows) {
    const list = byMessage.get(row.message) ?? [];
    list.push(countedJson(row, viewer));
    byMessage.set(row.message, list);
  }
  return new Map([...byMessage].map(([id, list]) => [id, jsonArray(list)]));
}

const OF_USER = 'reactions WHERE message = ? AND reaction = ? AND uid = ?';

function reactionOf(db: Database, message: number, reaction: string, uid: string): Reaction | undefined {
  return db.get<Reaction>(`SELECT ${REACTION_COLUMNS} FROM ${OF_USER}`, message, reaction, uid);
}

/** Stores a reaction and returns it. Undefined for an existing one, which keeps its time. */
export function addReaction(
  db: Database,
  { message, reaction, uid, reactedAt }: Omit<Reaction, 'seq'>,
): Reaction | undefined {
  const sql = 'INSERT OR IGNORE INTO reactions (message, reaction, uid, reacted_at) VALUES (?, ?, ?, ?)';
  const added = db.run(sql, message, reaction, uid, reactedAt);
  return added === 0 ? undefined : reactionOf(db, message, reaction, uid);
}

/** Removes a reaction and returns it. Undefined if there is none. */
export function removeReaction(
  db: Database,
  message: number,
  reaction: string,
  uid: string,
): Reaction | undefined {
  const removed = reactionOf(db, message, reaction, uid);
  if (removed) db.run(`DELETE FROM ${OF_USER}`, message, reaction, uid);
  return removed;
}

/** The distinct reactions of a message. */
export function distinctReactions(db: Database, message: number): readonly string[] {
  const sql = 'SELECT DISTINCT reaction FROM reactions WHERE message = ?';
  return db.all<{ reaction: string }>(sql, message).map(({ reaction }) => reaction);
}
