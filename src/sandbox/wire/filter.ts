import type { SQLInputValue } from 'node:sqlite';

/** Conditions of a list, joined by AND, with their parameters. */
export class Filter {
  readonly #conditions: string[] = [];
  readonly #params: SQLInputValue[] = [];

  /** Begins with a condition, if one is given. */
  constructor(condition?: string, ...params: SQLInputValue[]) {
    if (condition !== undefined) this.where(condition, ...params);
  }

  /** Adds a condition; `?` marks its parameters. */
  where(condition: string, ...params: SQLInputValue[]): void {
    this.#conditions.push(condition);
    this.#params.push(...params);
  }

  /** Adds the condition that a column is one of the values, unless there are none. */
  oneOf(column: string, values: readonly string[]): void {
    if (values.length === 0) return;
    // One parameter for any number of values: the statement stays the same, so its prepared form is reused.
    this.where(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
  }

  /** The WHERE clause, or nothing without conditions. */
  get sql(): string {
    return this.#conditions.length === 0 ? '' : ` WHERE ${this.#conditions.join(' AND ')}`;
  }

  /** The parameters, in the order of the conditions. */
  get params(): readonly SQLInputValue[] {
    return this.#params;
  }

  /** Adds the condition that a column is in a range that a query gives, both ends included. */
  between(column: string, from: number | undefined, to: number | undefined): void {
    if (from !== undefined) this.where(`${column} >= ?`, from);
    if (to !== undefined) this.where(`${column} <= ?`, to);
  }

  /** Adds the condition that one of the columns begins with a text. */
  beginsWith(columns: readonly string[], text: string): void {
    const pattern = prefixPattern(text);
    this.where(`(${columns.map(likeIn).join(' OR ')})`, ...columns.map(() => pattern));
  }
}

/** The condition that a column matches a LIKE pattern. */
export const likeIn = (column: string): string => `${column} LIKE ? ESCAPE '\\'`;

/** A LIKE pattern for texts that start with `prefix`. Use it with `ESCAPE '\\'`. */
export function prefixPattern(prefix: string): string {
  return `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
}
