import type { DatabaseSync } from 'node:sqlite';
import type { LiveEntity } from '../../../../origin/live/live-origin.ts';
import { beginTables, LogIndex, placeInTables } from '../../../../pipeline/files/map/map-log.ts';
import type { Side } from '../../side.ts';
import type { MessagePlace, SentMessage, SideState } from './link.ts';
import type { LinksRecord } from './links-record.ts';

/** Another version makes the index anew. */
const INDEX_VERSION = 2;
/** Messages of a conversation whose places are kept: the newest ones, and at most so many more. */
const SENT_MAX = 300;
const SENT_MORE = 50;
/** Conversations for which it is counted how many more there are. */
const COUNTED_MAX = 1_000;

const TABLES = `
  CREATE TABLE sides (entity TEXT, key TEXT, side TEXT, version INTEGER NOT NULL, digest TEXT NOT NULL,
    isOurs INTEGER NOT NULL,
    PRIMARY KEY (entity, key, side)) WITHOUT ROWID, STRICT;
  CREATE TABLE sent (side TEXT, conversation TEXT, key TEXT, at INTEGER NOT NULL, place INTEGER NOT NULL,
    sentAt INTEGER NOT NULL, isExact INTEGER NOT NULL,
    PRIMARY KEY (conversation, side, key)) WITHOUT ROWID, STRICT;
  CREATE INDEX sent_in_order ON sent (conversation, side, at, place);
  CREATE TABLE ids (side TEXT, key TEXT, id TEXT NOT NULL, PRIMARY KEY (key, side)) WITHOUT ROWID, STRICT;
  CREATE TABLE parts (side TEXT, entity TEXT, record TEXT, keys TEXT NOT NULL,
    PRIMARY KEY (side, entity, record)) WITHOUT ROWID, STRICT;`;

const FORM = { version: INDEX_VERSION, tables: TABLES };

type StateRow = { readonly version: number; readonly digest: string; readonly isOurs: number };

const stateOf = ({ version, digest, isOurs }: StateRow): SideState =>
  isOurs === 1 ? { version, digest, isOurs: true } : { version, digest };

type SentRow = Omit<SentMessage, 'order' | 'isExact'> & {
  readonly side: Side;
  readonly conversation: string;
  readonly place: number;
  readonly isExact: number;
};

const sentOf = ({ key, at, place, sentAt, isExact }: SentRow): SentMessage => ({
  key,
  at,
  order: place,
  sentAt,
  isExact: isExact === 1,
});

/** The links as SQLite tables. They are made of the log: whatever is in them can be made again. */
export class LinksIndex extends LogIndex<LinksRecord> {
  readonly #more = new Map<string, number>();

  /** Makes the tables in an empty database. */
  static begin(db: DatabaseSync): LinksIndex {
    return new LinksIndex(db, beginTables(db, FORM));
  }

  /** The index in a database; undefined if it is none of this version. */
  static resume(db: DatabaseSync): LinksIndex | undefined {
    const place = placeInTables(db, FORM);
    return place && new LinksIndex(db, place);
  }

  protected override write(record: LinksRecord): void {
    switch (record.is) {
      case 'side': {
        const { entity, key, side, state } = record;
        this.statements.run(
          'INSERT OR REPLACE INTO sides (entity, key, side, version, digest, isOurs) VALUES (?, ?, ?, ?, ?, ?)',
          entity,
          key,
          side,
          state.version,
          state.digest,
          state.isOurs ? 1 : 0,
        );
        break;
      }
      case 'sent': {
        const { side, conversation, key, at, order, sentAt, isExact } = record;
        this.statements.run(
          'INSERT OR REPLACE INTO sent (side, conversation, key, at, place, sentAt, isExact) VALUES (?, ?, ?, ?, ?, ?, ?)',
          side,
          conversation,
          key,
          at,
          order,
          sentAt,
          isExact ? 1 : 0,
        );
        if (!this.#hasMore(`${side} ${conversation}`)) break;
        this.statements.run(
          `DELETE FROM sent WHERE conversation = ?1 AND side = ?2 AND at < (SELECT at FROM sent
             WHERE conversation = ?1 AND side = ?2 ORDER BY at DESC LIMIT 1 OFFSET ${SENT_MAX})`,
          conversation,
          side,
        );
        break;
      }
      case 'id': {
        const { side, key, id } = record;
        this.statements.run('INSERT OR REPLACE INTO ids (side, key, id) VALUES (?, ?, ?)', side, key, id);
        break;
      }
      case 'parts': {
        const { side, entity, keys } = record;
        this.statements.run(
          'INSERT OR REPLACE INTO parts (side, entity, record, keys) VALUES (?, ?, ?, ?)',
          side,
          entity,
          record.record,
          JSON.stringify(keys),
        );
        break;
      }
      case 'links':
        break;
    }
  }

  find(entity: LiveEntity, key: string, side: Side): SideState | undefined {
    const found = this.statements.first<StateRow>(
      'SELECT version, digest, isOurs FROM sides WHERE entity = ? AND key = ? AND side = ?',
      entity,
      key,
      side,
    );
    return found && stateOf(found);
  }

  idOf(side: Side, key: string): string | undefined {
    return this.statements.first<{ readonly id: string }>(
      'SELECT id FROM ids WHERE key = ? AND side = ?',
      key,
      side,
    )?.id;
  }

  sent(side: Side, conversation: string, key: string): SentMessage | undefined {
    const found = this.statements.first<SentRow>(
      'SELECT * FROM sent WHERE conversation = ? AND side = ? AND key = ?',
      conversation,
      side,
      key,
    );
    return found && sentOf(found);
  }

  /** True each time when a conversation may have as many more messages as there may be. */
  #hasMore(name: string): boolean {
    // Of one that is new here nobody knows how many it has.
    const count = (this.#more.get(name) ?? SENT_MORE - 1) + 1;
    this.#more.delete(name);
    this.#more.set(name, count % SENT_MORE);
    const [first] = this.#more.size > COUNTED_MAX ? this.#more.keys() : [];
    if (first !== undefined) this.#more.delete(first);
    return count === SENT_MORE;
  }

  /** The nearest message before a place, or after it. */
  near(
    side: Side,
    conversation: string,
    { key, at, order }: MessagePlace,
    where: 'before' | 'after',
  ): SentMessage | undefined {
    const [than, sorted] = where === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
    const found = this.statements.first<SentRow>(
      `SELECT * FROM sent WHERE conversation = ? AND side = ? AND (at, place) ${than} (?, ?) AND key <> ?
         AND sentAt >= 0 ORDER BY at ${sorted}, place ${sorted} LIMIT 1`,
      conversation,
      side,
      at,
      order,
      key,
    );
    return found && sentOf(found);
  }

  conversations(): readonly string[] {
    return this.statements
      .all<{ conversation: string }>('SELECT DISTINCT conversation FROM sent ORDER BY conversation')
      .map(({ conversation }) => conversation);
  }

  partsOf(side: Side, entity: LiveEntity, record: string): readonly string[] | undefined {
    const found = this.statements.first<{ keys: string }>(
      'SELECT keys FROM parts WHERE side = ? AND entity = ? AND record = ?',
      side,
      entity,
      record,
    );
    return found && (JSON.parse(found.keys) as string[]);
  }

  /** Records of what a side was last known to hold, with the keys of the rows that several rows of one record have. */
  *heldBy(
    side: Side,
  ): Generator<Extract<LinksRecord, { is: 'side' }> & { readonly keys: readonly string[] }> {
    type Row = StateRow & { readonly entity: LiveEntity; readonly key: string; readonly keys: string | null };
    const rows = this.statements.rows<Row>(
      `SELECT sides.*, parts.keys FROM sides
       LEFT JOIN parts ON parts.side = sides.side AND parts.entity = sides.entity
         AND json_extract(parts.keys, '$[0]') = sides.key
       WHERE sides.side = ?`,
      side,
    );
    for (const { entity, key, keys, ...state } of rows) {
      const own = keys === null ? [key] : (JSON.parse(keys) as string[]);
      yield { is: 'side', entity, key, side, state: stateOf(state), keys: own };
    }
  }

  /** The number of rows that a log of them needs. */
  get size(): number {
    return ['sides', 'sent', 'parts', 'ids'].reduce(
      (sum, table) => sum + this.statements.number(`SELECT count(*) FROM ${table}`),
      0,
    );
  }

  /** All that the tables have, as records. */
  *records(): Generator<LinksRecord> {
    type Row = StateRow & { readonly entity: LiveEntity; readonly key: string; readonly side: Side };
    for (const { entity, key, side, ...state } of this.statements.rows<Row>('SELECT * FROM sides'))
      yield { is: 'side', entity, key, side, state: stateOf(state) };
    for (const row of this.statements.rows<SentRow>('SELECT * FROM sent'))
      yield { is: 'sent', side: row.side, conversation: row.conversation, ...sentOf(row) };
    for (const row of this.statements.rows<{ side: Side; key: string; id: string }>('SELECT * FROM ids'))
      yield { is: 'id', side: row.side, key: row.key, id: row.id };
    type Parts = { side: Side; entity: LiveEntity; record: string; keys: string };
    for (const { side, entity, record, keys } of this.statements.rows<Parts>('SELECT * FROM parts'))
      yield { is: 'parts', side, entity, record, keys: JSON.parse(keys) as string[] };
  }
}
