import {
  countedTable,
  type EntityName,
  type EntityTable,
  entityRecord,
  entriesOf,
} from '../../input/entities/entity.ts';
import type { RemovalProblem } from '../../input/rows/outcome.ts';
import { amount, cut, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';

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
  /** Rows that the service refused to change back. */
  readonly problems: readonly RemovalProblem[];
};

/** A table with the entities of which anything is counted. */
export function countedEntities<T extends object>(
  countsOf: (entity: EntityName) => T,
): Partial<EntityTable<T>> {
  const all = entityRecord(countsOf);
  const isAny = (counts: T): boolean => Object.values(counts).some((count) => count > 0);
  return Object.fromEntries(
    Object.entries(countedTable((name) => all[name])).filter(([, counts]) => isAny(counts)),
  );
}

const SAMPLES_SHOWN = 3;

const fieldsText = (count: number): string => amount(count, 'field');

/** A line of what an undo does with the rows of an entity. */
export const rowsLine = (name: EntityName, verb: string, rows: number, parts: readonly string[]): string =>
  `  ${name.padEnd(9)} ${verb} ${grouped(rows).padStart(9)}   ${parts.join(' · ')}`.trimEnd();

/** Says what would be put back in rows that were there before. */
export function plannedPutBackLines(
  putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>,
  style: Style,
): readonly string[] {
  const lines = entriesOf(putBack).map(([name, { rows, fields, stays }]) =>
    rowsLine(name, 'restore', rows, [
      fieldsText(fields),
      ...(stays > 0 ? [style.yellow(`${fieldsText(stays)} cannot be restored`)] : []),
    ]),
  );
  return lines.length === 0
    ? []
    : [
        'These old values would be restored in rows that existed before, unless somebody has changed them since:',
        ...lines,
      ];
}

/** Says what was put back in them, and what was not. */
export function putBackLines({ counts, left }: PutBackResult, style: Style): readonly string[] {
  return [
    ...entriesOf(counts).map(([name, { rows, fields, changed, stays, gone, failed }]) =>
      rowsLine(name, 'restore', rows, [
        fieldsText(fields),
        ...(changed > 0 ? [style.yellow(`${fieldsText(changed)} changed since, not touched`)] : []),
        ...(stays > 0 ? [style.yellow(`${fieldsText(stays)} cannot be restored`)] : []),
        ...(gone > 0 ? [`${grouped(gone)} were already gone`] : []),
        ...(failed > 0 ? [style.red(`${grouped(failed)} failed`)] : []),
      ]),
    ),
    ...left.samples
      .slice(0, SAMPLES_SHOWN)
      .map(
        ({ entity, key, field, reason }) =>
          `${style.yellow('!')} ${entity} ${cut(printable(key), 60)}: ${cut(printable(field), 60)} stays, ${reason}`,
      ),
    ...(left.count > SAMPLES_SHOWN
      ? [`  and ${grouped(left.count - SAMPLES_SHOWN)} more; --json names some`]
      : []),
  ];
}

/** The fields that stay, in the report. */
export const leftText = (count: number): string =>
  `${fieldsText(count)} of rows that existed before could not be restored: somebody has changed them since, or no call can do it`;
