import type { TimeRule } from '../../../input/entities/entity.ts';
import { type FormRules, type RowForm, stable, timesOf } from '../expect/row-form.ts';
import type { FieldDifference } from '../result/verification-report.ts';

/** True if a time of the service is correct for that of the source: equal or not earlier, by its rule. */
export function timeFits(
  { rule }: TimeRule,
  source: number | undefined,
  target: number | undefined,
): boolean {
  if (source === undefined) return true;
  return rule === 'given' ? target === source : target !== undefined && target >= source;
}

/** The fields in which a source row and a service row differ, with the values of both. */
export function formDifference(
  source: RowForm,
  target: RowForm,
  comparison: FormRules,
): readonly FieldDifference[] {
  const names = new Set([...source.exact.keys(), ...target.exact.keys()]);
  const exact = [...names].flatMap((field) => {
    const [left, right] = [source.exact.get(field), target.exact.get(field)];
    return left !== undefined && right !== undefined && stable(left) === stable(right)
      ? []
      : [difference(field, left, right)];
  });
  const times = timesOf(comparison).flatMap((time, at) => {
    const [left, right] = [source.times[at], target.times[at]];
    return timeFits(time, left, right) ? [] : [difference(time.field, left, right)];
  });
  return essential([...exact, ...times]);
}

/** Drops differences that follow from another one: of a deleted message, and the scope of a banned member. */
function essential(found: readonly FieldDifference[]): readonly FieldDifference[] {
  const deleted = found.filter(({ field }) => field === 'deletedAt');
  if (deleted.length > 0) return deleted;
  const banned = found.some(({ field }) => field === 'isBanned');
  return banned ? found.filter(({ field }) => field !== 'scope') : found;
}

function difference(field: string, source: unknown, target: unknown): FieldDifference {
  return {
    field,
    ...(source === undefined ? {} : { source }),
    ...(target === undefined ? {} : { target }),
  };
}
