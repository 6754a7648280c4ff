import type { Step } from '../../../delivery/plan.ts';
import { type Data, isReferredTo } from '../../../input/entities/entity.ts';
import type { RowVersion } from '../../../input/entities/row-version.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Rename } from '../../../report/result/rename-text.ts';

/** New rows that are remembered; where there are more, nobody was renamed, but everything is new. */
const NEW_ROWS_MAX = 10_000;

type NewRow = { readonly key: string; readonly version: RowVersion; readonly source: string };

/** Finds pairs of a new and a missing row that are equal but for their key, if there is only one of each. */
export class LikelyRenames {
  readonly #step: Step;
  readonly #ledger: Ledger;
  readonly #new = new Map<string, NewRow>();
  #isAnyLost: boolean;
  #byVersion: Map<string, NewRow[]> | undefined;
  readonly #missing = new Map<string, string[]>();

  constructor(step: Step, ledger: Ledger) {
    const { name } = step.entity;
    this.#step = step;
    this.#ledger = ledger;
    this.#isAnyLost = !isReferredTo(name) || ledger.lastRow(name) === 0;
  }

  /** Takes a valid row that is to be sent. */
  added(key: string, data: Data, row: Row): void {
    const { entity, mappings } = this.#step;
    if (this.#isAnyLost || this.#ledger.find(entity.name, key)) return;
    const source = sourceIdOf(row, key, entity.keyFields[0], mappings[row.file] as Mapping);
    if (source === undefined) return;
    this.#new.set(key, { key, version: this.#ledger.versions.of(entity, data), source });
    if (this.#new.size > NEW_ROWS_MAX) {
      this.#new.clear();
      this.#isAnyLost = true;
    }
  }

  /** Takes a row of the ledger that is in no source, after all new ones. */
  missing({ key, version }: LedgerEntry): void {
    if (this.#new.size === 0) return;
    this.#byVersion ??= Map.groupBy(this.#new.values(), (row) => nameOf(row.version));
    const name = nameOf(version);
    if (this.#byVersion.has(name)) this.#missing.set(name, [...(this.#missing.get(name) ?? []), key]);
  }

  get found(): readonly Rename[] {
    const { name } = this.#step.entity;
    return [...this.#missing].flatMap(([version, [missing, ...others]]) => {
      const [row, ...alike] = this.#byVersion?.get(version) ?? [];
      if (!isReferredTo(name) || !row || missing === undefined || others.length + alike.length > 0) return [];
      const line = [name, row.source, missing].map(cellOf).join(',');
      return [{ entity: name, missing, new: row.key, line }];
    });
  }
}

const nameOf = ({ content, fixed }: RowVersion): string => `${content} ${fixed}`;

/** The value in the source for the id of a row; undefined if it is made of more than one column. */
function sourceIdOf(row: Row, key: string, field: string, mapping: Mapping): string | undefined {
  const source = mapping.fields.find((each) => each.field === field)?.source;
  // A column as it is: capitals do not count, so that one line is right for all files.
  if (typeof source === 'string') return key;
  const cell = mapping.cell(row.values, field);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : undefined;
}

/** A cell of a CSV file. */
const cellOf = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
