import { z } from 'zod';
import { conversationTypes } from '../../exports/export-rules.ts';
import { type ExportSystem, exportSystems } from '../../exports/readers.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { formatNames } from '../../input/sources/formats.ts';
import { rowWidths } from '../../input/sources/source.ts';
import { apiConditions, apiFault, apiSource } from './api-schema.ts';
import {
  choice,
  column,
  inputPath,
  mapSchema,
  refinement,
  refuseQuestions,
  timeBound,
  whereSchema,
} from './field-schema.ts';

/** The sources of an entity, as users write them in a pipeline file. */

const word = z.string().min(1);
const columns = z.union([column, z.array(column).min(1)]);
const paths = z.union([inputPath, z.array(inputPath).min(1)]);
const text = z.string();
/** A zone or an encoding. */
const name = column;

const explode = z.union([
  column.describe('the column with the list'),
  z.strictObject({
    column: column.describe('the column with the list'),
    split: word.optional().describe('the text between the elements; default: the column is read as JSON'),
  }),
]);

const joined = z.strictObject({
  path: paths.describe('the files to search'),
  rows: word.optional().describe('the path of its rows in JSON'),
  on: z
    .record(z.string(), column)
    .refine((on) => Object.keys(on).length === 1, 'name one column of the file and one column of the row')
    .describe('the equal columns, as column of that file: column of the row'),
  where: whereSchema.optional().describe('conditions on the rows of that file'),
  many: z
    .union([z.boolean(), z.enum(['all', 'distinct', 'first', 'last'])])
    .optional()
    .describe(
      'true, all: columns are lists of the values of all rows found; distinct: without equal rows; first, last: one row; default: false',
    ),
  by: column
    .optional()
    .describe('the column that orders the rows for first and last; default: as in the file'),
});
const join = joined.refine(
  ({ many, by }) => by === undefined || many === 'first' || many === 'last',
  'by needs many: first or many: last',
);

const { lookup: _, ...steps } = refinement;
const derivedField = z.union([
  column.describe('a field of those rows'),
  z.strictObject({
    column: column.optional().describe('a column of the files of those rows'),
    ...steps,
    field: column.optional().describe('a field of those rows'),
    const: z.union([text, z.number(), z.boolean()]).optional().describe('the same value in every row'),
    prefer: choice(['first', 'last', 'min', 'max'], 'the value to take of several rows; default: first'),
  }),
]);

/** Schema of how the rows of a source are read and filled; the parts that a source of files and a derived source share. */
const fileSource = z.strictObject({
  path: paths
    .optional()
    .describe(
      'a path, a glob, a file in an archive (export.zip!/rooms/*.json), https://…, - for standard input, or a list of them',
    ),
  command: z.array(text).min(1).optional().describe('a program with its arguments, whose output is read'),
  format: choice(formatNames, 'the format of the file; default: from its name'),
  sheet: name.optional().describe('the sheet of a workbook; default: the first'),
  encoding: name.optional().describe('the encoding of the file, such as windows-1252; default: utf-8'),
  delimiter: word.optional().describe('the text between cells; default: as the header shows, else a comma'),
  quote: z
    .union([z.literal('none'), z.string().length(1)])
    .optional()
    .describe('the quote character, or none; default: "'),
  escape: z
    .string()
    .length(1)
    .optional()
    .describe('the character before a quote inside a cell; default: the quote character'),
  comment: word.optional().describe('lines that begin with this are skipped'),
  trim: z.boolean().optional().describe('removes blanks around cells; default: false'),
  nulls: z.array(text).optional().describe('texts of cells that mean no value, such as \\N'),
  skipLines: z.int().nonnegative().optional().describe('the lines to skip before the header; default: 0'),
  header: choice(
    ['skip', 'none'],
    'skip: not read; none: no header line; default: the first line names the columns',
  ),
  columns: z
    .array(column)
    .min(1)
    .optional()
    .describe('the names of the columns; default: those of the header line'),
  width: choice(
    rowWidths,
    'rows of another width than the header; trailing: empty cells beyond it are ignored; pad: missing cells are empty; cut: cells beyond it are dropped; default: trailing, but strict if the last column has empty cells',
  ),
  rows: word.optional().describe('the path of the rows in a JSON document, such as $.channels[*]'),
  explode: explode.optional().describe('makes a row of each element of a list in a column'),
  join: z
    .record(word, join)
    .optional()
    .describe('adds columns of other files: with the name p, their column id is p.id'),
  transform: word.optional().describe('the JavaScript or TypeScript file that changes each row'),
  where: whereSchema.optional().describe('conditions on columns; other rows are skipped'),
  since: timeBound.optional().describe('skips rows before this time'),
  until: timeBound.optional().describe('skips rows from this time on'),
  order: choice(
    ['asIs', 'newestFirst', 'byTime'],
    'asIs: the oldest row first; newestFirst: the newest first; byTime: sorted; default: asIs',
  ),
  onDuplicate: choice(
    ['first', 'last', 'error'],
    'which row of a key stays; default: equal rows are skipped, others rejected',
  ),
});

const derivedSource = z
  .strictObject({
    from: z.enum(entityNames).describe('the entity whose rows contain the keys'),
    key: columns.describe('the fields of those rows that make the key; each key becomes a row'),
    where: whereSchema.optional().describe('conditions on the fields of those rows'),
    map: z
      .record(z.string(), derivedField)
      .optional()
      .describe('how other fields are filled, as field: field of those rows'),
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
    conversations: names.optional().describe('ids in the old system, or names; * stands for any characters'),
    users: names
      .optional()
      .describe('ids in the old system, names or e-mail addresses; * stands for any characters'),
    types: z
      .array(z.enum(conversationTypes))
      .min(1)
      .optional()
      .describe('kinds of conversations; direct: between two or more users, without a group'),
  })
  .refine((side) => Object.values(side).some(Boolean), 'name conversations, users or types');

const fromSystem = z.strictObject({
  system: z
    .enum(['auto', ...exportSystems, 'service'])
    .describe(
      'the system that wrote the export; auto detects it; service: another app of the service itself',
    ),
  path: paths
    .optional()
    .describe('the archive, folder, files or https://…, or a list; not needed where api is read'),
  api: apiSource
    .optional()
    .describe('reads the history from the API of the system: sendbird, stream, twilio or service'),
  zone: name.optional().describe('the time zone of times that name none, such as Europe/Berlin'),
  filesBase: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the address where you publish its files, such as https://files.example.com/export/'),
  include: choiceSide.optional().describe('imports only these; others are skipped'),
  exclude: choiceSide.optional().describe('skips these, and everything that skipped users wrote'),
  since: timeBound.optional().describe('skips messages before this time'),
  until: timeBound.optional().describe('skips messages from this time on'),
  anonymise: z.boolean().optional().describe('replaces names and texts; default: false'),
  owner: called.optional().describe('the old id of the user who will own groups without an owner'),
  shape: z
    .union([column, z.record(z.string(), z.unknown()).check(refuseQuestions)])
    .optional()
    .describe('names of tables and fields, or of a known layout'),
});

/** The history of another chat system: its export, what its API has, or both. */
export const exportSource = fromSystem
  .check(({ value, issues }) => {
    const { path, message } = apiFault(value) ?? {};
    // Without the value, which may be a secret that stands in the wrong place.
    if (path && message) issues.push({ code: 'custom', message, input: undefined, path: [...path] });
  })
  .meta({ allOf: apiConditions });

/** The export that a pipeline reads; what its API has is one of its paths. */
export type ExportSpec = Omit<z.infer<typeof fromSystem>, 'system' | 'path' | 'api'> & {
  readonly system: ExportSystem | 'auto';
  readonly path: string | readonly string[];
};

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
