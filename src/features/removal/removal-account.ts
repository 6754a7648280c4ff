import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** Where the rows of one entity went. */
export type RemovalCounts = {
  /** The service has acknowledged it. */
  removed: number;
  /** It was not there any more. */
  gone: number;
  /** It went with its group or its user. */
  implied: number;
  /** It is in use by others, or hangs on what is. */
  kept: number;
  failed: number;
};

export type RemovalProblem = {
  readonly entity: EntityName;
  readonly code: string;
  count: number;
  readonly samples: { readonly key: string; readonly message: string }[];
};

export type RemovalResult = {
  readonly counts: Readonly<Record<EntityName, RemovalCounts>>;
  readonly problems: readonly RemovalProblem[];
  /** Ends of memberships that the history of a group still shows. */
  readonly notesLeft: number;
};

export const SAMPLES_MAX = 10;
/** Kinds of problems that are told apart. */
const PROBLEMS_MAX = 100;
/** Acknowledged removals that are noted in one go, and how long one waits for company. */
const NOTE_ROWS = 200;
const NOTE_MS = 500;

/** Counts what became of rows, and notes in the ledger, in batches, which of them the service no longer holds. */
export class RemovalAccount {
  readonly counts = Object.fromEntries(
    entityNames.map((name) => [name, { removed: 0, gone: 0, implied: 0, kept: 0, failed: 0 }]),
  ) as Record<EntityName, RemovalCounts>;
  notesLeft = 0;
  readonly #problems = new Map<string, RemovalProblem>();
  readonly #ledger: Ledger;
  readonly #unnoted = { gone: new Map<EntityName, number[]>(), staying: new Map<EntityName, number[]>() };
  #waiting = 0;
  #notedAt = performance.now();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  problem(entity: EntityName, code: string, key: string, message: string): void {
    const name = `${entity} ${code}`;
    const known = this.#problems.get(name);
    if (!known && this.#problems.size >= PROBLEMS_MAX) return;
    const problem = known ?? { entity, code, count: 0, samples: [] };
    problem.count++;
    if (problem.samples.length < SAMPLES_MAX) problem.samples.push({ key, message });
    this.#problems.set(name, problem);
  }

  /** Soon notes what became of a row that was noted as leaving: the service does not hold it any more, or it stays. */
  noteSoon(mark: 'gone' | 'staying', entity: EntityName, row: number): void {
    const rows = this.#unnoted[mark].get(entity) ?? [];
    rows.push(row);
    this.#unnoted[mark].set(entity, rows);
    this.#waiting++;
    if (this.#waiting >= NOTE_ROWS || performance.now() - this.#notedAt >= NOTE_MS) this.note();
  }

  /**
   * Notes at once what waits to be noted.
   * @throws RunError `STATE.UNWRITABLE`
   */
  note(): void {
    for (const mark of ['gone', 'staying'] as const) {
      for (const [entity, rows] of this.#unnoted[mark]) this.#ledger.mark(entity, rows, mark);
      this.#unnoted[mark].clear();
    }
    this.#waiting = 0;
    this.#notedAt = performance.now();
  }

  result(): RemovalResult {
    return { counts: this.counts, problems: [...this.#problems.values()], notesLeft: this.notesLeft };
  }
}
