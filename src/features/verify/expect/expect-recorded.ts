import type { DatabaseSync } from 'node:sqlite';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import { messageOf } from '../../../input/entities/attached-key.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Entity, EntityName } from '../../../input/entities/entity.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import { isUncertain, type LedgerEntry } from '../../../ledger/entry.ts';
import { carriersOf } from '../../../ledger/member-key.ts';
import type { ExcludedRows, SourceCounts } from './expect-rows.ts';
import { type ExpectedRow, type ExpectedRows, NOT_IN_A_FILE } from './expected-rows.ts';
import { positionOf } from './sample.ts';
import type { SentRecord } from './sent-record.ts';

/** The fingerprint of a key. */
type Fingerprint = { readonly lo: number; readonly hi: number };

/** A row of the ledger that no source has. */
type UnsourcedRow = Fingerprint & { readonly row: number };

const PAGE = 1_000;

/**
 * The rows of one entity that the ledger has, that no source has, and that the rules alone do not expect; in a table, because
 * they may be all rows: those of a source that was taken away.
 */
export class UnsourcedRows {
  readonly #db: DatabaseSync;
  readonly #statements: PreparedStatements;
  readonly #table: string;

  constructor(db: DatabaseSync, entity: EntityName) {
    this.#db = db;
    this.#statements = new PreparedStatements(db);
    this.#table = `unsourced_${entity}`;
    db.exec(`CREATE TABLE ${this.#table} (lo INTEGER, hi INTEGER, row INTEGER NOT NULL, uncertain INTEGER NOT NULL,
      settled INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (lo, hi)) WITHOUT ROWID`);
  }

  get isEmpty(): boolean {
    return this.#statements.first(`SELECT 1 FROM ${this.#table} LIMIT 1`) === undefined;
  }

  /** Number of rows that the service has acknowledged. */
  get certain(): number {
    return this.#statements.number(`SELECT count(*) FROM ${this.#table} WHERE uncertain = 0`);
  }

  add({ lo, hi, row }: UnsourcedRow, isUncertain: boolean): void {
    const sql = `INSERT OR REPLACE INTO ${this.#table} (lo, hi, row, uncertain) VALUES (?, ?, ?, ?)`;
    this.#statements.run(sql, lo, hi, row, Number(isUncertain));
  }

  find({ lo, hi }: Fingerprint): UnsourcedRow | undefined {
    return this.#statements.first(`SELECT lo, hi, row FROM ${this.#table} WHERE lo = ? AND hi = ?`, lo, hi);
  }

  /** Records that a run or a retry has settled a row. */
  settle({ lo, hi }: Fingerprint): void {
    this.#statements.run(`UPDATE ${this.#table} SET settled = 1 WHERE lo = ? AND hi = ?`, lo, hi);
  }

  /** Takes a row out; false if it is not there any more. */
  take({ lo, hi }: Fingerprint): boolean {
    return this.#statements.run(`DELETE FROM ${this.#table} WHERE lo = ? AND hi = ?`, lo, hi) > 0;
  }

  /** The rows that nobody has settled; they may be taken out meanwhile. */
  *unsettled(): Generator<UnsourcedRow> {
    const page = this.#db.prepare(
      `SELECT lo, hi, row FROM ${this.#table} WHERE settled = 0 AND (lo, hi) > (?, ?) ORDER BY lo, hi LIMIT ${PAGE}`,
    );
    for (let [lo, hi] = [-(2 ** 32), 0]; ; ) {
      const rows = page.all(lo, hi) as unknown as readonly UnsourcedRow[];
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      ({ lo, hi } = last);
    }
  }
}

/** Rules of the pipeline for rows that are in no source any more. */
export type RecordedRules = {
  /** True if what was last sent counts as well as what a source has, which may be older. */
  readonly isLive: boolean;
  /** Undefined without a sync. */
  readonly onMissing: 'keep' | 'deactivate' | 'delete' | undefined;
  /** The rule for rows that were deleted at the source. */
  readonly onDeleted: 'remove' | 'keep';
  /** Messages sent before, epoch seconds, may be gone by their age; undefined if rows of any age stay. */
  readonly keptSince: number | undefined;
};

/** The number of rows of one entity that the record adds to what the sources say. */
export type RecordedCounts = {
  /** Rows that the service has acknowledged. */
  acknowledged: number;
  /** Rows that are in no source any more and stay in the service. */
  kept: number;
  /** Rows that landed although the row in the source is wrong: corrected ones, and earlier versions. */
  corrected: number;
  /** Rows that are in no source and that the rules do not keep: those that the service has are `-`. */
  unexpected: number;
};

/** The counts of an entity of which nothing is known. */
export const noneRecorded = (): RecordedCounts => ({ acknowledged: 0, kept: 0, corrected: 0, unexpected: 0 });

/** The entity, its sources as read, and what is known of its rows. */
export type RecordedDeps = {
  readonly entity: EntityName;
  /** The scratch file. */
  readonly db: DatabaseSync;
  readonly rows: ExpectedRows;
  readonly source: SourceCounts;
  readonly excluded: ExcludedRows;
  readonly record: SentRecord;
  readonly rules: RecordedRules;
  /** True if the run may still send a row with this key. */
  readonly isPending: (key: string) => boolean;
};

/**
 * Adds what the record knows to the expected rows of the sources: every row that the service has acknowledged is expected,
 * also where no valid row of a source stands for it. Such a row is compared with what was last sent. Not expected are
 * rows that the next sync run removes, and rows of a migration that were taken out of its sources after the run.
 */
export async function expectRecorded(deps: RecordedDeps): Promise<RecordedCounts> {
  const recorded = new RecordedRows(deps);
  recorded.readLedger();
  await recorded.readSettledKeys();
  deps.rows.recount();
  return recorded.counts();
}

class RecordedRows {
  readonly #counts = noneRecorded();
  readonly #deps: RecordedDeps;
  readonly #unsourced: UnsourcedRows;

  constructor(deps: RecordedDeps) {
    this.#deps = deps;
    this.#unsourced = new UnsourcedRows(deps.db, deps.entity);
  }

  counts(): RecordedCounts {
    return { ...this.#counts, unexpected: this.#unsourced.certain };
  }

  readLedger(): void {
    const { entity, rows, record } = this.#deps;
    const { ledger } = record;
    for (const entry of ledger.within(entity, [[1, ledger.lastRow(entity)]])) {
      const found = rows.find(entry.key);
      // A key that was under way when a process ended may be recorded twice; the certain entry counts.
      if (found && rows.hasLanded(found.id)) continue;
      if (!isUncertain(entry)) this.#counts.acknowledged++;
      if (found) this.#sourced(entry, found);
      else if (isExpected(entry, this.#deps)) {
        this.#expect(entry);
        if (!isUncertain(entry)) this.#counts.kept++;
      } else this.#unsourced.add({ ...fingerprint64(entry.key), row: entry.row }, isUncertain(entry));
    }
  }

  /** A row whose key is in a source: the source counts if it is valid there, else what was sent. */
  #sourced(entry: LedgerEntry, found: ExpectedRow): void {
    const { entity, rows, source, excluded, rules } = this.#deps;
    const isNoted = rules.isLive && entry.version.fixed === -1;
    if (found.content === null || found.fixed !== null || isNoted) this.#expect(entry);
    if (isUncertain(entry)) return;
    rows.markLanded(found.id);
    if (found.content !== null && (rules.isLive || this.#deps.isPending(entry.key)))
      rows.keepSent(found.id, entry.version);
    if (found.content !== null || found.file === NOT_IN_A_FILE) return;
    this.#counts.corrected++;
    source.excluded[excluded.remove(entity, found) ?? 'rejected']--;
  }

  #expect(entry: LedgerEntry): void {
    const { entity, rows, rules, record } = this.#deps;
    const { guid, uids } = carriersOf(entity, entry, record.ledger);
    const part = partOf(entities[entity], entry, guid ?? uids[0]);
    const isAged = (entry.sentAt ?? Number.POSITIVE_INFINITY) < (rules.keptSince ?? 0);
    rows.expectRecorded({
      key: entry.key,
      version: entry.version,
      active: entry.active,
      part,
      at: entry.sentAt ?? 0,
      unit: positionOf(part ?? entry.key),
      banned: guid !== undefined && entry.active === false,
      optional: isUncertain(entry) || isAged,
    });
    if (!isUncertain(entry)) rows.markLanded((rows.find(entry.key) as ExpectedRow).id);
  }

  /** Finds rows that a retry has written: corrected, and perhaps under another key than in the source. */
  async readSettledKeys(): Promise<void> {
    const { entity, excluded, record, source } = this.#deps;
    if (this.#unsourced.isEmpty && excluded.isEmpty(entity)) return;
    const files = record.files(entity);
    for (const { stamp, state } of record.settled(entity)) {
      if (state !== 'landed') continue;
      const one = this.#unsourced.find(stamp);
      if (one) this.#unsourced.settle(one);
      if (stamp.file < files && !excluded.has(entity, stamp)) continue;
      const why = excluded.remove(entity, stamp);
      if (why) source.excluded[why]--;
      if (one) this.#correct(one);
    }
    // A retry that was killed may have sent rows that no key file has.
    if (record.isRetrying) for (const one of this.#unsourced.unsettled()) this.#correct(one);
  }

  #correct(one: UnsourcedRow): void {
    const { entity, record } = this.#deps;
    if (!this.#unsourced.take(one)) return;
    for (const entry of record.ledger.within(entity, [[one.row, one.row]])) {
      this.#expect(entry);
      if (!isUncertain(entry)) this.#counts.corrected++;
    }
  }
}

/** True if a row that is in no source stays in the service by the rules of its pipeline. */
function isExpected({ key, origin, active }: LedgerEntry, { entity, rules, rows }: RecordedDeps): boolean {
  if (rows.isDeleted(key)) return origin === 'exists' || rules.onDeleted === 'keep';
  switch (rules.onMissing) {
    case undefined:
      return false;
    case 'keep':
      return true;
    case 'deactivate':
      return entity !== 'users' || origin === 'exists' || active === false;
    case 'delete':
      return origin === 'exists';
  }
}

/**
 * The group of a member, a user of a friendship, the message of a reaction, a receipt alone, or the name of a message's
 * conversation as `conversationName` gives it.
 */
function partOf(
  entity: Entity,
  { key, conversation }: LedgerEntry,
  carrier: string | undefined,
): string | null {
  if (entity.goesWith === 'message') return messageOf(entity, key);
  if (entity.goesWith === 'side') return key;
  if (conversation === undefined) return carrier ?? null;
  const [kind, first = '', second = ''] = conversation.split(' ');
  return kind === 'g' ? `group_${first}` : `user_${first}_user_${second}`;
}
