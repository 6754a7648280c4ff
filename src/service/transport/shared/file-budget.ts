import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { System } from '../../../system/system.ts';
import { type AskedTurns, leadMaxMs, type SharedBudget, type Taken } from './shared-budget.ts';
import { closedOf, statements, takenOf } from './statements.ts';

/** In the header of the file; so a file of another program is not taken for ours. */
const APPLICATION_ID = 0x63_66_62_67;
const VERSION = 1;
/** A transaction takes a ten-thousandth of a second; who waits longer asks again. */
const BUSY_MS = 20;
/** A process that was stopped in the middle of a transaction holds the file; after this time another file takes its place. */
const STUCK_MS = 5_000;
/** Result codes of SQLite, without their extension. */
const [BUSY, CORRUPT, NOT_A_DATABASE] = [5, 11, 26];

const SQL = statements({
  now: '$3',
  greatest: 'max',
  least: 'min',
  create: 'CREATE TABLE IF NOT EXISTS',
  table: 'budgets',
});

/** SQLite numbers parameters with another sign. */
const prepared = (db: DatabaseSync, sql: string): StatementSync =>
  db.prepare(sql.replaceAll(/\$(\d)/g, '?$1'));

type Opened = {
  readonly db: DatabaseSync;
  readonly take: StatementSync;
  readonly close: StatementSync;
  readonly look: StatementSync;
};

/**
 * A budget that the processes of one machine share through a small SQLite file. Nothing in it has to survive: a file that is
 * gone is made anew, one that is damaged or not ours is renamed to `….damaged`.
 */
export class FileBudget implements SharedBudget {
  readonly #path: string;
  readonly #app: string;
  readonly #system: Pick<System, 'clock' | 'files'>;
  #opened: Opened | undefined;
  #ino: number | undefined;
  #busySince: number | undefined;

  /** @throws an error of the disk if the file cannot be made */
  constructor(path: string, app: string, system: Pick<System, 'clock' | 'files'>) {
    this.#path = path;
    this.#app = app;
    this.#system = system;
    this.#do(() => {});
  }

  async take(rateClass: string, { spacingMs, turns, unused }: AskedTurns): Promise<Taken> {
    const values = [this.#app, rateClass, this.#now, spacingMs, turns, unused, leadMaxMs(spacingMs)];
    return this.#do(({ take }) => takenOf(take.get(...values) ?? {}));
  }

  async close(rateClass: string, forMs: number): Promise<void> {
    this.#do(({ close }) => close.run(this.#app, rateClass, this.#now, forMs));
  }

  async closed(): Promise<ReadonlyMap<string, number>> {
    if (this.#opened && this.#inode('r') !== this.#ino) this.#shut();
    return this.#do(({ look }) => closedOf(look.all(this.#app, this.#now)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#shut();
  }

  get #now(): number {
    return this.#system.clock.now();
  }

  /**
   * Tells the file that is open from one that has taken its place; 0 if there is none.
   * @param flags `a` to make it
   */
  #inode(flags: 'r' | 'a'): number {
    const { files } = this.#system;
    try {
      const file = files.openSync(this.#path, flags, 0o600);
      const { ino } = files.fstatSync(file);
      files.closeSync(file);
      return ino;
    } catch {
      return 0;
    }
  }

  #do<T>(work: (opened: Opened) => T): T {
    try {
      return this.#tried(work);
    } catch (error) {
      if (!this.#mustMakeWay(error)) throw error;
      this.#setAside();
      return this.#tried(work);
    }
  }

  #tried<T>(work: (opened: Opened) => T): T {
    const result = work(this.#open());
    this.#busySince = undefined;
    return result;
  }

  /** True if the file is of no use any more: damaged, foreign, or held by a process that does not go on. */
  #mustMakeWay(error: unknown): boolean {
    const code = resultCode(error);
    const elapsed = this.#system.clock.elapsed();
    if (code === BUSY) {
      this.#busySince ??= elapsed;
      return elapsed - this.#busySince > STUCK_MS;
    }
    this.#shut();
    return code === CORRUPT || code === NOT_A_DATABASE || error instanceof ForeignFile;
  }

  #open(): Opened {
    if (this.#opened) return this.#opened;
    const ino = this.#inode('a');
    const opened = this.#openNow();
    this.#opened = opened;
    // Another file may have come in between: then the next look finds that it is not this one.
    this.#ino = this.#inode('r') === ino ? ino : undefined;
    return opened;
  }

  #openNow(): Opened {
    const { files } = this.#system;
    const db = files.openDatabase(this.#path, { timeout: BUSY_MS });
    try {
      // What is lost in a power cut may be lost.
      db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE');
      if (!isOurs(db)) throw new ForeignFile(this.#path);
      db.exec(SQL.create);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
      files.chmodSync(this.#path, 0o600);
      return {
        db,
        take: prepared(db, SQL.take),
        close: prepared(db, SQL.close),
        look: prepared(db, SQL.look),
      };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  #setAside(): void {
    const { files } = this.#system;
    this.#shut();
    this.#busySince = undefined;
    files.rmSync(`${this.#path}-journal`, { force: true });
    if (files.existsSync(this.#path)) files.renameSync(this.#path, `${this.#path}.damaged`);
  }

  #shut(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#ino = undefined;
    try {
      opened?.db.close();
    } catch {
      // It is left in any case.
    }
  }
}

class ForeignFile extends Error {
  constructor(path: string) {
    super(`${path} is a file of another program or version`);
  }
}

/** A file with nothing in it is ours as well. */
function isOurs(db: DatabaseSync): boolean {
  const { application_id: id } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (id === APPLICATION_ID) return version === VERSION;
  return id === 0 && db.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
}

function resultCode(error: unknown): number | undefined {
  const { errcode, cause } = error as { readonly errcode?: number; readonly cause?: unknown };
  if (errcode !== undefined) return errcode & 0xff;
  return cause === undefined ? undefined : resultCode(cause);
}
