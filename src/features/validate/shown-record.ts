import { type Bounds, cellText } from '../../input/rows/record.ts';
import type { Rule } from '../../prefilter/rules.ts';
import type { Shown } from './shown.ts';

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
