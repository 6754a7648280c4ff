import type { InspectedColumn } from '../columns/column.ts';

/** True if no value of a column repeats, as far as it is known. */
export const isUnique = ({ filled, distinct }: InspectedColumn): boolean =>
  filled > 1 && distinct.count >= filled * (1 - 2 * distinct.error);

/** True if few values of a column repeat, as where some rows were exported twice. */
export const isNearlyUnique = ({ filled, distinct }: InspectedColumn): boolean =>
  filled > 1 && distinct.count >= filled * (0.95 - 2 * distinct.error);

/** Times of what happened to a message after it was sent, and of what stands around it. */
const LATER = /edit|update|modif|delet|remov|read|deliver|seen|expire|last|^\^/i;

/** Without a matching name: the only column of times, the only column of unique ids, the column of the longest texts. */
export function fieldsByForm(fields: Map<string, string>, columns: readonly InspectedColumn[]): void {
  const used = new Set(fields.values());
  const left = columns.filter(({ name }) => !used.has(name));
  const times = left.filter(({ type, name }) => type === 'time' && !LATER.test(name));
  const [time] = [...times].sort((a, b) => b.filled - a.filled);
  if (!fields.has('sentAt') && time) fields.set('sentAt', time.name);
  const keys = left.filter((column) => column.type === 'id' && isNearlyUnique(column));
  if (!fields.has('muid') && keys.length === 1) fields.set('muid', keys[0]?.name as string);
  const [longest] = left.filter(({ type }) => type === 'text').sort((a, b) => b.longest - a.longest);
  if (!fields.has('text') && !fields.has('data') && longest && longest.longest > 40)
    fields.set('text', longest.name);
}
