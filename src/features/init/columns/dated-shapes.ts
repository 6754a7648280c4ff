import type { Dated, DatedPart } from './dated.ts';

/** Different ways of writing that are kept. */
const SHAPES_MAX = 16;

/** Letters of a shortened name of a month, at most. */
const SHORT_NAME = 4;

const nameLength = (parts: readonly DatedPart[]): number =>
  parts.find(({ token }) => token === 'N')?.width ?? 0;

/** The ways in which the dates of a column are written. */
export class DatedShapes {
  readonly #shapes = new Map<
    string,
    { parts: readonly DatedPart[]; widths: number[]; longest: number; count: number }
  >();
  /** The greatest first and second of the numbers that are day and month. */
  readonly #greatest: [number, number] = [0, 0];
  #pairs = 0;
  #unzoned = 0;

  add({ parts, pair, zoned }: Dated): void {
    if (pair) {
      this.#pairs += 1;
      this.#greatest[0] = Math.max(this.#greatest[0], pair[0]);
      this.#greatest[1] = Math.max(this.#greatest[1], pair[1]);
    }
    if (!zoned) this.#unzoned += 1;
    const key = parts.map(({ token }) => token).join('\u0000');
    const shape = this.#shapes.get(key);
    if (!shape) {
      if (this.#shapes.size < SHAPES_MAX)
        this.#shapes.set(key, {
          parts,
          widths: parts.map(({ width }) => width),
          longest: nameLength(parts),
          count: 1,
        });
      return;
    }
    shape.count += 1;
    shape.longest = Math.max(shape.longest, nameLength(parts));
    for (const [at, { width }] of parts.entries())
      if (width < (shape.widths[at] as number)) shape.widths[at] = width;
  }

  get zoned(): boolean {
    return this.#unzoned === 0;
  }

  /** True if nothing shows which number is the day and which the month. */
  get unclear(): boolean {
    const [a, b] = this.#greatest;
    return this.#pairs > 0 && a <= 12 && b <= 12;
  }

  /** The proof of the order of day and month, or that there is none; undefined if there is no question. */
  get proof(): string | undefined {
    const [a, b] = this.#greatest;
    if (this.#pairs === 0) return undefined;
    if (this.unclear) return 'it is unclear whether day or month comes first';
    return `${a > 12 ? 'day' : 'month'} first, a number of ${Math.max(a, b)} proves it`;
  }

  /** The format of most dates, as luxon reads it. */
  format(dayFirst = this.#greatest[1] <= 12): string {
    const [most] = [...this.#shapes.values()].sort((a, b) => b.count - a.count);
    if (!most) return '';
    const names: Readonly<Record<string, string>> = dayFirst ? { A: 'd', B: 'M' } : { A: 'M', B: 'd' };
    return most.parts
      .map(({ token, width }, at) => {
        if (token === 'N') return most.longest > SHORT_NAME ? 'MMMM' : 'MMM';
        const name = names[token] ?? token;
        // A number with one digit anywhere has no leading zeros.
        return width > 0 && most.widths[at] === 2 ? name.repeat(2) : name;
      })
      .join('');
  }
}
