import { type Bounds, cellText } from '../../input/rows/record.ts';
import type { Shown } from './facts.ts';
import type { Rule } from './screen/rules.ts';

/** What samples show of a record that was never made a row. */
export class ShownRecord implements Shown {
  /** The record at hand. */
  record: Bounds | undefined;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #keyFields: readonly string[];

  /** @param keyFields the fields that a row is named by */
  constructor(rules: readonly Rule[], keyFields: readonly string[]) {
    this.#rules = new Map(rules.map((rule) => [rule.field, rule]));
    this.#keyFields = keyFields;
  }

  key(): string {
    return this.#keyFields.map((field) => this.text(field)).join('_member_');
  }

  cell(field: string): unknown {
    const column = this.#rules.get(field)?.column ?? -1;
    return this.record && column >= 0 ? cellText(this.record, column) : undefined;
  }

  /** The field as the service will have it. */
  text(field: string): string {
    const cell = String(this.cell(field) ?? '');
    const look = this.#rules.get(field)?.look;
    if (look?.how !== 'id') return cell;
    const around = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
    return `${around(look.affixes?.before)}${cell}${around(look.affixes?.after)}`.toLowerCase();
  }
}
