import { type EntityName, type EntityTable, entityRecord, entityTable } from '../../input/entities/entity.ts';

/** Counts of what an undo would put back in rows of one entity that were there before. */
export type PlannedPutBack = {
  rows: number;
  fields: number;
  /** Fields that no call can give their old value. */
  stays: number;
};

/** Counts of what an undo has put back in them. */
export type PutBackCounts = {
  /** Rows in which something was put back. */
  rows: number;
  fields: number;
  /** Fields that somebody has changed since, and that no call can give their old value. */
  changed: number;
  stays: number;
  /** Rows that are not in the service any more. */
  gone: number;
  failed: number;
};

/** A field that stays as it is, and why. */
export type NotPutBack = {
  readonly entity: EntityName;
  readonly key: string;
  readonly field: string;
  readonly reason: string;
};

/** Counts of what an undo has put back; the rows that failed are tried again by the next one. */
export type PutBackResult = {
  readonly counts: Readonly<Partial<EntityTable<PutBackCounts>>>;
  readonly left: { readonly count: number; readonly samples: readonly NotPutBack[] };
  readonly problems: readonly PutBackProblem[];
};

/** Rows that the service refused to change back, with the same code. */
export type PutBackProblem = {
  readonly entity: EntityName;
  readonly code: string;
  count: number;
  readonly samples: { readonly key: string; readonly message: string }[];
};

/** A table with the entities of which anything is counted. */
export function countedEntities<T extends object>(
  countsOf: (entity: EntityName) => T,
): Partial<EntityTable<T>> {
  const all = entityRecord(countsOf);
  const isAny = (counts: object): boolean => Object.values(counts).some((count) => count > 0);
  const table = entityTable(
    (name) => all[name],
    (name) => isAny(all[name]),
  );
  return Object.fromEntries(Object.entries(table).filter(([, counts]) => isAny(counts)));
}
