import { RunError } from '../../../errors/run-error.ts';
import type { ResolvedShape } from '../shape/resolve-shape.ts';
import type { Field } from '../shape/shape-section.ts';
import type { Owner, WhoseIds } from '../shape/whose-ids.ts';

/** The most rows of a table in which values are looked up: they are held in memory. */
const ROWS_MAX = 1_000_000;

/** Values of a table by their key, and what they are ids of where a column beside them says it. */
export type Looked = {
  readonly texts: ReadonlyMap<string, string>;
  readonly owners?: ReadonlyMap<string, Owner>;
};

/** Tables in which values are looked up, each read once. */
export class Lookups {
  readonly #known = new Map<string, Looked>();

  /**
   * The values of a column by their key.
   * @param name of the field, such as `messages.sender`
   * @throws RunError `EXPORT.SHAPE_UNCLEAR` if there is no such column, too many rows, or it is not clear whose ids they are
   */
  async of(
    name: string,
    field: Field,
    {
      shape,
      whose,
      signal,
    }: { readonly shape: ResolvedShape; readonly whose: WhoseIds; readonly signal: AbortSignal },
  ): Promise<Looked> {
    const { column, join, beside } = field;
    if (!join) return { texts: new Map() };
    const type = beside?.isJoined ? beside.column : undefined;
    const key = JSON.stringify([join.table, join.key, column, ...(type === undefined ? [] : [name, type])]);
    const known = this.#known.get(key);
    if (known) return known;
    const table = shape.joined.get(join.table);
    const lacking = [join.key, column].find((each) => !table?.columns.includes(each));
    if (!table || lacking !== undefined)
      throw new RunError('EXPORT.SHAPE_UNCLEAR', `${join.table} has no column ${lacking}`, {
        hint: `its columns are: ${table?.columns.join(', ')}`,
      });
    const texts = new Map<string, string>();
    const owners = new Map<string, Owner>();
    await table.pass(
      [join.key, column, ...(type === undefined ? [] : [type])],
      {
        row: ([of, value, kind]) => {
          if (typeof of !== 'string' || typeof value !== 'string') return;
          texts.set(of, value);
          if (type !== undefined)
            owners.set(of, whose.of(name, field, typeof kind === 'string' ? kind : undefined));
          if (texts.size > ROWS_MAX)
            throw new RunError(
              'EXPORT.SHAPE_UNCLEAR',
              `${join.table} has more than ${ROWS_MAX} rows to look up`,
            );
        },
        unreadable: () => {},
      },
      signal,
    );
    const looked = type === undefined ? { texts } : { texts, owners };
    this.#known.set(key, looked);
    return looked;
  }
}

/** Ids by the keys with which rows name each other, where those are not the ids. */
export class KeyedIds {
  readonly users = new Map<string, string>();
  readonly conversations = new Map<string, string>();
  /** Sections of messages whose ids are all numbers: these say in which order they were written. */
  readonly numbered = new Set<object>();

  user(key: string): string {
    return this.users.size === 0 ? key : (this.users.get(key) ?? key);
  }

  conversation(key: string): string {
    return this.conversations.size === 0 ? key : (this.conversations.get(key) ?? key);
  }
}
