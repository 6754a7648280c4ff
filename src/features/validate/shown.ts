import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { type Bounds, cellText } from '../../input/rows/record.ts';
import type { Doubt, Row } from '../../input/rows/row.ts';
import type { Rule } from '../../prefilter/rules.ts';

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

/** The values that a sample shows of a record that was never turned into a row. */
export class ShownRecord implements Shown {
  /** Finds the cells of the current record: of few records any is shown. */
  record: () => Bounds | undefined = () => undefined;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #keyFields: readonly string[];

  /** @param keyFields the fields that make up a row's key */
  constructor(rules: readonly Rule[], keyFields: readonly string[]) {
    this.#rules = new Map(rules.map((rule) => [rule.field, rule]));
    this.#keyFields = keyFields;
  }

  key(): string {
    return this.#keyFields.map((field) => this.text(field)).join('_member_');
  }

  cell(field: string): unknown {
    const { column = -1, written = column } = this.#rules.get(field) ?? {};
    return this.#textAt(written);
  }

  /** The field's value as the service will store it. */
  text(field: string): string {
    const { column = -1, cellRule } = this.#rules.get(field) ?? {};
    const cell = this.#textAt(column) ?? '';
    if (cellRule?.kind !== 'id') return cell;
    const around = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
    return `${around(cellRule.affixes?.before)}${cell}${around(cellRule.affixes?.after)}`.toLowerCase();
  }

  #textAt(column: number): string | undefined {
    const record = column < 0 ? undefined : this.record();
    return record && cellText(record, column);
  }
}

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
