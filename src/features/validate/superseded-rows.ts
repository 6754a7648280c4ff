import type { Step } from '../../delivery/plan.ts';
import { mayGiveWay } from '../../delivery/sending/gives-way.ts';
import { versionHash, versionsWith } from '../../input/entities/row-version.ts';
import { judge } from '../../input/rows/judge.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Row, RowPlace } from '../../input/rows/row.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { type RowOfKey, standingOf } from '../../keys/standing.ts';
import { KeyLog, type LoggedKey } from './key-log.ts';
import type { AuditDeps } from './references.ts';

/** The outcome of a row that gives way to another one of its key. */
export const SUPERSEDED: Outcome = { status: 'skipped', rule: 'superseded' };

/** The mark of a row that says deleted. */
const DELETED = 1;

/** Finds the rows of a step that give way to other rows of their keys in a sync; undefined if no row does. */
export async function supersededRows(
  step: Step,
  deps: AuditDeps,
  signal: AbortSignal,
): Promise<SupersededRows | undefined> {
  if (!(await mayGiveWay(step, signal))) return undefined;
  using keys = new KeyLog();
  const take = keyTaker(keys, deps);
  for (const source of step.sources) {
    await source.pass({ row: take }, signal);
    signal.throwIfAborted();
  }
  const found = new SupersededRows();
  const folds = new Map<string, KeyRows>();
  keys.resolve({
    repeated(first, again) {
      const name = `${first.file} ${first.byte}`;
      const rows = folds.get(name) ?? new KeyRows(first, found);
      folds.set(name, rows);
      rows.add(again);
    },
    referred: () => {},
    // The rows of a key are all in one part.
    done: () => folds.clear(),
  });
  return found.isEmpty ? undefined : found;
}

/** Logs the keys of rows that are valid by themselves, and of those that say deleted. */
function keyTaker(keys: KeyLog, deps: AuditDeps): (row: Row) => void {
  // Compared with nothing but each other.
  const { of } = versionsWith('', 'siphash');
  return (row) => {
    const judged = judge(row, deps);
    const key = judged.data ? judged.key : judged.deletes;
    if (key === undefined) return;
    const { lo, hi } = fingerprint64(key);
    const version = judged.data && of(deps.entity, judged.data);
    const content = version ? versionHash(version.content, version.fixed) : 0;
    keys.add(lo, hi, content, 0, row, version ? 0 : DELETED);
  };
}

/** The rows of a key, one after the other. */
class KeyRows {
  readonly #found: SupersededRows;
  #current: LoggedKey;
  /** The last file that has the version of the current row. */
  #file: number;
  /** Rows that contradict the current one. */
  #rivals: LoggedKey[] = [];

  constructor(first: LoggedKey, found: SupersededRows) {
    this.#current = first;
    this.#file = first.file;
    this.#found = found;
  }

  add(row: LoggedKey): void {
    const current = this.#current;
    const counting = { ...rowOfKey(current), file: this.#file };
    switch (standingOf(rowOfKey(row), counting, () => row.content === current.content)) {
      case 'superseded':
        this.#found.add(row);
        return;
      case 'contradicts':
        this.#rivals.push(row);
        return;
      case 'repeats':
        if (row.file !== this.#file) this.#begin(current, row.file);
        return;
      case 'replaces':
        this.#found.add(current);
        this.#begin(row, row.file);
        return;
      case 'counts':
        this.#begin(row, row.file);
    }
  }

  /** Begins a file that has the key: contradictions in an earlier one no longer count. */
  #begin(current: LoggedKey, file: number): void {
    for (const rival of this.#rivals) this.#found.add(rival);
    this.#rivals = [];
    this.#current = current;
    this.#file = file;
  }
}

const rowOfKey = ({ file, marks }: LoggedKey): RowOfKey => ({ file, isDeleted: marks === DELETED });

/** Rows by their places: 8 bytes for each. */
export class SupersededRows {
  /** By file: the first bytes of rows. */
  readonly #bytes: number[][] = [];
  #sorted: Float64Array[] | undefined;

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  /** Takes a row; all of them before the first is asked for. */
  add({ file, byte }: Pick<RowPlace, 'file' | 'byte'>): void {
    this.#bytes[file] ??= [];
    this.#bytes[file].push(byte);
  }

  has({ file, byte }: Pick<RowPlace, 'file' | 'byte'>): boolean {
    this.#sorted ??= Array.from(this.#bytes, (bytes = []) => Float64Array.from(bytes).sort());
    const bytes = this.#sorted[file];
    if (!bytes) return false;
    let [low, high] = [0, bytes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bytes[middle] as number) < byte) low = middle + 1;
      else high = middle;
    }
    return bytes[low] === byte;
  }
}
