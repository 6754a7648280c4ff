import {
  countedTable,
  type EntityName,
  type EntityTable,
  entityRecord,
} from '../../input/entities/entity.ts';
import type { RemovalProblem } from '../../input/rows/outcome.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Clock } from '../../system/clock.ts';

/** Outcomes of the rows of one entity. */
export type RemovalCounts = {
  /** The service acknowledged the removal. */
  removed: number;
  /** The row was not in the service any more. */
  gone: number;
  /** Removed together with its group or user. */
  implied: number;
  /** Not removed: others use the row or what it belongs to, or the row existed before this pipeline. */
  kept: number;
  failed: number;
};

/** The result of a removal. */
export type RemovalResult = {
  readonly counts: Readonly<EntityTable<RemovalCounts>>;
  readonly problems: readonly RemovalProblem[];
  /** Action messages on ended memberships that stay in the history of a group. */
  readonly notesLeft: number;
};

/** Samples per problem. */
export const REMOVAL_SAMPLES_MAX = 10;
/** Kinds of problems that are counted; more are dropped. */
const PROBLEMS_MAX = 100;
/** Acknowledged removals per transaction, and how long the first of them waits at most. */
const BATCH_ROWS = 200;
const BATCH_MS = 500;

/** Outcome of a row that was marked as leaving. What changes with rows that are gone is known last. */
const ENDS = ['staying', 'unreached', 'gone'] as const;
type RemovalEnd = (typeof ENDS)[number];

/** Counts how rows ended, and records in the ledger, in batches, which of them are gone or stay. */
export class RemovalAccount {
  readonly counts = entityRecord(
    (): RemovalCounts => ({ removed: 0, gone: 0, implied: 0, kept: 0, failed: 0 }),
  );
  notesLeft = 0;
  readonly #problems = new Map<string, RemovalProblem>();
  readonly #ledger: Ledger;
  readonly #queued: Readonly<Record<RemovalEnd, Map<EntityName, number[]>>> = {
    staying: new Map(),
    unreached: new Map(),
    gone: new Map(),
  };
  #queuedRows = 0;
  readonly #clock: Clock;
  #flushedAt: number;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#flushedAt = clock.elapsed();
  }

  problem(entity: EntityName, code: string, key: string, message: string): void {
    const name = `${entity} ${code}`;
    const known = this.#problems.get(name);
    if (!known && this.#problems.size >= PROBLEMS_MAX) return;
    const problem = known ?? { entity, code, count: 0, samples: [] };
    problem.count++;
    if (problem.samples.length < REMOVAL_SAMPLES_MAX) problem.samples.push({ key, message });
    this.#problems.set(name, problem);
  }

  /** Queues the end of a row that was marked as leaving: it is gone from the service, or it stays. */
  queueMark(mark: RemovalEnd, entity: EntityName, row: number): void {
    const rows = this.#queued[mark].get(entity) ?? [];
    rows.push(row);
    this.#queued[mark].set(entity, rows);
    this.#queuedRows++;
    if (this.#queuedRows >= BATCH_ROWS || this.#clock.elapsed() - this.#flushedAt >= BATCH_MS) this.flush();
  }

  /**
   * Writes the queued ends to the ledger.
   * @throws RunError `STATE.UNWRITABLE`
   */
  flush(): void {
    for (const mark of ENDS) {
      for (const [entity, rows] of this.#queued[mark]) this.#ledger.mark(entity, rows, mark);
      this.#queued[mark].clear();
    }
    this.#queuedRows = 0;
    this.#flushedAt = this.#clock.elapsed();
  }

  result(): RemovalResult {
    return {
      counts: countedTable((name) => this.counts[name]),
      problems: [...this.#problems.values()],
      notesLeft: this.notesLeft,
    };
  }
}
