import { z } from 'zod';
import { didYouMean } from '../../errors/nearest.ts';
import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { formatFault } from '../../input/rows/format-parts.ts';
import { type FieldMap, type StepName, stepNames } from '../../input/rows/forms/field-source.ts';
import { patternFault } from '../../input/rows/forms/pattern.ts';
import { pipelineTime } from '../../input/rows/forms/time-window.ts';
import { isZone } from '../../input/rows/time.ts';
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

/** A choice of words that may be left out. */
export const choice = <const T extends readonly string[]>(words: T, about: string) =>
  z.enum(words).optional().describe(about);

/** Schema of how a pipeline file fills one field, and which rows it takes. */

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const column = z.string().min(1);
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
  .meta({ enum: stepNames });
const step = z.union([
  stepName,
  z.strictObject({ split: z.string().min(1).describe('what stands between the parts; default: |') }),
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
    .describe('a regular expression; the value is its first group, else the whole match'),
  as: steps.optional().describe('a step or a list of steps, in order'),
  values: z.record(z.string(), scalar).optional().describe('old value: new value'),
  lookup: z
    .strictObject({
      file: inputPath.describe('a file of any readable format, relative to this file, or https://…'),
      key: column.describe('its column that holds the value'),
      value: column.describe('its column that holds the new value'),
    })
    .optional()
    .describe('the new value is in another file'),
  // biome-ignore lint/suspicious/noThenProperty: the name that users write; the object is never awaited.
  then: steps.optional().describe('steps after values or lookup'),
  default: scalar.optional().describe('the value where there is none'),
  time: time.optional().describe('iso, s, ms, us or a luxon format such as dd/MM/yyyy HH:mm'),
  zone: zone.optional().describe('the zone of times without one'),
};

const refinedForms = [
  z.strictObject({ from: column.describe('the name of a column'), ...refinement }),
  z.strictObject({ first: columns.describe('the first of these columns that has a value'), ...refinement }),
  z.strictObject({
    template: z.string().min(1).describe('text with {column} in it; {{ and }} are braces'),
    ...refinement,
  }),
  z.strictObject({
    hash: columns.describe('32 hexadecimal digits made of these columns'),
    perEqualRow: z.boolean().optional().describe('numbers equal rows of a file: -2, -3 …'),
    ...refinement,
  }),
  z.strictObject({
    other: column.describe('a column with a list of values'),
    than: column.describe('the only value of the list that is not the one in this column'),
    ...refinement,
  }),
] as const;

const part = z.union([column.describe('the name of a column'), ...refinedForms]).meta({ id: 'value' });

/** One entry of `map`: a column or a form; null leaves the field empty. */
export const fieldSource = z
  .union([
    column.describe('the name of a column'),
    z.null().describe('the field is not filled, though a column has its name'),
    z.strictObject({ const: scalar.describe('the same value in every row') }),
    ...refinedForms,
    z.strictObject({
      url: part.describe('the column of the URL, or of several URLs'),
      name: part.optional().describe('the name of the file; default: the last part of the URL'),
      type: part.optional().describe('the MIME type; default: by the ending of the name'),
      base: z
        .string()
        .refine((text) => /^https?:/i.test(text) && URL.canParse(text), 'not a complete http or https URL')
        .optional()
        .describe('the URL that relative ones are relative to'),
      split: z
        .union([z.boolean(), z.string().min(1)])
        .optional()
        .describe('true: a message for each file; a text: what stands between several URLs in a cell'),
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
    .describe('field: column');

const value = z.union([scalar, z.null()]);
const values = z.union([value, z.array(value).min(1)]);

/** Conditions on columns; a row must meet all of them. */
export const whereSchema = z
  .record(
    column,
    z.union([
      value.describe('the text of the cell; null is an empty one'),
      z.array(value).min(1).describe('one of these'),
      z.strictObject({ not: values.describe('none of these') }),
      z.strictObject({
        matches: pattern.describe('a regular expression, found anywhere in the cell'),
      }),
      z.strictObject({ empty: z.boolean() }),
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
