import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { type VersionOf, versionWith } from '../input/entities/row-version.ts';
import type { System } from '../system/system.ts';
import { AcceptedRows } from './accepted-rows.ts';
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
import { bindTo, LedgerFile } from './ledger-file.ts';
import { markUncertain } from './mark-uncertain.ts';
import {
  acknowledgedMark,
  dependentsOf,
  type LedgerMark,
  ledgerMarks,
  type OngoingRemoval,
  sendingMark,
} from './marks.ts';
import type { PendingEntry } from './pending-entry.ts';
import { acknowledgedKeys, latestFirst, leavingKeys, within } from './walks.ts';

/** Stored for an entity whose published fingerprints are in a file with checksums. */
const WITH_SUMS = 'with sums';

/**
 * A record of the pipeline's rows in the service, by entity and key, with the version that the service last acknowledged.
 * A SQLite file with mode 0600. Every write survives a power cut. One process uses it at a time (the lock of the state).
 */
export class Ledger implements Disposable {
  /** Computes versions that can be compared with those in this ledger. */
  readonly versionOf: VersionOf;
  /** Random; the key of fingerprints that are stored outside the ledger. */
  readonly secret: string;
  /** When it was created, before anything was written to the target; epoch seconds. */
  readonly begunAt: number;
  /** A random id of this ledger. */
  readonly lineage: string;
  /** The accepted rows that no checkpoint claims yet. */
  readonly accepted: AcceptedRows;
  /** Entities with published fingerprints: changed rows are recorded, because their fingerprints are out of date. */
  readonly #published = new Set<EntityName>();
  /** Entities whose rows have an index by key. */
  readonly #byKey = new Set<EntityName>();
  readonly #file: LedgerFile;

  /**
   * @param file created if it does not exist; `:memory:` keeps it in memory
   * @param system its clock, randomness and files
   * @param target where the rows are written to; not checked if absent
   * @throws RunError `STATE.TARGET_CHANGED`, `STATE.CORRUPT`, `STATE.UNWRITABLE`
   */
  constructor(file: string, { clock, random, files }: System, target?: Readonly<Record<string, string>>) {
    this.#file = new LedgerFile(file, files);
    if (target) bindTo(target, this.#file, file, this.isEmpty);
    this.accepted = new AcceptedRows(this.#file);
    this.secret = this.#file.getOrSetMeta('secret', random.hex(32));
    this.begunAt = Number(this.#file.getOrSetMeta('begun', String(Math.floor(clock.now() / 1_000))));
    this.lineage = this.#file.getOrSetMeta('lineage', random.uuid());
    this.versionOf = versionWith(this.secret);
    for (const entity of entityNames) {
      if (this.#file.getMeta(`published ${entity}`)) this.#published.add(entity);
      if (this.#file.isIndexed(entity)) this.#byKey.add(entity);
    }
  }

  /** The entry of a key; undefined if there is none. */
  find(entity: EntityName, key: string): LedgerEntry | undefined {
    if (!this.#byKey.has(entity) && !this.#index(entity)) return undefined;
    const found = this.#file.statement(`SELECT * FROM ${entity} WHERE key = ?`).get(key);
    return found && entryOf(found);
  }

  /** Whether the service has acknowledged a row with this key. */
  hasAcknowledged(entity: EntityName, key: string): boolean {
    if (!this.#byKey.has(entity) && !this.#index(entity)) return false;
    const found = this.#file.statement(
      `SELECT 1 FROM ${entity} WHERE key = ? AND origin NOT IN ${UNCERTAIN}`,
    );
    return found.get(key) !== undefined;
  }

  /** The keys of all rows that the service has acknowledged. */
  acknowledgedKeys(entity: EntityName): Generator<string> {
    return acknowledgedKeys(this.#file, entity);
  }

  /** Keeps one entry for each key; a run that started over may have recorded a row again. */
  indexByKey(entity: EntityName): void {
    if (!this.#byKey.has(entity)) this.#index(entity);
  }

  /**
   * Creates the index by key; false if there are no rows yet. It is created only when it is needed, because rows whose
   * keys are unordered are written many times faster without it.
   */
  #index(entity: EntityName): boolean {
    if (this.lastRow(entity) === 0) return false;
    this.#file.indexByKey(entity);
    this.#byKey.add(entity);
    return true;
  }

  /**
   * Records rows before they are sent. A row without a number gets one, and may be in the service from now on. For other
   * rows, the content in the service is unknown from now on.
   */
  recordIntent(entity: EntityName, rows: readonly PendingEntry[]): void {
    if (rows.length === 0) return;
    const update = this.#file.statement(sendingMark(entity));
    this.#file.change(() => {
      for (const pending of rows) {
        const { key, version, active } = pending;
        if (pending.row === undefined) {
          // A run that was killed may have recorded the row before.
          const before = this.#byKey.has(entity) ? this.find(entity, key) : undefined;
          pending.row = before?.row ?? this.#insert(entity, { ...pending, origin: 'sent' });
        } else {
          update.run(version.content, active ? 1 : 0, pending.row);
          this.#recordChange(entity, pending.row);
        }
      }
    });
  }

  /**
   * Records rows that the service has acknowledged. Keeps who created a row, and its id if known.
   * @returns the rows' numbers, in order
   */
  acknowledge(entity: EntityName, rows: readonly AcknowledgedEntry[]): number[] {
    if (rows.length === 0) return [];
    const update = this.#file.statement(acknowledgedMark(entity));
    const acknowledged = (entry: AcknowledgedEntry): number => {
      const row = entry.row ?? this.find(entity, entry.key)?.row;
      if (row === undefined) return this.#insert(entity, entry);
      update.run(...columnsOf(entry), row);
      this.#recordChange(entity, row);
      return row;
    };
    return this.#file.change(() => rows.map(acknowledged));
  }

  #insert(entity: EntityName, entry: EntryValues): number {
    const insert = this.#file.statement(
      `INSERT INTO ${entity} (content, fixed, origin, active, id, conversation, sentAt, key)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const row = Number(insert.run(...columnsOf(entry), entry.key).lastInsertRowid);
    this.#recordChange(entity, row);
    return row;
  }

  /** Records a change of state of rows; their content is not touched. */
  mark(entity: EntityName, rows: readonly number[], mark: LedgerMark): void {
    if (rows.length === 0) return;
    const update = this.#file.statement(ledgerMarks[mark](entity));
    const markRow = (row: number): void => {
      update.run(row);
      this.#recordChange(entity, row);
    };
    this.#file.change(() => rows.forEach(markRow));
  }

  /** The keys of groups or users whose removal had begun when a process ended. */
  leavingKeys(entity: 'groups' | 'users'): string[] {
    return leavingKeys(this.#file, entity);
  }

  /**
   * Marks rows as uncertain that the service removes together with the given groups and users (keys). Deletes the entries
   * of such rows that existed before us, so that they never count as created by us. Makes no plan stale.
   */
  markDependentsUncertain(groups: readonly string[], users: readonly string[]): void {
    this.#file.transaction(() => {
      for (const name of entityNames)
        markUncertain(this.#file, name, dependentsOf(name, groups, users), this.#published.has(name));
    });
  }

  /**
   * Since when rows with an unknown outcome may have been sent, epoch seconds. Stored until it is called without such rows.
   * @param isAnyUncertain whether such rows exist; if not, the time is `nowMs`
   * @returns the stored time; if rows are uncertain and none is stored, the time when the ledger was created
   */
  uncertainSince(nowMs: number, isAnyUncertain: boolean): number {
    if (!isAnyUncertain) this.#file.statement("DELETE FROM meta WHERE name = 'sending'").run();
    const since = isAnyUncertain ? this.begunAt : Math.floor(nowMs / 1_000);
    return Number(this.#file.getOrSetMeta('sending', String(since)));
  }

  /** Deletes every row, as if nothing was ever sent. */
  clear(): void {
    this.#file.change(() => {
      for (const entity of entityNames) this.#file.statement(`DELETE FROM ${entity}`).run();
      this.#file.statement('DELETE FROM sqlite_sequence').run();
      this.accepted.clear();
    });
  }

  /** The numbers of rows that have changed since `publish`. */
  changedSincePublished(entity: EntityName): number[] {
    const changed = this.#file.statement('SELECT row FROM changed WHERE entity = ?');
    return changed.all(entity).map(({ row }) => Number(row));
  }

  /**
   * Stores up-to-date fingerprints of all rows outside the ledger by `keep`. The ledger records first that they exist, so
   * that rows which change after a kill in between are recorded as well.
   */
  publish(entity: EntityName, keep: () => void): void {
    // The next sync run needs the index; this one has written all its rows.
    this.indexByKey(entity);
    this.#file.getOrSetMeta(`published ${entity}`, 'yes');
    this.#published.add(entity);
    keep();
    this.#file.change(() => {
      this.#file.statement('DELETE FROM changed WHERE entity = ?').run(entity);
      this.#file.setMeta(`published ${entity}`, WITH_SUMS);
    });
  }

  /** Whether the published fingerprints of an entity are in a file with checksums; older ones are not. */
  isPublishedWithSums(entity: EntityName): boolean {
    return this.#file.getMeta(`published ${entity}`) === WITH_SUMS;
  }

  /** Lineage of the checkpoint that was last written beside this ledger. */
  get checkpoint(): string | undefined {
    return this.#file.getMeta('checkpoint');
  }

  set checkpoint(lineage: string) {
    this.#file.setMeta('checkpoint', lineage);
  }

  #recordChange(entity: EntityName, row: number): void {
    if (!this.#published.has(entity)) return;
    this.#file
      .statement('INSERT INTO changed (entity, row) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(entity, row);
  }

  /** The unfinished removal of all rows that we created; undefined if there is none. */
  get removal(): OngoingRemoval | undefined {
    const text = this.#file.getMeta('removal');
    return text === undefined ? undefined : (JSON.parse(text) as OngoingRemoval);
  }

  /** Records that the removal of all rows that we created has begun; `undefined` records that it is done. */
  set removal(ongoing: OngoingRemoval | undefined) {
    this.#file.change(() => {
      this.#file.statement("DELETE FROM meta WHERE name = 'removal'").run();
      if (ongoing) this.#file.getOrSetMeta('removal', JSON.stringify(ongoing));
    });
  }

  /** Increases with every change that makes plans stale. */
  get serial(): number {
    return Number(this.#file.getMeta('serial'));
  }

  /** True if no row was ever recorded. */
  get isEmpty(): boolean {
    return entityNames.every((entity) => this.lastRow(entity) === 0);
  }

  /** How many rows of an entity the ledger has, of all origins or of one. */
  count(entity: EntityName, origin?: EntryOrigin): number {
    const where = origin === undefined ? '' : `WHERE origin = ${ORIGINS.indexOf(origin)}`;
    return Number(this.#file.statement(`SELECT count(*) AS n FROM ${entity} ${where}`).get()?.['n']);
  }

  /** The largest row number ever used; 0 if there is none. */
  lastRow(entity: EntityName): number {
    const found = this.#file.statement('SELECT seq FROM sqlite_sequence WHERE name = ?').get(entity);
    return Number(found?.['seq'] ?? 0);
  }

  /** All rows of an entity, latest first. Rows may be deleted while they are read. */
  latestFirst(entity: EntityName): Generator<LedgerEntry> {
    return latestFirst(this.#file, entity, this.lastRow(entity));
  }

  /** The rows in ranges of row numbers, each with its first and last number. */
  within(entity: EntityName, ranges: Iterable<readonly [number, number]>): Generator<LedgerEntry> {
    return within(this.#file, entity, ranges);
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
