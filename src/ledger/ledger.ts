import { randomBytes, randomUUID } from 'node:crypto';
import { RunError } from '../errors/run-error.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { type VersionOf, versionWith } from '../input/entities/row-version.ts';
import {
  type AcknowledgedEntry,
  columnsOf,
  type EntryOrigin,
  type EntryValues,
  entryOf,
  type LedgerEntry,
  ORIGINS,
  UNCERTAIN,
} from './entry.ts';
import { LedgerFile } from './ledger-file.ts';
import {
  acknowledgedMark,
  type Carried,
  carriedWith,
  EXISTS,
  LEAVING,
  type LedgerMark,
  ledgerMarks,
  type OngoingRemoval,
  sendingMark,
} from './marks.ts';
import type { PendingEntry } from './pending-entry.ts';
import { acknowledgedKeys, latestFirst, leavingKeys, within } from './walks.ts';

/**
 * What the service is known to hold of a pipeline's rows: by entity and key, with the version that it last acknowledged.
 * A SQLite file, 0600; what a call has written survives a power cut. One process uses it at a time (the state's lock).
 */
export class Ledger implements Disposable {
  /** Gives rows the versions that are compared with those of this ledger. */
  readonly versionOf: VersionOf;
  /** Random; for fingerprints that are kept beside the ledger. */
  readonly secret: string;
  /** When it was made, before anything was written to the target; epoch seconds. */
  readonly begunAt: number;
  /** Random; names this ledger and no other. */
  readonly lineage: string;
  /** Entities whose fingerprints are kept, so that it is noted which rows they no longer tell the truth of. */
  readonly #published = new Set<EntityName>();
  /** Entities whose rows can be found by their keys. */
  readonly #byKey = new Set<EntityName>();
  readonly #file: LedgerFile;

  /**
   * @param file made where it is missing; `:memory:` keeps it in memory
   * @param target what the rows were written to; where absent it is not looked at
   * @throws RunError `STATE.TARGET_CHANGED`, `STATE.CORRUPT`, `STATE.UNWRITABLE`
   */
  constructor(file: string, target?: Readonly<Record<string, string>>) {
    this.#file = new LedgerFile(file);
    if (target) this.#belongsTo(target, file);
    this.secret = this.#file.getOrSetMeta('secret', randomBytes(32).toString('hex'));
    this.begunAt = Number(this.#file.getOrSetMeta('begun', String(Math.floor(Date.now() / 1_000))));
    this.lineage = this.#file.getOrSetMeta('lineage', randomUUID());
    this.versionOf = versionWith(this.secret);
    for (const entity of entityNames) {
      if (this.#file.getMeta(`published ${entity}`)) this.#published.add(entity);
      if (this.#file.isIndexed(entity)) this.#byKey.add(entity);
    }
  }

  #belongsTo(target: Readonly<Record<string, string>>, file: string): void {
    const own = JSON.stringify(target, Object.keys(target).sort());
    const before = this.#file.getOrSetMeta('target', own);
    // Nothing was ever written to a target of which no row is known: a corrected address is no other one.
    if (before !== own && this.isEmpty)
      this.#file.statement("UPDATE meta SET value = ? WHERE name = 'target'").run(own);
    else if (before !== own) {
      this.#file.close();
      throw new RunError('STATE.TARGET_CHANGED', `${file} belongs to another target: ${before}`);
    }
  }

  /** What the service holds under a key; undefined where we know of nothing. */
  find(entity: EntityName, key: string): LedgerEntry | undefined {
    if (!this.#byKey.has(entity) && !this.#index(entity)) return undefined;
    const found = this.#file.statement(`SELECT * FROM ${entity} WHERE key = ?`).get(key);
    return found && entryOf(found);
  }

  /** Whether the service has answered for a row under a key, and holds it. */
  hasAcknowledged(entity: EntityName, key: string): boolean {
    if (!this.#byKey.has(entity) && !this.#index(entity)) return false;
    const found = this.#file.statement(
      `SELECT 1 FROM ${entity} WHERE key = ? AND origin NOT IN ${UNCERTAIN}`,
    );
    return found.get(key) !== undefined;
  }

  /** The keys of all rows that the service has answered for, and holds. */
  acknowledgedKeys(entity: EntityName): Generator<string> {
    return acknowledgedKeys(this.#file, entity);
  }

  /**
   * Makes rows be found by their keys from now on; false where there are none yet. Not done before somebody asks: rows
   * that come in no order of their keys are written many times faster without.
   */
  #index(entity: EntityName): boolean {
    if (this.lastRow(entity) === 0) return false;
    this.#file.indexByKey(entity);
    this.#byKey.add(entity);
    return true;
  }

  /**
   * Notes rows before they are sent: those without a number get one, and may be in the service from now on; of the others
   * nobody knows what they will have become.
   */
  recordIntent(entity: EntityName, rows: readonly PendingEntry[]): void {
    if (rows.length === 0) return;
    const note = this.#file.statement(sendingMark(entity));
    this.#file.atOnce(() => {
      for (const pending of rows) {
        const { key, version, active } = pending;
        if (pending.row === undefined) {
          // A run that goes on after a kill may have noted the row before.
          const before = this.#byKey.has(entity) ? this.find(entity, key) : undefined;
          pending.row = before?.row ?? this.#insert(entity, { ...pending, origin: 'sent' });
        } else {
          note.run(version.content, active ? 1 : 0, pending.row);
          this.#noteChange(entity, pending.row);
        }
      }
    });
  }

  /**
   * Notes what the service has acknowledged. Whose a row is stays noted; an id that is known is not forgotten.
   * @returns the rows' numbers, in order
   */
  acknowledge(entity: EntityName, rows: readonly AcknowledgedEntry[]): number[] {
    if (rows.length === 0) return [];
    const note = this.#file.statement(acknowledgedMark(entity));
    return this.#file.atOnce(() =>
      rows.map((noted) => {
        const row = noted.row ?? this.find(entity, noted.key)?.row;
        if (row === undefined) return this.#insert(entity, noted);
        note.run(...columnsOf(noted), row);
        this.#noteChange(entity, row);
        return row;
      }),
    );
  }

  #insert(entity: EntityName, noted: EntryValues): number {
    const insert = this.#file.statement(
      `INSERT INTO ${entity} (content, fixed, origin, active, id, conversation, sentAt, key)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const row = Number(insert.run(...columnsOf(noted), noted.key).lastInsertRowid);
    this.#noteChange(entity, row);
    return row;
  }

  /** Notes what is known of rows beside what they say. */
  mark(entity: EntityName, rows: readonly number[], mark: LedgerMark): void {
    if (rows.length === 0) return;
    const note = this.#file.statement(ledgerMarks[mark](entity));
    this.#file.atOnce(() => {
      for (const row of rows) {
        note.run(row);
        this.#noteChange(entity, row);
      }
    });
  }

  /** The keys of groups or users that were being taken away when a process ended. */
  leavingKeys(entity: 'groups' | 'users'): string[] {
    return leavingKeys(this.#file, entity);
  }

  /**
   * Notes as in doubt what goes with groups and users, given by their keys; what of it was there before us is forgotten, so
   * that it never becomes ours by that. Makes no plan stale.
   */
  markDependentsUncertain(groups: readonly string[], users: readonly string[]): void {
    this.#file.transaction(() => {
      for (const name of entityNames) this.#doubtCarried(name, carriedWith(name, groups, users));
    });
  }

  #doubtCarried(entity: EntityName, carried: Carried | undefined): void {
    if (!carried) return;
    const { where, values } = carried;
    if (this.#published.has(entity))
      this.#file
        .statement(
          `INSERT INTO changed (entity, row) SELECT '${entity}', row FROM ${entity} WHERE ${where}
             ON CONFLICT DO NOTHING`,
        )
        .run(...values);
    this.#file.statement(`DELETE FROM ${entity} WHERE origin = ${EXISTS} AND ${where}`).run(...values);
    this.#file.statement(`UPDATE ${entity} SET origin = ${LEAVING} WHERE ${where}`).run(...values);
  }

  /**
   * Since when rows have been sent of which nobody may know what became of them, epoch seconds.
   * @param isAnyUnsure whether there are rows of an earlier time; where there are none, it is now
   * @returns the beginning of the ledger where there are, and nobody noted since when
   */
  uncertainSince(nowMs: number, isAnyUnsure: boolean): number {
    if (!isAnyUnsure) this.#file.statement("DELETE FROM meta WHERE name = 'sending'").run();
    const since = isAnyUnsure ? this.begunAt : Math.floor(nowMs / 1_000);
    return Number(this.#file.getOrSetMeta('sending', String(since)));
  }

  /** Forgets every row: nothing was ever sent. */
  clear(): void {
    this.#file.atOnce(() => {
      for (const entity of entityNames) this.#file.statement(`DELETE FROM ${entity}`).run();
      this.#file.statement('DELETE FROM sqlite_sequence').run();
    });
  }

  /** Rows whose version has changed since `published`. */
  changedSincePublished(entity: EntityName): number[] {
    return this.#file
      .statement('SELECT row FROM changed WHERE entity = ?')
      .all(entity)
      .map(({ row }) => Number(row));
  }

  /**
   * Has fingerprints kept beside the ledger that tell the truth of all rows. That there are any is noted before: of a row
   * that changes after a kill in between it must be known.
   */
  publish(entity: EntityName, keep: () => void): void {
    // The next night asks by key; tonight's rows are all noted.
    if (!this.#byKey.has(entity)) this.#index(entity);
    this.#file.getOrSetMeta(`published ${entity}`, 'yes');
    this.#published.add(entity);
    keep();
    this.#file.atOnce(() => this.#file.statement('DELETE FROM changed WHERE entity = ?').run(entity));
  }

  #noteChange(entity: EntityName, row: number): void {
    if (!this.#published.has(entity)) return;
    this.#file
      .statement('INSERT INTO changed (entity, row) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(entity, row);
  }

  /** The removal of all that is ours, where one has begun and is not done. */
  get removal(): OngoingRemoval | undefined {
    const text = this.#file.getMeta('removal');
    return text === undefined ? undefined : (JSON.parse(text) as OngoingRemoval);
  }

  /** Notes that all that is ours is being removed; undefined when that is done. */
  set removal(underWay: OngoingRemoval | undefined) {
    this.#file.atOnce(() => {
      this.#file.statement("DELETE FROM meta WHERE name = 'removal'").run();
      if (underWay) this.#file.getOrSetMeta('removal', JSON.stringify(underWay));
    });
  }

  /** Grows with every change. */
  get serial(): number {
    return Number(this.#file.getMeta('serial'));
  }

  /** True where no row was ever noted. */
  get isEmpty(): boolean {
    return entityNames.every((entity) => this.lastRow(entity) === 0);
  }

  /** How many rows of an entity the service is known to hold. */
  count(entity: EntityName, origin?: EntryOrigin): number {
    const where = origin === undefined ? '' : `WHERE origin = ${ORIGINS.indexOf(origin)}`;
    return Number(this.#file.statement(`SELECT count(*) AS n FROM ${entity} ${where}`).get()?.['n']);
  }

  /** The largest row number that was ever given, 0 where none was. */
  lastRow(entity: EntityName): number {
    return Number(
      this.#file.statement('SELECT seq FROM sqlite_sequence WHERE name = ?').get(entity)?.['seq'] ?? 0,
    );
  }

  /** All rows of an entity, the latest first. Rows may be forgotten on the way. */
  latestFirst(entity: EntityName): Generator<LedgerEntry> {
    return latestFirst(this.#file, entity, this.lastRow(entity));
  }

  /** The rows that stand within runs of numbers, first and last. */
  within(entity: EntityName, runs: Iterable<readonly [number, number]>): Generator<LedgerEntry> {
    return within(this.#file, entity, runs);
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
