import type { InspectedColumn } from '../columns/column.ts';

/** Whether no value of a column repeats, as far as it is known. */
export const isUnique = ({ filled, distinct }: InspectedColumn): boolean =>
  filled > 1 && distinct.count >= filled * (1 - 2 * distinct.error);

/** Whether few values of a column repeat, as where some rows were exported twice. */
export const isNearlyUnique = ({ filled, distinct }: InspectedColumn): boolean =>
  filled > 1 && distinct.count >= filled * (0.95 - 2 * distinct.error);

/** Without a matching name: the only column of times, the only column of unique ids, the column of the longest texts. */
export function fieldsByForm(fields: Map<string, string>, columns: readonly InspectedColumn[]): void {
  const used = new Set(fields.values());
  const left = columns.filter(({ name }) => !used.has(name));
  const times = left.filter(({ type }) => type === 'time');
  if (!fields.has('sentAt') && times.length === 1) fields.set('sentAt', times[0]?.name as string);
  const keys = left.filter((column) => column.type === 'id' && isNearlyUnique(column));
  if (!fields.has('muid') && keys.length === 1) fields.set('muid', keys[0]?.name as string);
  const [longest] = left.filter(({ type }) => type === 'text').sort((a, b) => b.longest - a.longest);
  if (!fields.has('text') && !fields.has('data') && longest && longest.longest > 40)
    fields.set('text', longest.name);
}
