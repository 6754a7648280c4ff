import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Problem, Row } from '../../input/rows/row.ts';
import type { Shown } from './shown.ts';

/** The values that a sample shows of a row. */
export class ShownRow implements Shown {
  readonly #row: Row;
  readonly #mapping: Mapping;
  readonly #data: Data;
  readonly #key: string;
  readonly doubt: Problem | undefined;

  constructor(row: Row, mapping: Mapping, data: Data, key: string, doubt?: Problem) {
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
