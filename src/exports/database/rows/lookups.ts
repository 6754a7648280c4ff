import { RunError } from '../../../errors/run-error.ts';
import type { Field, ResolvedShape } from '../shape/resolve-shape.ts';

/** The most rows of a table in which values are looked up: they are held in memory. */
const ROWS_MAX = 1_000_000;

/** Tables in which values are looked up, each read once. */
export class Lookups {
  readonly #known = new Map<string, ReadonlyMap<string, string>>();

  /**
   * The values of a column by their key.
   * @throws RunError `EXPORT.SHAPE_UNCLEAR` if there is no such column, or too many rows
   */
  async of(
    { column, join }: Field,
    { shape, signal }: { readonly shape: ResolvedShape; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<string, string>> {
    if (!join) return new Map();
    const name = JSON.stringify([join.table, join.key, column]);
    const known = this.#known.get(name);
    if (known) return known;
    const table = shape.joined.get(join.table);
    const lacking = [join.key, column].find((each) => !table?.columns.includes(each));
    if (!table || lacking !== undefined)
      throw new RunError('EXPORT.SHAPE_UNCLEAR', `${join.table} has no column ${lacking}`, {
        hint: `its columns are: ${table?.columns.join(', ')}`,
      });
    const values = new Map<string, string>();
    await table.pass(
      [join.key, column],
      {
        row: ([key, value]) => {
          if (typeof key === 'string' && typeof value === 'string') values.set(key, value);
          if (values.size > ROWS_MAX)
            throw new RunError(
              'EXPORT.SHAPE_UNCLEAR',
              `${join.table} has more than ${ROWS_MAX} rows to look up`,
            );
        },
        unreadable: () => {},
      },
      signal,
    );
    this.#known.set(name, values);
    return values;
  }
}

/** Ids by the keys with which rows name each other, where those are not the ids. */
export class KeyedIds {
  readonly users = new Map<string, string>();
  readonly conversations = new Map<string, string>();

  user(key: string): string {
    return this.users.size === 0 ? key : (this.users.get(key) ?? key);
  }

  conversation(key: string): string {
    return this.conversations.size === 0 ? key : (this.conversations.get(key) ?? key);
  }
}
