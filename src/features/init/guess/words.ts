import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { fieldValues, translatedWord } from '../../../inspection/words/values.ts';
import { type Known, rowsText, UNANSWERED } from '../ask/answering.ts';

/** The answers that give the least first: a private group, a member without rights. */
const leastFirst = (words: readonly string[]): readonly string[] =>
  words.toReversed().sort((a, b) => Number(b === 'private') - Number(a === 'private'));

/** A column with more words is not one of a few words. */
export const WORDS_MAX = 12;

/** A column of words, and in how many of the rows that were looked at each of them stands. */
type Words = Pick<InspectedColumn, 'name' | 'values'> & { readonly counts?: ReadonlyMap<string, number> };

/** The way a field with a fixed set of values reads its column; asks about values that it does not know. */
export function wordSource(
  entity: EntityName,
  field: string,
  { name, values, counts }: Words,
  { answers, ask }: Known,
  best?: (value: string) => string | undefined,
): FieldSource {
  const expected = fieldValues(entity, field);
  if (!expected) return name;
  const idOf = (value: string): string => `${entity}.${field}.${value}`;
  if (!values || values.length > WORDS_MAX) {
    const text = `${name}: more values than ${field} can have (${expected.join(', ')})`;
    ask({ id: `${entity}.${field}`, text, choices: [] });
    return name;
  }
  const meaning = (value: string): string | undefined =>
    translatedWord(entity, field, value) ?? (answers.get(idOf(value)) || undefined);
  const known = values.map((value) => [value, meaning(value) ?? UNANSWERED] as const);
  const unknown = values.filter((value) => !meaning(value));
  // A message can have a type that only the app knows.
  if (entity === 'messages' && field === 'type' && unknown.length > 0) return name;
  const rowsOf = (value: string): number => counts?.get(value) ?? 0;
  for (const value of unknown.toSorted((a, b) => rowsOf(b) - rowsOf(a))) {
    const likely = best?.(value);
    ask({
      id: idOf(value),
      text: `${name}: which ${field} does ${JSON.stringify(value)} mean${rowsText(counts?.get(value))}?`,
      choices: leastFirst(expected).map((each) => ({ value: each })),
      ...(likely === undefined ? {} : { best: likely }),
      word: { column: name, field: `${entity}.${field}`, value, rows: counts?.get(value) },
    });
  }
  const isAsNamed = unknown.length === 0 && known.every(([value, word]) => value === word);
  return known.length === 0 || isAsNamed ? name : { from: name, values: Object.fromEntries(known) };
}
