import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Doubt, Row } from '../../input/rows/row.ts';

/** The values of a row that a sample shows; read only for the few samples that are kept. */
export interface Shown {
  /** Why the service may refuse the row. */
  readonly doubt?: Doubt | undefined;
  /** The row's key. */
  key(): string;
  /** A field's cell as written in the file. */
  cell(field: string): unknown;
  /** A field's value as the service will store it. */
  text(field: string): string;
}

/** The id of the conversation of a message. */
export function conversationId(shown: Shown, toGroup: boolean): string {
  if (toGroup) return `group_${shown.text('receiver')}`;
  return [shown.text('sender'), shown.text('receiver')].sort().join('_user_');
}

/**
 * The values that a sample shows of the current record, which was never turned into a row.
 * @param made is asked for the few records of which any is shown
 */
export const shownRecord = (made: () => Shown): Shown => ({
  key: () => made().key(),
  cell: (field) => made().cell(field),
  text: (field) => made().text(field),
});

/** The values that a sample shows of a row. */
export class ShownRow implements Shown {
  readonly #row: Row;
  readonly #mapping: Mapping;
  readonly #data: Data;
  readonly #key: string;
  readonly doubt: Doubt | undefined;

  constructor(row: Row, mapping: Mapping, data: Data, key: string, doubt?: Doubt) {
    this.doubt = doubt;
    this.#row = row;
    this.#mapping = mapping;
    this.#data = data;
    this.#key = key;
  }

  key(): string {
    return this.#key;
  }

  cell(field: string): unknown {
    return this.#mapping.cell(this.#row.values, field);
  }

  text(field: string): string {
    return String(this.#data[field] ?? '');
  }
}
