import type { Apps } from '../app/apps.ts';
import type { RecordedRequest, RequestFilter, SandboxControls } from '../running-sandbox.ts';
import { type Fault, FaultDice, type FaultPlan, parseFaults } from '../server/faults.ts';
import { SandboxError } from '../wire/api-error.ts';
import type { Clock } from './clock.ts';
import { Journal } from './journal.ts';
import type { Snapshots } from './snapshots.ts';

/** The state that a sandbox starts with, and returns to. */
export type Beginning = {
  readonly faults: FaultPlan;
  /** Seeds every random decision. */
  readonly seed: number;
  /** Further apps. */
  readonly apps: readonly string[];
  /** Puts what identifies the sandbox into data that lacks it: ids, keys, tokens. */
  readonly provide: () => void;
};

/** The name of the snapshot that a seeded sandbox returns to. */
const SEED = 'seed';

/** Header of a request that is to be hit by a fault. */
const FAULT_HEADER = 'x-sandbox-fault';

/** A sandbox as its owner controls it. All calls of the API are served between two of these. */
export class Control implements SandboxControls {
  readonly clock: Clock;
  readonly journal = new Journal();
  readonly #apps: Apps;
  readonly #snapshots: Snapshots;
  readonly #beginning: Beginning;
  #dice: FaultDice;
  #isSeeding = false;
  #isClosed = false;

  constructor(apps: Apps, snapshots: Snapshots, clock: Clock, beginning: Beginning) {
    this.clock = clock;
    this.#apps = apps;
    this.#snapshots = snapshots;
    this.#beginning = beginning;
    this.#dice = new FaultDice(beginning.faults, beginning.seed);
  }

  /** The names of the snapshots. */
  get snapshots(): readonly string[] {
    return this.#snapshots.list();
  }

  /** The fault of a request: what its header asks for, else what the dice say. Throws a SandboxError for another header. */
  faultOf(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): Fault {
    if (this.#isSeeding) return { rule: undefined, delayMs: 0 };
    const asked = headers[FAULT_HEADER];
    const dice =
      asked === undefined ? this.#dice : new FaultDice(parseFaults(String(asked)), this.#beginning.seed);
    return dice.next(path);
  }

  readonly setFaults = (faults: string): void => {
    this.#check();
    // Of a caller without types.
    if (typeof faults !== 'string') throw new SandboxError('OPTION_INVALID', 'faults must be a text');
    this.#dice = new FaultDice(parseFaults(faults), this.#beginning.seed);
  };

  readonly requests = (filter?: RequestFilter): readonly RecordedRequest[] => this.journal.list(filter);

  readonly clearRequests = (): void => this.journal.clear();

  readonly reset = async (): Promise<void> => {
    this.#check();
    const { apps, provide, faults, seed } = this.#beginning;
    if (this.#snapshots.has(SEED)) this.#snapshots.restore(SEED);
    else this.#snapshots.empty(apps);
    this.clock.restart();
    provide();
    this.#dice = new FaultDice(faults, seed);
    this.journal.clear();
  };

  readonly snapshot = async (name?: string): Promise<string> => {
    this.#check(name);
    return this.#save(name);
  };

  #save(name?: string): string {
    this.noteTime();
    return this.#snapshots.save(name);
  }

  readonly restore = async (name: string): Promise<void> => {
    this.#check();
    this.#snapshots.restore(name);
    const moment = this.notedTime();
    if (moment !== undefined) this.clock.restart(moment);
    this.#beginning.provide();
  };

  removeSnapshot(name: string): void {
    this.#check(name);
    this.#snapshots.remove(name);
  }

  /**
   * Fills the sandbox once: without faults and budgets, and unrecorded. What `fill` leaves is what reset returns to. A data
   * file that was filled before is left as it is. Rejects with a SandboxError for one that has other data.
   */
  async seed(fill: () => Promise<void>): Promise<void> {
    if (this.#snapshots.has(SEED)) return;
    const { db } = this.#apps.main;
    if (['users', 'groups', 'messages'].some((table) => db.count(table) > 0))
      throw new SandboxError(
        'SEED_FAILED',
        'the data file has data of its own: start without seeds, or take a new data file',
      );
    this.#isSeeding = true;
    for (const [, app] of this.#apps.all()) app.limits.pause();
    try {
      await fill();
      this.#save(SEED);
    } catch (error) {
      // What came so far would count as data of its own.
      this.#snapshots.empty(this.#beginning.apps);
      this.#beginning.provide();
      throw error;
    } finally {
      for (const [, app] of this.#apps.all()) app.limits.reset();
      this.journal.clear();
      this.#isSeeding = false;
    }
  }

  /** Keeps the time with the data, if it was set. */
  noteTime(): void {
    const { db } = this.#apps.main;
    if (!this.clock.isSet) return;
    db.run("INSERT OR REPLACE INTO settings (name, value) VALUES ('clock', ?)", String(this.clock.now()));
  }

  /** The time that was kept last; undefined if there is none. */
  notedTime(): number | undefined {
    const text = this.#apps.main.db.value<string>("SELECT value FROM settings WHERE name = 'clock'");
    return text === undefined ? undefined : Number(text);
  }

  /** Throws a SandboxError if the data is of a later time than the clock shows. */
  checkTime(): void {
    const noted = this.notedTime();
    if (noted === undefined || noted <= this.clock.now()) return;
    const [last, now] = [noted, this.clock.now()].map((ms) => new Date(ms).toISOString());
    throw new SandboxError(
      'CLOCK_BACK',
      `the data file was last used at ${last}, and the clock says ${now}: start with a clock from ${last} on, or with a new data file`,
    );
  }

  close(): void {
    if (!this.#isClosed) this.noteTime();
    this.#isClosed = true;
  }

  /** Throws a SandboxError after the end, and for a name that only `seed` may use. */
  #check(name?: string): void {
    if (this.#isClosed) throw new SandboxError('CLOSED', 'the sandbox is closed: start another one');
    if (name === SEED)
      throw new SandboxError(
        'OPTION_INVALID',
        `the snapshot ${SEED} is what reset returns to: take another name`,
      );
  }
}
