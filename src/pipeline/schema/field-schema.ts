import { z } from 'zod';
import { didYouMean } from '../../errors/nearest.ts';
import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { formatFault } from '../../input/rows/format-parts.ts';
import {
  type FieldMap,
  type StepName,
  stepMeanings,
  stepNames,
} from '../../input/rows/forms/field-source.ts';
import { patternFault } from '../../input/rows/forms/pattern.ts';
import { pipelineTime } from '../../input/rows/forms/time-window.ts';
import { isZone } from '../../input/rows/time.ts';
import { OPEN_QUESTION } from '../config-errors.ts';
import { urlProblem } from '../remote/remote-url.ts';

/** A file that a pipeline reads: a path, or an address. */
export const inputPath = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    const message = urlProblem(value);
    // Without the value, which may have a secret.
    if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
  });

/** Refuses a value unless it is without a fault. */
export function unless<T>(
  faultOf: (value: T) => string | undefined,
): (value: T, context: z.RefinementCtx) => void {
  return (value, context) => {
    const message = faultOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}

/** An optional choice of words. */
export const choice = <const T extends readonly string[]>(words: T, about: string) =>
  z.enum(words).optional().describe(about);

const UNANSWERED = 'has no answer';
function isAnswer(value: unknown): boolean {
  return value !== OPEN_QUESTION;
}

/** Refuses the open questions anywhere in a value, but not among the words of the old system (`values`). */
export function refuseQuestions(
  { value, issues }: z.core.ParsePayload<unknown>,
  path: readonly string[] = [],
): void {
  if (!isAnswer(value)) issues.push({ code: 'custom', message: UNANSWERED, input: value, path: [...path] });
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value))
    if (key !== 'values') refuseQuestions({ value: each, issues }, [...path, key]);
}

/** Schema of how a pipeline file fills one field, and which rows it takes. */

const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** The name of a column. `"?"` is a question that nobody has refuseQuestions: `configError` tells it from a wrong value. */
export const column = z.string().min(1).refine(isAnswer, UNANSWERED);
const columns = z.array(column).min(1);

/** A plain text with a check, so that a wrong name gets a message of its own; editors see the list of names. */
const stepName = z
  .string()
  .superRefine(
    unless((name) =>
      isStepName(name)
        ? undefined
        : `${name} is not a step${didYouMean(name, stepNames, `expected one of ${stepNames.join(', ')}`)}`,
    ),
  )
  .transform((name) => name as StepName)
  // Editors show the second list beside the first.
  .meta({ enum: stepNames, enumDescriptions: stepNames.map((name) => stepMeanings[name]) });
const step = z.union([
  stepName,
  z.strictObject({ split: z.string().min(1).describe('makes a list; this is the text between the parts') }),
  z.strictObject({
    replace: z
      .array(z.tuple([z.string().min(1), z.string()]))
      .min(1)
      .describe('replaces each first text by the second, everywhere'),
  }),
]);
const steps = z.union([step, z.array(step).min(1)]).meta({ id: 'steps' });

const isStepName = (name: string): name is StepName => (stepNames as readonly string[]).includes(name);

const time = z.string().min(1).superRefine(unless(formatFault));

const zone = z.string().refine(isZone, 'not an IANA time zone such as Europe/Berlin');

/** A regular expression that can be matched in linear time: no look-around and no back-references. */
const pattern = z.string().min(1).superRefine(unless(patternFault));

/** Changes of a value before it fills a field. */
export const refinement = {
  pattern: pattern
    .optional()
    .describe('a regular expression (RE2); the value becomes its first group, or the whole match'),
  as: steps.optional().describe('steps, done in this order'),
  values: z
    .record(z.string(), scalar)
    .optional()
    .describe('replaces values, as old: new; others reject the row, unless there is a default'),
  lookup: z
    .strictObject({
      file: inputPath.describe('a file in any readable format'),
      key: column.describe('the column of that file with the old value'),
      value: column.describe('the column of that file with the new value'),
    })
    .optional()
    .describe('finds the new value in another file'),
  // biome-ignore lint/suspicious/noThenProperty: the name that users write; the object is never awaited.
  then: steps.optional().describe('steps that follow values or lookup'),
  default: scalar.optional().describe('the value to use if there is none'),
  time: time
    .optional()
    .describe(
      'how times are written: iso, s, ms, us (since 1970) or a luxon format such as dd/MM/yyyy HH:mm',
    ),
  zone: zone.optional().describe('the time zone of times that name none, such as Europe/Berlin'),
};

const refinedForms = [
  z.strictObject({ from: column.describe('the value of this column'), ...refinement }),
  z.strictObject({
    first: columns.describe('the value of the first of these columns that has one'),
    ...refinement,
  }),
  z.strictObject({
    template: z
      .string()
      .min(1)
      .describe('a text with {column} in it; no value if one is empty; {{ and }} write braces'),
    ...refinement,
  }),
  z.strictObject({
    hash: columns.describe('32 hexadecimal digits of these columns, for rows without an id'),
    perEqualRow: z
      .boolean()
      .optional()
      .describe('gives equal rows of a file the endings -2, -3 …; default: false'),
    ...refinement,
  }),
  z.strictObject({
    other: column.describe('a column with a list, whose only element that differs from than is the value'),
    than: column.describe('the column whose value is not taken from the list'),
    split: z.string().min(1).optional().describe('the text between the elements; default: JSON, or |'),
    ...refinement,
  }),
] as const;

const part = z.union([column.describe('the name of a column'), ...refinedForms]).meta({ id: 'value' });

/** One entry of `map`: a column or a form; null leaves the field empty. */
export const fieldSource = z
  .union([
    column.describe('the name of a column'),
    z.null().describe('leaves the field empty, even if a column has its name'),
    z.strictObject({ const: scalar.describe('the same value in every row') }),
    ...refinedForms,
    z.strictObject({
      url: part.describe('the URL of the file, or a list of URLs'),
      name: part.optional().describe('the name of the file; default: the last part of its URL'),
      type: part.optional().describe('the MIME type; default: from the ending of the name'),
      base: z
        .string()
        .refine((text) => /^https?:/i.test(text) && URL.canParse(text), 'not a complete http or https URL')
        .optional()
        .describe('the URL that relative URLs start from'),
      split: z
        .union([z.boolean(), z.string().min(1)])
        .optional()
        .describe('true: a message of each file; a text: the separator of several URLs in a cell'),
    }),
  ])
  .meta({ id: 'field' });

/** The `map` of an entity's source. Editors complete its fields; other names may be single members, such as `metadata.team`. */
export const mapSchema = (entity: EntityName): z.ZodType<FieldMap> =>
  z
    .object(
      Object.fromEntries(
        Object.keys(entities[entity].fields).map((name) => [name, fieldSource.exactOptional()]),
      ),
    )
    .catchall(fieldSource)
    .check(({ value, issues }) => {
      const words = ([name, form]: [string, unknown]) =>
        isEnumerated(entity, name) ? Object.entries((form as { values?: object } | null)?.values ?? {}) : [];
      for (const entry of Object.entries(value))
        for (const [word, to] of words(entry))
          refuseQuestions({ value: to, issues }, [entry[0], 'values', word]);
    })
    .describe('how fields are filled, as field: column or a value form; default: columns of the same name');

const ENUMERATED = ['type', 'scope', 'receiverType', 'category'];

/** True if a field takes one of a few words: `"?"` cannot be one of them. */
const isEnumerated = (entity: EntityName, field: string): boolean =>
  ENUMERATED.includes(field) || (entities[entity].fields as Record<string, string>)[field] === 'boolean';

const value = z.union([scalar, z.null()]);
const values = z.union([value, z.array(value).min(1)]);

const comparisons = [
  z.strictObject({
    matches: pattern.describe('the cell contains a match of this regular expression (RE2)'),
  }),
  z.strictObject({ column: z.string().min(1).describe('the cell has the text of this column') }),
] as const;

/** Conditions on columns; a row must meet all of them. */
export const whereSchema = z
  .record(
    z.string().min(1),
    z.union([
      value.describe('the cell has this text; null is an empty cell'),
      z.array(value).min(1).describe('the cell has one of these texts'),
      z.strictObject({
        not: z.union([values, ...comparisons]).describe('not one of these texts; no match; another text'),
      }),
      ...comparisons,
      z.strictObject({ empty: z.boolean().describe('true: the cell is empty; false: it is not') }),
    ]),
  )
  .meta({ id: 'where' });

/** A time of `since` or `until`: ISO 8601, UTC if it names no zone. */
export const timeBound = z
  .string()
  .refine(
    (text) => pipelineTime(text) !== undefined,
    'not a time such as 2024-01-31 or 2024-01-31T10:00:00Z',
  );
