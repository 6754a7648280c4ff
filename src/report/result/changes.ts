import type { EntityName } from '../../input/entities/entity.ts';
import type { ChangeAction } from '../../input/rows/outcome.ts';

/** A changed row in a report: its key and the names of the changed fields, no values. */
export type ChangeSample = {
  readonly entity: EntityName;
  readonly key: string;
  readonly action: ChangeAction;
  /** Absent if it is not known which fields differ. */
  readonly fields?: readonly string[];
};

/** The changes that a run has made. */
export type ListedChanges = {
  readonly total: number;
  /** The number of them that are lines of `changes.ndjson`. */
  readonly listed: number;
  /** By entity and action, such as `users.updated`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Updated rows by entity and field, such as `users.name`. */
  readonly fields: Readonly<Record<string, number>>;
  /** The first of each entity and action. */
  readonly samples: readonly ChangeSample[];
};

/** Samples of one entity and action. */
const SAMPLES_EACH = 10;
/** The order of the samples: what tells most stands first. */
const ORDER: readonly ChangeAction[] = ['deactivated', 'deleted', 'updated', 'created', 'exists', 'gone'];

/** Counts the changes of a run, and keeps some of them, in a bounded space. */
export class ChangeTally {
  readonly #counts: Record<string, number> = {};
  readonly #fields: Record<string, number> = {};
  readonly #samples = new Map<string, ChangeSample[]>();
  total = 0;

  add({ entity, key, action, fields }: ChangeSample): void {
    this.total++;
    const name = `${entity}.${action}`;
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    for (const field of fields ?? [])
      this.#fields[`${entity}.${field}`] = (this.#fields[`${entity}.${field}`] ?? 0) + 1;
    const samples = this.#samples.get(name) ?? [];
    if (samples.length >= SAMPLES_EACH) return;
    samples.push({ entity, key, action, ...(fields ? { fields } : {}) });
    this.#samples.set(name, samples);
  }

  /** @param listed how many changes are lines of the list */
  result(listed: number): ListedChanges {
    const samples = [...this.#samples.values()].flat();
    return {
      total: this.total,
      listed,
      counts: this.#counts,
      fields: this.#fields,
      samples: ORDER.flatMap((action) => samples.filter((sample) => sample.action === action)),
    };
  }
}
