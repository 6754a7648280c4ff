import { createHmac } from 'node:crypto';
import { asRunError, RunError } from '../../errors/run-error.ts';
import type { OpenLog, StateStore } from '../../files/state/state-store.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { canonical } from '../../input/entities/row-version.ts';
import type { System } from '../../system/system.ts';
import { LogSync } from '../log/log-sync.ts';
import { FormerIndex } from './former-index.ts';
import { type FormerHead, type FormerLine, lineOf, readFormer, soundRecords } from './former-lines.ts';
import type { FieldChange, FormerField, FormerRow, Held } from './former-row.ts';

/** Where former values are kept. */
export type FormerPlace = {
  readonly state: StateStore;
  /** The name of the log: the truth. */
  readonly name: string;
  /** Path of the index, which is made of the log whenever it is opened. */
  readonly index: string;
};

/** Of one field, so many of the values that we have written last are recognised. */
const WROTE_MAX = 8;
const DIGEST_CHARS = 16;
/** A log with more lines for each row than this is merged, if it is not short. */
const LINES_PER_ROW = 4;
const SHORT_LINES = 1_000;

/**
 * What fields of rows that were there before us had before our first change. The log is appended and synced before a change is
 * sent, and is opened when the first such change comes. One process uses it at a time (the lock of the state).
 */
export class FormerValues implements Disposable {
  readonly #place: FormerPlace;
  readonly #system: Pick<System, 'files' | 'random'>;
  #opened: OpenFormer | undefined;

  constructor(place: FormerPlace, system: Pick<System, 'files' | 'random'>) {
    this.#place = place;
    this.#system = system;
  }

  /** Whether there is a log. */
  get exists(): boolean {
    using kept = this.#place.state.read(this.#place.name);
    return kept !== undefined && kept.bytes > 0;
  }

  /**
   * Keeps what a change replaces, except where an older value is kept; resolves once that survives a power cut. Wait for it
   * before you send the change.
   * @param id messages: the service's own id
   * @throws RunError `STATE.UNWRITABLE`, `STATE.CORRUPT`
   */
  async keep(entity: EntityName, key: string, changes: readonly FieldChange[], id?: string): Promise<void> {
    if (changes.length === 0) return;
    await this.#open().keep({ entity, key, ...(id === undefined ? {} : { id }) }, changes);
  }

  /** What is kept of a row. */
  find(entity: EntityName, key: string): FormerRow | undefined {
    return this.exists ? this.#open().index.find(entity, key) : undefined;
  }

  /** The kept rows of an entity. Some of them may be settled meanwhile. */
  *of(entity: EntityName): Generator<FormerRow> {
    if (this.exists) yield* this.#open().index.of(entity);
  }

  /** Grows with every change of which something was kept; 0 if nothing is. */
  get changes(): number {
    return this.exists ? this.#open().changes : 0;
  }

  /** Whether we have written what a field has now. */
  wrote({ wrote }: FormerField, now: Held): boolean {
    return wrote.includes(this.#open().digest(now));
  }

  /** Whether that is what we have written last. */
  wroteLast({ wrote }: FormerField, now: Held): boolean {
    return wrote.at(-1) === this.#open().digest(now);
  }

  /**
   * Notes what a first call of several that put a row back leaves; resolves once that survives a power cut.
   * @throws RunError `STATE.UNWRITABLE`
   */
  async undoing({ entity, key }: FormerRow, field: string, to: Held): Promise<void> {
    const opened = this.#open();
    const fields = { [field]: { wrote: [opened.digest(to)] } };
    await opened.write({ entity, key, fields, undoing: true });
  }

  /** Forgets what is kept of a row: its fields are put back, or stay as they are. */
  settle({ entity, key }: FormerRow): void {
    this.#open().settle(entity, key);
  }

  /** Deletes the log, once all of it is settled. */
  async end(): Promise<void> {
    if (!this.exists) return;
    this[Symbol.dispose]();
    await this.#place.state.remove(this.#place.name);
  }

  #open(): OpenFormer {
    try {
      this.#opened ??= new OpenFormer(this.#place, this.#system);
      return this.#opened;
    } catch (error) {
      const path = this.#place.state.pathOf(this.#place.name);
      throw asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be opened: ${(error as Error).message}`);
    }
  }

  [Symbol.dispose](): void {
    this.#opened?.close();
    this.#opened = undefined;
  }
}

class OpenFormer {
  readonly index: FormerIndex;
  readonly #path: string;
  readonly #salt: string;
  #log: OpenLog;
  #sync: LogSync<number>;
  #end: number;
  changes: number;

  constructor(place: FormerPlace, { files, random }: Pick<System, 'files' | 'random'>) {
    const { state, name } = place;
    this.#path = state.pathOf(name);
    if (isMissing(state, name)) writeAnew(place, { version: 1, salt: random.hex(32), changes: 0 }, []);
    using opened = new DisposableStack();
    this.#log = opened.use(state.open(name));
    this.index = opened.use(new FormerIndex(place.index, files));
    let changes = 0;
    const { head, end, lines, damagedAt } = readFormer(this.#log, (line) => {
      if (line.fields && !line.undoing) changes++;
      this.#apply(line);
    });
    if (!head || damagedAt !== undefined) throw damaged(this.#path, damagedAt ?? 0);
    this.#salt = head.salt;
    this.#end = end;
    this.changes = head.changes + changes;
    if (lines > SHORT_LINES && lines > LINES_PER_ROW * this.index.size) {
      const rows = entityNames.values().flatMap((entity) => this.index.of(entity));
      this.#end = writeAnew(place, { ...head, changes: this.changes - this.index.size }, rows);
      this.#log[Symbol.dispose]();
      this.#log = opened.use(state.open(name));
    }
    // What a process wrote that was killed may not be on the disk yet.
    this.#sync = new LogSync(
      () => this.#log.sync(),
      () => this.#end,
      0,
    );
    opened.move();
  }

  async keep(row: Omit<FormerRow, 'fields'>, changes: readonly FieldChange[]): Promise<void> {
    const { fields: known = {} } = this.index.find(row.entity, row.key) ?? {};
    const fields = Object.fromEntries(
      changes.flatMap(({ field, from, to }) => {
        const digest = this.digest(to);
        const before = known[field];
        if (before?.wrote.at(-1) === digest) return [];
        const was = before || from === undefined ? {} : { was: from };
        return [[field, { ...was, wrote: [digest] }] as const];
      }),
    );
    if (Object.keys(fields).length > 0) this.changes++;
    await this.write(Object.keys(fields).length > 0 ? { ...row, fields } : undefined);
  }

  /** Appends a line, if there is one; resolves once all that was written before survives a power cut. */
  async write(line: Omit<FormerLine, 'synced'> | undefined): Promise<void> {
    if (line) this.#append({ ...line, synced: this.#sync.synced });
    try {
      for (const end = this.#end; this.#sync.synced < end; ) await this.#sync.now();
    } catch (error) {
      throw this.#unwritable(error);
    }
  }

  settle(entity: EntityName, key: string): void {
    this.#append({ entity, key, synced: this.#sync.synced });
  }

  digest(held: Held): string {
    // Long numbers are rounded, as in digests of earlier versions.
    const plain = JSON.parse(JSON.stringify(held)) as Held;
    const hmac = createHmac('sha256', this.#salt).update(canonical({ held: plain }));
    return hmac.digest('base64url').slice(0, DIGEST_CHARS);
  }

  #append(line: FormerLine): void {
    const bytes = Buffer.from(lineOf(line));
    try {
      this.#sync.assertSound();
      // What a process has left that was killed.
      if (this.#log.bytes > this.#end) this.#log.truncate(this.#end);
      this.#log.write(bytes, this.#end);
    } catch (error) {
      throw this.#unwritable(error);
    }
    this.#end += bytes.length;
    this.#apply(line);
  }

  #apply({ entity, key, id, fields }: FormerLine): void {
    if (!fields) {
      this.index.delete(entity, key);
      return;
    }
    const before = this.index.find(entity, key);
    const merged = Object.entries(fields).map(([name, { was, wrote }]) => {
      const known = before?.fields[name];
      const first = known ?? (was === undefined ? {} : { was });
      return [name, { ...first, wrote: [...(known?.wrote ?? []), ...wrote].slice(-WROTE_MAX) }] as const;
    });
    this.index.put({
      ...{ entity, key, ...before, ...(id === undefined ? {} : { id }) },
      fields: { ...before?.fields, ...Object.fromEntries(merged) },
    });
  }

  #unwritable(error: unknown): RunError {
    const message = `${this.#path} cannot be written: ${(error as Error).message}`;
    return asRunError(error, 'STATE.UNWRITABLE', message);
  }

  close(): void {
    this.index[Symbol.dispose]();
    if (this.#sync.isRunning) {
      void this.#sync.idle().then(() => this.#log[Symbol.dispose]());
      return;
    }
    try {
      if (this.#sync.isSound && this.#sync.synced < this.#end) this.#log.syncNow();
    } finally {
      this.#log[Symbol.dispose]();
    }
  }
}

/** An empty log has nothing that could be lost. */
function isMissing(state: StateStore, name: string): boolean {
  using found = state.read(name);
  return found === undefined || found.bytes === 0;
}

/** Writes a log in the place of the one that is there; returns its length. */
function writeAnew({ state, name }: FormerPlace, head: FormerHead, rows: Iterable<FormerRow>): number {
  using draft = state.draft(name);
  let end = 0;
  const write = (record: FormerHead | FormerLine): void => {
    const bytes = Buffer.from(lineOf(record));
    draft.write(bytes, end);
    end += bytes.length;
  };
  write(head);
  for (const row of rows) write({ ...row, synced: 0 });
  draft.publish();
  return end;
}

/** Writes a log anew without its damaged lines; without its first one nothing in it can be compared, and all of it goes. */
export async function dropDamaged(place: FormerPlace): Promise<void> {
  const { state, name } = place;
  const isSound = writeSound(place);
  if (!isSound) await state.remove(name);
}

function writeSound({ state, name }: FormerPlace): boolean {
  using kept = state.read(name);
  using draft = state.draft(name);
  let end = 0;
  const head =
    kept &&
    soundRecords(kept, (record) => {
      const bytes = Buffer.from(lineOf('salt' in record ? record : { ...record, synced: 0 }));
      draft.write(bytes, end);
      end += bytes.length;
    });
  if (head) draft.publish();
  return head !== undefined;
}

const damaged = (path: string, byte: number): RunError =>
  new RunError('STATE.CORRUPT', `${path} is damaged at byte ${byte}`, { where: { file: path, byte } });
