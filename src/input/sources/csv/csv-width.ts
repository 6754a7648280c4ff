import type { RowWidth } from '../source.ts';
import type { CsvScanner } from './csv-scan.ts';

/** The number of cells of a record, and whether one of those beyond the header has a value. */
type CellCount = Pick<CsvScanner, 'cells' | 'isOverfilled'>;

/** True if a record has as many cells as the header, or another number that is accepted. */
export function isOfWidth(width: RowWidth, { cells, isOverfilled }: CellCount, columns: number): boolean {
  if (cells === columns) return true;
  if (cells < columns) return width === 'pad';
  return width === 'cut' || (width !== 'strict' && !isOverfilled);
}

/** Counts the rows of a file that have another number of cells than its header and are accepted. */
export class OddRows {
  readonly #counts = new Map<string, number>();

  /** Counts a row, if it is one. */
  add({ cells, isOverfilled }: CellCount, columns: number): void {
    if (cells === columns || columns === 0) return;
    const more = isOverfilled
      ? 'cells beyond the header, which are cut'
      : 'empty cells beyond the header, which are ignored';
    const sentence = `rows with ${cells < columns ? 'fewer cells than the header, which are filled up' : more}`;
    this.#counts.set(sentence, (this.#counts.get(sentence) ?? 0) + 1);
  }

  /** Tells the numbers, each with a sentence. */
  tell(warn: ((sentence: string, count: number) => void) | undefined): void {
    for (const [sentence, count] of this.#counts) warn?.(sentence, count);
  }
}
