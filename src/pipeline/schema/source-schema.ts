import { z } from 'zod';
import { conversationTypes } from '../../exports/export-rules.ts';
import { exportSystems } from '../../exports/readers.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { formatNames } from '../../input/sources/formats.ts';
import { choice, inputPath, mapSchema, refinement, timeBound, whereSchema } from './field-schema.ts';

/** The sources of an entity, as users write them in a pipeline file. */

const word = z.string().min(1);
const words = z.union([word, z.array(word).min(1)]);
const paths = z.union([inputPath, z.array(inputPath).min(1)]);
const text = z.string();

const explode = z.union([
  word.describe('the column with the elements'),
  z.strictObject({
    column: word.describe('the column with the elements'),
    split: word.optional().describe('what stands between the elements; default: JSON'),
  }),
]);

const join = z.strictObject({
  path: paths.describe('the files to look in: a path, a glob, https://… or a list of them'),
  rows: word.optional().describe('where the rows are in a JSON document, such as $.members[*]'),
  on: z
    .record(z.string(), word)
    .refine((on) => Object.keys(on).length === 1, 'name one column of the file and one column of the row')
    .describe('column of that file: column of the row'),
  many: z
    .union([z.boolean(), z.literal('distinct')])
    .optional()
    .describe('each column is the list of its values; distinct: of equal rows the first; default: false'),
});

const { lookup: _, ...steps } = refinement;
const derivedField = z.union([
  word.describe('the name of a field'),
  z.strictObject({
    column: word.optional().describe('the name of a column'),
    ...steps,
    field: word.optional().describe('the name of a field'),
    const: z.union([text, z.number(), z.boolean()]).optional().describe('the same value in every row'),
    prefer: choice(['first', 'last', 'min', 'max'], 'default: first'),
  }),
]);

/** Schema of how the rows of a source are read and filled; the parts that a source of files and a derived source share. */
const fileSource = z.strictObject({
  path: paths
    .optional()
    .describe('a path, a glob, https://… or a list of them, relative to this file; - is standard input'),
  command: z.array(text).min(1).optional().describe('a program and its arguments; its output is read'),
  format: choice(formatNames, 'default: by the name of the file'),
  encoding: word.optional().describe('default: utf-8'),
  delimiter: word.optional().describe('default: the one that the header shows'),
  quote: z
    .union([z.literal('none'), z.string().length(1)])
    .optional()
    .describe('default: "; none: quotes are ordinary characters'),
  escape: z
    .string()
    .length(1)
    .optional()
    .describe('the character before a quote in a cell; default: the quote'),
  comment: word.optional().describe('lines that begin so are left out'),
  trim: z.boolean().optional().describe('blanks around cells are left out'),
  nulls: z.array(text).optional().describe('cells that mean no value, such as \\N'),
  skipLines: z.int().nonnegative().optional().describe('lines before the header to leave out'),
  header: choice(['skip', 'none'], 'skip: the first line is left out; none: there is none'),
  columns: z.array(word).min(1).optional().describe('column names, for CSV files without a header line'),
  rows: word.optional().describe('where the rows are in a JSON document, such as $.channels[*]'),
  explode: explode.optional().describe('a row for each element of a column'),
  join: z.record(word, join).optional().describe('columns of other files, by a name of your choice'),
  transform: word.optional().describe('a file whose default export changes each row'),
  where: whereSchema.optional().describe('the rows to take; the others are skipped'),
  since: timeBound.optional().describe('leaves out rows before this time'),
  until: timeBound.optional().describe('leaves out rows from this time on'),
  order: choice(
    ['asIs', 'newestFirst', 'byTime'],
    'how the rows stand in the files; default: asIs, oldest first',
  ),
  onDuplicate: choice(
    ['first', 'last', 'error'],
    'what to do with another row of the same key; default: an equal one is skipped, else an error',
  ),
});

const derivedSource = z
  .strictObject({
    from: z.enum(entityNames).describe('the entity whose rows have the keys'),
    key: words.describe('the fields of those rows that become the key'),
    where: whereSchema.optional().describe('the rows to take, by their fields'),
    map: z.record(z.string(), derivedField).optional().describe('field: field of those rows'),
  })
  .meta({ id: 'derivedSource' });

const isOneInput = ({ path, command }: z.infer<typeof fileSource>): boolean =>
  (path === undefined) !== (command === undefined);

const mappedSource = (entity: EntityName) =>
  fileSource.extend({ map: mapSchema(entity).optional() }).refine(isOneInput, 'name a path or a command');

/** One source of an entity, or a list of sources with different columns. */
export function sourcesOfEntity(entity: EntityName) {
  const source = z.union([mappedSource(entity), derivedSource]).meta({ id: `${entity}Source` });
  return z.union([source, z.array(source).min(1)]);
}

/** An id or a name; ids of databases are often numbers. */
const called = z.union([word, z.int().transform(String)]);
const names = z.array(called).min(1);

/** Schema of what is named of an export. */
const choiceSide = z
  .strictObject({
    conversations: names
      .optional()
      .describe('their ids in the old system or their names, exact or with * for any characters'),
    users: names
      .optional()
      .describe('their ids in the old system, names or e-mails, exact or with * for any characters'),
    types: z
      .array(z.enum(conversationTypes))
      .min(1)
      .optional()
      .describe('kinds of conversations; direct: of their members alone, two or more'),
  })
  .refine((side) => Object.values(side).some(Boolean), 'name conversations, users or types');

/** The export of another chat system. */
export const exportSource = z.strictObject({
  system: z.enum(['auto', ...exportSystems]).describe('the system that it comes from; auto: find it out'),
  path: paths.describe('the archive, the folder, the files or https://…; several exports may overlap'),
  zone: word.optional().describe('the zone of times without one, such as Europe/Berlin'),
  filesBase: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('where the files of the export can be got, such as https://files.example.com/export/'),
  include: choiceSide.optional().describe('takes these alone; the others are left out and counted'),
  exclude: choiceSide.optional().describe('leaves these out, and with users all that they wrote'),
  since: timeBound.optional().describe('leaves out messages before this time'),
  until: timeBound.optional().describe('leaves out messages from this time on'),
  anonymise: z
    .boolean()
    .optional()
    .describe('keeps back all that people wrote and are called by: for trying a migration; default: false'),
  owner: called
    .optional()
    .describe('the id in the old system of the user who owns the groups that have no owner'),
  shape: z
    .union([word, z.record(z.string(), z.unknown())])
    .optional()
    .describe('names of tables and fields, or of a known layout'),
});
export type ExportSpec = z.infer<typeof exportSource>;

/** A source of rows in files. */
export type FileSourceSpec = z.infer<ReturnType<typeof mappedSource>>;
/** A source of rows that are made from the rows of another entity. */
export type DerivedSourceSpec = z.infer<typeof derivedSource>;
/** A source of the rows that the export of a pipeline has of an entity. */
export type ExportSourceSpec = { readonly export: ExportSpec };
export type SourceSpec = FileSourceSpec | DerivedSourceSpec | ExportSourceSpec;

/** True if the rows of a source are those of files, one by one. */
export const isFiles = (spec: SourceSpec): spec is FileSourceSpec => !isDerived(spec) && !isExported(spec);

/** True if the rows of a source are those of the export of another chat system. */
export const isExported = (spec: SourceSpec): spec is ExportSourceSpec => 'export' in spec;

/** True if the rows of a source are made from other rows. */
export const isDerived = (spec: SourceSpec): spec is DerivedSourceSpec => 'from' in spec;
