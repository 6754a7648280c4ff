import { createHmac } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { newDatabase } from '../../files/scratch-file.ts';
import { holdsBytes, type OpenLog } from '../../files/state/state-store.ts';
import { type Data, type EntityName, entityNames } from '../../input/entities/entity.ts';
import { canonical } from '../../input/entities/row-version.ts';
import { writtenJson } from '../../input/json/parse-json.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { LedgerPlace } from '../ledger-place.ts';
import { LogSync } from '../log/log-sync.ts';
import { type FormerHead, type FormerLine, formerLineOf, readFormer } from './former-lines.ts';
import type { FieldChange, FormerField, FormerRow, Held } from './former-row.ts';

/** Ends what was kept for one change. */
export type KeptChange = {
  /** Takes back what a refused change has not made: what has these values later is not ours. */
  readonly withdraw: (isMade: (field: string) => boolean) => void;
  /** Takes back the values that fields have only between its calls, once all of these are done. */
  readonly done?: () => void;
};

/** Of one field, so many of the values that we have written last are recognised. */
const WROTE_MAX = 8;
const DIGEST_CHARS = 16;
/** A log with more lines for each row than this is merged, if it is not short. */
const LINES_PER_ROW = 4;
const SHORT_LINES = 1_000;

/** The log of former values while it is open, and its rows. */
export class OpenFormer {
  readonly index: FormerIndex;
  readonly #path: string;
  readonly #salt: string;
  #log: OpenLog;
  #sync: LogSync<number>;
  #end: number;
  changes: number;

  constructor(place: LedgerPlace, { files, random }: Pick<System, 'files' | 'random'>) {
    const { state, name } = place;
    this.#path = state.pathOf(name);
    if (!holdsBytes(state, name)) writeAnew(place, [{ version: 1, salt: random.hex(32), changes: 0 }]);
    using opened = new DisposableStack();
    this.#log = opened.use(state.open(name));
    this.index = opened.use(new FormerIndex(place.index, files));
    let changes = 0;
    const { head, end, lines, damagedAt } = readFormer(this.#log, (line) => {
      if (line.fields && !line.undoing && !line.withdrawn) changes++;
      this.#apply(line);
    });
    if (!head || damagedAt !== undefined) throw damaged(this.#path, damagedAt ?? 0);
    this.#salt = head.salt;
    this.#end = end;
    this.changes = head.changes + changes;
    if (lines > SHORT_LINES && lines > LINES_PER_ROW * this.index.size) {
      this.#end = writeAnew(place, this.#merged({ ...head, changes: this.changes - this.index.size }));
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

  async keep(
    row: Omit<FormerRow, 'fields'>,
    changes: readonly FieldChange[],
  ): Promise<KeptChange | undefined> {
    const { fields: known = {} } = this.index.find(row.entity, row.key) ?? {};
    const fields = Object.fromEntries(
      changes.flatMap(({ field, from, to, between }) => {
        const wrote = between ? [this.digest(between), this.#halfway] : [this.digest(to)];
        const before = known[field];
        if (before?.wrote.at(-1) === wrote.at(-1)) return [];
        const was = before || from === undefined ? {} : { was: from };
        return [[field, { ...was, wrote }] as const];
      }),
    );
    const isNew = Object.keys(fields).length > 0;
    if (isNew) this.changes++;
    await this.write(isNew ? { ...row, fields } : undefined);
    if (!isNew) return undefined;
    const passing = new Set(changes.flatMap(({ field, between }) => (between ? [field] : [])));
    return {
      withdraw: (isMade) => this.#withdraw(row, fields, isMade),
      ...(passing.size > 0
        ? { done: () => this.#withdraw(row, fields, (field) => !passing.has(field)) }
        : {}),
    };
  }

  /** A line for each row, behind a head. */
  *#merged(head: FormerHead): Generator<FormerHead | FormerRow> {
    yield head;
    for (const entity of entityNames) yield* this.index.of(entity);
  }

  /** True if the calls of a change that gives a field a value in between may have been ended by the end of a process. */
  isHalfway({ wrote }: FormerField): boolean {
    return wrote.at(-1) === this.#halfway;
  }

  #withdraw(
    { entity, key }: Omit<FormerRow, 'fields'>,
    fields: FormerRow['fields'],
    isMade: (field: string) => boolean,
  ): void {
    const unmade = Object.entries(fields).flatMap(([field, { wrote }]) =>
      isMade(field) ? [] : [[field, { wrote }] as const],
    );
    if (unmade.length === 0) return;
    this.#append({
      entity,
      key,
      fields: Object.fromEntries(unmade),
      withdrawn: true,
      synced: this.#sync.synced,
    });
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
    return this.#digestOf({ held: JSON.parse(JSON.stringify(held)) as Held });
  }

  /** Stands after what a field has between two calls. */
  get #halfway(): string {
    return this.#digestOf({ halfway: true });
  }

  #digestOf(value: Data): string {
    const hmac = createHmac('sha256', this.#salt).update(canonical(value));
    return hmac.digest('base64url').slice(0, DIGEST_CHARS);
  }

  #append(line: FormerLine): void {
    const bytes = Buffer.from(formerLineOf(line));
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

  #apply({ entity, key, id, fields, withdrawn }: FormerLine): void {
    const before = this.index.find(entity, key);
    const merged = { ...before?.fields };
    for (const [name, { was, wrote }] of Object.entries(fields ?? {})) {
      const known = before?.fields[name];
      const now = withdrawn
        ? without(known?.wrote ?? [], wrote)
        : [...(known?.wrote ?? []), ...wrote].slice(-WROTE_MAX);
      // What was never written may change before it is: what it was is asked anew.
      if (now.length > 0) merged[name] = { ...(known ?? (was === undefined ? {} : { was })), wrote: now };
      else delete merged[name];
    }
    if (!fields || Object.keys(merged).length === 0) this.index.delete(entity, key);
    else this.index.put({ entity, key, ...before, ...(id === undefined ? {} : { id }), fields: merged });
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

/** Digests without those that were added last. */
const without = (all: readonly string[], last: readonly string[]): readonly string[] =>
  all.at(-1) === last.at(-1) ? all.slice(0, -last.length) : all;

/** Writes a log in the place of the one that is there, unless it would be empty; returns its length. */
export function writeAnew(
  { state, name }: LedgerPlace,
  records: Iterable<FormerHead | Omit<FormerLine, 'synced'>>,
): number {
  using draft = state.draft(name);
  let end = 0;
  for (const record of records) {
    const bytes = Buffer.from(formerLineOf('salt' in record ? record : { ...record, synced: 0 }));
    draft.write(bytes, end);
    end += bytes.length;
  }
  if (end > 0) draft.publish();
  return end;
}

const damaged = (path: string, byte: number): RunError =>
  new RunError('STATE.CORRUPT', `${path} is damaged at byte ${byte}`, { where: { file: path, byte } });

const PAGE_ROWS = 500;

/** The rows of a log of former values by key, in a file that is made of the log and deleted on disposal. */
class FormerIndex implements Disposable {
  readonly #path: string;
  readonly #files: Files;
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #page: StatementSync;

  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    this.#db = newDatabase(path, files);
    this.#db.exec(
      'CREATE TABLE former (entity TEXT, key TEXT, row TEXT, PRIMARY KEY (entity, key)) WITHOUT ROWID, STRICT',
    );
    this.#db.exec('BEGIN');
    this.#find = this.#db.prepare('SELECT row FROM former WHERE entity = ? AND key = ?');
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO former VALUES (?, ?, ?)');
    this.#delete = this.#db.prepare('DELETE FROM former WHERE entity = ? AND key = ?');
    this.#page = this.#db.prepare(
      `SELECT row FROM former WHERE entity = ? AND key > ? ORDER BY key LIMIT ${PAGE_ROWS}`,
    );
  }

  find(entity: EntityName, key: string): FormerRow | undefined {
    const found = this.#find.get(entity, key);
    return found && rowOf(found);
  }

  put(row: FormerRow): void {
    this.#put.run(row.entity, row.key, JSON.stringify(row));
  }

  delete(entity: EntityName, key: string): void {
    this.#delete.run(entity, key);
  }

  /** The rows of an entity by their keys; they may be deleted meanwhile. */
  *of(entity: EntityName): Generator<FormerRow> {
    let after = '';
    for (;;) {
      const rows = this.#page.all(entity, after).map(rowOf);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.key;
    }
  }

  get size(): number {
    return Number(this.#db.prepare('SELECT count(*) AS n FROM former').get()?.['n']);
  }

  [Symbol.dispose](): void {
    this.#db.close();
    try {
      this.#files.rmSync(this.#path, { force: true });
    } catch {
      // Whoever opens it next removes it; a command that has lost its lock may not.
    }
  }
}

const rowOf = ({ row }: Readonly<Record<string, SQLOutputValue>>): FormerRow =>
  writtenJson(String(row)) as FormerRow;
