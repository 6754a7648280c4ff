import { type EntityName, type EntityTable, entriesOf } from '../../input/entities/entity.ts';
import { cut, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import type { PlannedPutBack, PutBackResult } from './put-back-counts.ts';

const SAMPLES_SHOWN = 3;

const fieldsText = (count: number): string => `${grouped(count)} ${count === 1 ? 'field' : 'fields'}`;

const line = (name: EntityName, verb: string, rows: number, parts: readonly string[]): string =>
  `  ${name.padEnd(9)} ${verb} ${grouped(rows).padStart(9)}   ${parts.join(' · ')}`;

/** Says what would be put back in rows that were there before. */
export function plannedPutBackLines(
  putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>,
  style: Style,
): readonly string[] {
  const lines = entriesOf(putBack as EntityTable<PlannedPutBack>).map(([name, { rows, fields, stays }]) =>
    line(name, 'put back', rows, [
      fieldsText(fields),
      ...(stays > 0 ? [style.yellow(`${fieldsText(stays)} cannot get the old value back`)] : []),
    ]),
  );
  return lines.length === 0
    ? []
    : ['Would be put back in rows that were there before, where nobody has changed it since:', ...lines];
}

/** Says what was put back in them, and what was not. */
export function putBackLines({ counts, left }: PutBackResult, style: Style): readonly string[] {
  return [
    ...entriesOf(counts as EntityTable<NonNullable<PutBackResult['counts']['users']>>).map(
      ([name, { rows, fields, changed, stays, gone, failed }]) =>
        line(name, 'put back', rows, [
          fieldsText(fields),
          ...(changed > 0 ? [style.yellow(`${fieldsText(changed)} changed since, left alone`)] : []),
          ...(stays > 0 ? [style.yellow(`${fieldsText(stays)} cannot get the old value back`)] : []),
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
  `${fieldsText(count)} of rows that were there before could not be put back: somebody has changed them since, or no call can`;
