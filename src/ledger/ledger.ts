import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { type Versions, versionsWith } from '../input/entities/row-version.ts';
import type { System } from '../system/system.ts';
import { AcceptedRows, type Settling, settlingCreated } from './accepted-rows.ts';
import type { LedgerClaim } from './claim.ts';
import { type AcknowledgedEntry, type EntryOrigin, entryOf, isUncertain, type LedgerEntry } from './entry.ts';
import {
  acknowledgedKeys,
  countOf,
  keysAfter,
  LedgerIndex,
  latestFirst,
  leavingKeys,
  reactionsTo,
  repliesTo,
  unreachedRows,
  within,
} from './index/ledger-index.ts';
import type { LedgerPlace } from './ledger-place.ts';
import { LedgerWriter } from './ledger-writer.ts';
import type { Intent } from './log/intent.ts';
import type { LedgerLog, LogEnd } from './log/ledger-log.ts';
import type { LedgerMeta } from './log/meta.ts';
import type { CreatedRow } from './log/records.ts';
import { ageOf, type StampAge, stampOf } from './log/stamp.ts';
import type { LedgerMark, OngoingRemoval } from './marks.ts';
import { bindTo, openLog } from './open-log.ts';

/** Bytes of the log that are looked through for changes again and again, rather than writing that there were none. */
const LOOKED_THROUGH_MAX = 65_536;

/**
 * A record of the pipeline's rows in the service, by entity and key, with the version that the service last acknowledged. Its
 * log is the truth: what is written survives a kill at once, and a power cut after `sync`. An index answers what is asked by
 * key, and is made from the log when it is needed. One process uses it at a time (the lock of the state).
 */
export class Ledger implements Disposable {
  /** Computes versions that can be compared with those in this ledger. */
  readonly versions: Versions;
  /** The accepted rows that no checkpoint claims yet. */
  readonly accepted: AcceptedRows;
  readonly times: LedgerTimes;
  readonly #log: LedgerLog;
  readonly #index: LedgerIndex;
  readonly #writer: LedgerWriter;

  /**
   * @param place where it is kept; created if it does not exist
   * @param target where the rows are written to; not checked if absent
   * @param claims what the ledger held when checkpoints were saved: a long log is read from there on
   * @throws RunError `STATE.TARGET_CHANGED`, `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
   */
  constructor(
    place: LedgerPlace,
    system: System,
    target?: Readonly<Record<string, string>>,
    claims: readonly LedgerClaim[] = [],
  ) {
    this.#log = openLog(place, system, claims);
    this.#index = new LedgerIndex(place.index, this.#log, system.files);
    this.accepted = new AcceptedRows(this.#log, claims, place);
    this.#writer = new LedgerWriter(this.#log, system.machine, (entity, key) => this.find(entity, key)?.row);
    this.times = new LedgerTimes(this.#log, (meta) => this.#writer.append([], { meta }));
    this.versions = versionsWith(this.secret, this.#log.meta.digest ?? 'sha256');
    if (!target) return;
    try {
      const path = place.state.pathOf(place.name);
      const bound = bindTo(target, this.#log.meta.target, path, this.isEmpty);
      if (bound !== this.#log.meta.target) this.#writer.append([], { meta: { target: bound } });
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Random; the key of fingerprints that are stored outside the ledger. */
  get secret(): string {
    return this.#log.meta.secret;
  }

  /** A random id of this ledger. */
  get lineage(): string {
    return this.#log.meta.lineage;
  }

  /** Part of it that survives a power cut. */
  get synced(): LogEnd {
    return this.#log.synced;
  }

  /** Resolves once all that is recorded survives a power cut; rejects with `STATE.UNWRITABLE`, then for ever. */
  sync(): Promise<void> {
    return this.#log.sync();
  }

  /** Place where the log ends that has all that must survive it before a request is sent: intents and marks. */
  get intentsEnd(): number {
    return this.#writer.intentsEnd;
  }

  /** The same for what comes before a place, by default for all that must survive it before a request is sent. */
  intentsSynced(end = this.#writer.intentsEnd): Promise<void> {
    return this.#log.sync(end);
  }

  /** Reads all of it. @throws RunError `STATE.CORRUPT` with the place of the damage */
  check(): void {
    this.#log.check();
  }

  /** Makes the index some rows at a time: the first question makes it at once, and holds all else up. */
  async indexed(): Promise<void> {
    if (!this.isEmpty) await this.#index.catchUp();
  }

  /** The entry of a key; undefined if there is none. */
  find(entity: EntityName, key: string): LedgerEntry | undefined {
    if (this.lastRow(entity) === 0) return undefined;
    this.indexByKey(entity);
    const found = this.#index.get(`SELECT * FROM ${entity} WHERE key = ?`, key);
    return found && entryOf(found);
  }

  /** True if the service has acknowledged a row with this key. */
  hasAcknowledged(entity: EntityName, key: string): boolean {
    return !isUncertain(this.find(entity, key) ?? { origin: 'sent' });
  }

  /** The keys of all rows that the service has acknowledged. */
  acknowledgedKeys(entity: EntityName): Generator<string> {
    return acknowledgedKeys(this.#index, entity);
  }

  /**
   * Keeps one entry for each key from now on; a run that started over may have recorded a row again. Done only when it is
   * needed, because until then a row is recorded without a look at the others.
   */
  indexByKey(entity: EntityName): void {
    if (this.lastRow(entity) > 0 && !this.#log.meta.keyed.includes(entity)) this.#writer.key(entity);
  }

  /**
   * Records rows before they are sent; wait for `intentsSynced` before that. A row without a number gets one, and may be in
   * the service from now on. Of others, the content in the service is unknown from now on.
   */
  recordIntent(entity: EntityName, rows: readonly Intent[]): void {
    if (rows.length > 0) this.#writer.recordIntent(entity, rows);
  }

  /**
   * Records rows that the service has acknowledged. Keeps who created a row, and its id if known. Only a power cut undoes it.
   * @param settling the rows of a run that it counts with this: a later process takes them from `accepted`
   * @returns the rows' numbers, in order
   * @throws RunError `STATE.UNWRITABLE`
   */
  acknowledge(entity: EntityName, rows: readonly AcknowledgedEntry[], settling?: Settling): number[] {
    if (rows.length === 0) return [];
    const { numbers, at } = this.#writer.acknowledge(entity, rows, settling);
    if (settling) this.accepted.added(at, entity, settling);
    return numbers;
  }

  /**
   * The same for rows that the service has created as they were recorded before.
   * @param lineage that of the run that counts them with this; undefined if none does
   */
  acknowledgeCreated(entity: EntityName, rows: readonly CreatedRow[], lineage: string | undefined): void {
    const settling = lineage === undefined ? undefined : settlingCreated(lineage, rows);
    const at = this.#writer.acknowledgeCreated(entity, rows, settling);
    if (settling) this.accepted.added(at, entity, settling);
  }

  /** Records a change of state of rows; their content is not touched. */
  mark(entity: EntityName, rows: readonly number[], mark: LedgerMark): void {
    if (rows.length > 0) this.#writer.mark(entity, rows, mark);
  }

  /** The keys of groups or users whose removal had begun when a process ended. */
  leavingKeys(entity: 'groups' | 'users'): string[] {
    return this.#log.meta.leaving ? leavingKeys(this.#index, entity) : [];
  }

  /** Makes rows uncertain that go with groups and users (keys), without those of before us: they never count as ours. */
  markDependentsUncertain(groups: readonly string[], users: readonly string[]): void {
    if (groups.length + users.length > 0) this.#writer.markDependentsUncertain(groups, users);
  }

  /** Deletes every row, as if nothing was ever sent. */
  clear(): void {
    this.#writer.clear();
  }

  /** True if anything may have been recorded of an entity since `publish`, or that is not known. */
  hasChanged(entity: EntityName): boolean {
    return !this.isPublishedWithSums(entity) || this.#log.hasChanged(entity);
  }

  /**
   * Takes note that nothing of an entity has changed since `publish`, as `hasChanged` says: what was recorded of others until
   * now, if it is much, is not looked through again.
   */
  stayPublished(entity: EntityName): void {
    const { publishedAt } = this.#log.meta;
    if (this.#log.end.end - (publishedAt?.[entity] ?? 0) > LOOKED_THROUGH_MAX) this.#writer.unchanged(entity);
  }

  /** The numbers of rows that have changed since `publish`. */
  changedSincePublished(entity: EntityName): number[] {
    if (this.#log.meta.published[entity] === undefined || !this.#log.hasChanged(entity)) return [];
    return this.#index.all('SELECT row FROM changed WHERE entity = ?', entity).map(({ row }) => Number(row));
  }

  /** Stores fingerprints of all rows by `keep`. It records first that they exist, so rows that change after a kill are recorded. */
  async publish(entity: EntityName, keep: () => void): Promise<void> {
    // The next sync run asks by key; this one has written all its rows.
    this.indexByKey(entity);
    const { published } = this.#log.meta;
    if (published[entity] === undefined)
      this.#writer.append([], { meta: { published: { ...published, [entity]: 'yes' } } });
    await this.sync();
    keep();
    this.#writer.published(entity);
    await this.sync();
  }

  /** Stamp of fingerprints that are published now. */
  get stamp(): string {
    return stampOf(this.#log.meta, this.serial);
  }

  /** Age of fingerprints of an entity with a stamp, compared with what was last published. */
  ageOf(entity: EntityName, stamp: string | undefined): StampAge {
    return ageOf(stamp, this.#log.meta, this.serial, this.#log.meta.publishedAs?.[entity]);
  }

  /** True if the published fingerprints of an entity are in a file with checksums; older ones are not. */
  isPublishedWithSums(entity: EntityName): boolean {
    return this.#log.meta.published[entity] === 'with sums';
  }

  /** Lineage of the checkpoint that was last written beside this ledger. */
  get checkpoint(): string | undefined {
    return this.#log.meta.checkpoint;
  }

  set checkpoint(lineage: string) {
    if (lineage === this.checkpoint) return;
    this.#writer.append([], { meta: { checkpoint: lineage, checkpointAt: this.#log.end.end } });
  }

  /** The unfinished removal of all rows that we created; undefined if there is none. */
  get removal(): OngoingRemoval | undefined {
    const text = this.#log.meta.removal;
    return text === undefined ? undefined : (JSON.parse(text) as OngoingRemoval);
  }

  /** Records that the removal of all rows that we created has begun; `undefined` records that it is done. */
  set removal(ongoing: OngoingRemoval | undefined) {
    this.#writer.append([], { meta: { removal: ongoing && JSON.stringify(ongoing) }, isChange: true });
  }

  /** Makes what is recorded of our rows uncertain, with another lineage, if it has or had the claimed one and ends whole. */
  reopen(claimed: string, lineage: string): boolean {
    const { lineage: now, was = now } = this.#log.meta;
    if (this.#log.tornAt !== undefined || (claimed !== now && claimed !== was)) return false;
    this.#writer.reopen({ lineage, was: claimed });
    return true;
  }

  /** Increases with every change that makes plans stale. */
  get serial(): number {
    return this.#log.end.serial;
  }

  /** True if no row was ever recorded. */
  get isEmpty(): boolean {
    return entityNames.every((entity) => this.lastRow(entity) === 0);
  }

  /** Counts the rows of an entity that the ledger has, of all origins or of one. */
  count(entity: EntityName, origin?: EntryOrigin): number {
    return this.lastRow(entity) === 0 ? 0 : countOf(this.#index, entity, origin);
  }

  /** The largest row number ever used; 0 if there is none. */
  lastRow(entity: EntityName): number {
    return this.#log.lastRow(entity);
  }

  /** All rows of an entity, latest first. Rows may be deleted while they are read. */
  latestFirst(entity: EntityName): Generator<LedgerEntry> {
    return latestFirst(this.#index, entity, this.lastRow(entity));
  }

  /** The rows of an entity whose user did not reach them when they were to be removed. */
  unreached(entity: EntityName): readonly LedgerEntry[] {
    return this.lastRow(entity) === 0 ? [] : unreachedRows(this.#index, entity);
  }

  /** The replies that were sent to a message, by its key. */
  repliesTo(key: string): readonly LedgerEntry[] {
    return repliesTo(this.#index, key);
  }

  /** The keys of the reactions to a message, by its key. */
  reactionsTo(muid: string): readonly string[] {
    if (this.lastRow('reactions') === 0) return [];
    return reactionsTo(this.#index, muid);
  }

  /** The keys of members that begin as those of a group do: another group's may be among them, if ids have `_member_` in them. */
  membersOf(guid: string): readonly string[] {
    if (this.lastRow('members') === 0) return [];
    this.indexByKey('members');
    return keysAfter(this.#index, 'members', `${guid.toLowerCase()}_member_`);
  }

  /** The keys of messages that begin with that of a message and a `-`: those of its parts, and of others. */
  partsAfter(muid: string): readonly string[] {
    if (this.lastRow('messages') === 0) return [];
    this.indexByKey('messages');
    return keysAfter(this.#index, 'messages', `${muid}-`);
  }

  /** The rows in ranges of row numbers, each with its first and last number. */
  within(entity: EntityName, ranges: Iterable<readonly [number, number]>): Generator<LedgerEntry> {
    return within(this.#index, entity, ranges);
  }

  /** Closes its files; what was written survives a power cut from then on. */
  [Symbol.dispose](): void {
    try {
      this.#index[Symbol.dispose]();
    } finally {
      this.accepted.makeRoom();
      this.#writer.close();
    }
  }
}

/** The times that a ledger keeps, epoch seconds of the service's clock: what it says of its rows is compared with them. */
class LedgerTimes {
  readonly #log: Pick<LedgerLog, 'meta'>;
  readonly #write: (meta: Partial<LedgerMeta>) => void;
  /** Seconds that the service's clock is ahead; undefined while that is not known. */
  #skewS: number | undefined;

  /** @param write appends metadata to the log */
  constructor(log: Pick<LedgerLog, 'meta'>, write: (meta: Partial<LedgerMeta>) => void) {
    this.#log = log;
    this.#write = write;
  }

  /** When it was created, before anything was written. */
  get begunAt(): number {
    return this.#log.meta.begun;
  }

  /** Since when rows with an unknown outcome may have been sent; if none is stored, when the ledger was created. */
  get uncertainSince(): number {
    return this.#log.meta.sending ?? this.begunAt;
  }

  /**
   * Stores `uncertainSince` until it is called without such rows.
   * @param isAnyUncertain whether such rows exist; if not, the time is `nowMs`
   */
  beginSending(nowMs: number, isAnyUncertain: boolean): void {
    const since = isAnyUncertain ? this.uncertainSince : Math.floor(nowMs / 1_000) + (this.#skewS ?? 0);
    const { sending, ownClock, ownSending } = this.#log.meta;
    if (isAnyUncertain && since === sending) return;
    const isOwn = this.#skewS === undefined && (!isAnyUncertain || ownClock === true);
    if (since === sending && isOwn === (ownSending === true)) return;
    this.#write({ sending: since, ownSending: isOwn || undefined });
  }

  /** Corrects what was taken from the clock of this machine, once that of the service is known, `skewS` seconds ahead. */
  correct(skewS: number): void {
    this.#skewS = skewS;
    const { begun, ownClock, sending, ownSending } = this.#log.meta;
    if (!ownClock && !ownSending) return;
    this.#write({
      ...(ownClock ? { begun: begun + skewS, ownClock: undefined } : {}),
      ...(sending === undefined ? {} : { sending: sending + skewS, ownSending: undefined }),
    });
  }
}
