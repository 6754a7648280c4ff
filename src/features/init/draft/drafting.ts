import type { InspectedColumn } from '../../../input/columns/column.ts';
import { entities, plainName } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { GLOB_FROM } from '../../../inspection/trees/globs.ts';
import { type Known, type Question, questionLines, UNANSWERED } from '../ask/answering.ts';
import { filesText, type Table } from '../files/tables.ts';
import { recognisedText } from '../guess/entity-guess.ts';
import { missingFields, sourceOf, unusedColumns } from '../guess/proposal.ts';
import { WORDS_MAX } from '../guess/words.ts';
import type { DirectConversations, Identity } from '../relate/identity.ts';
import { columnCheck, type Owners, tableName } from '../relate/references.ts';
import type { DraftSource, SourceOption } from '../text/pipeline-text.ts';

/** The facts that all parts of a draft share. */
export type Drafting = {
  readonly known: Known;
  readonly users: Identity;
  readonly groups: Identity;
  readonly owners: Owners;
  /** Conversations of two people among the groups; undefined if there are none. */
  readonly direct: DirectConversations | undefined;
  /** The question what becomes of such conversations, if they cannot be told by their members. */
  readonly unsplit: Question | undefined;
};

/** The condition that a cell is none of some values. */
export const notOf = (values: readonly string[]): object => ({
  not: values.length === 1 ? values[0] : values,
});

/** The rows of a table that others are joined with. */
export const joinedRows = ({ paths: [path], files: [first] }: Table): object => ({
  path,
  ...(first?.rowsAt === undefined ? {} : { rows: first.rowsAt }),
});

/** A map that is being made, and what is said about it. */
export type Draftable = {
  readonly map: Record<string, FieldSource | null>;
  readonly remarks: string[];
  /** Columns that are read, or that say which rows are. */
  readonly used: Set<string>;
  /** The open questions of each field. */
  readonly asks: Record<string, readonly Question[]>;
};

export const draftable = (): Draftable => ({ map: {}, remarks: [], used: new Set(), asks: {} });

/** The same facts, and what is asked is remembered as a question about a field. */
export const knownFor = (field: string, { asks }: Draftable, { ask, ...known }: Known): Known => ({
  ...known,
  ask: (question) => {
    const first = ask(question);
    asks[field] = [...(asks[field] ?? []), first];
    return first;
  },
});

/** Fields that hold only what fits; another column under such a name is left alone. */
const FITS: Readonly<Record<string, (column: InspectedColumn) => boolean>> = {
  avatar: ({ type }) => type === 'url',
  icon: ({ type }) => type === 'url',
  link: ({ type }) => type === 'url',
  metadata: ({ type }) => type === 'json',
  data: ({ type }) => type === 'json',
  createdAt: ({ time }) => time !== undefined,
  lastActiveAt: ({ time }) => time !== undefined,
  deactivatedAt: ({ time }) => time !== undefined,
  joinedAt: ({ time }) => time !== undefined,
  deliveredAt: ({ time }) => time !== undefined,
  readAt: ({ time }) => time !== undefined,
  statusMessage: ({ values }) => values === undefined,
  role: ({ looks, filled }) => looks.legalId === filled,
  scope: ({ values = [] }) => values.length > 0 && values.length <= WORDS_MAX,
  isBanned: ({ values }) => values?.every((value) => /^(?:true|false|1|0|yes|no|t|f)$/i.test(value)) === true,
};

/** Maps the fields that read a column of their own, besides those in `done`. */
export function mapFields(
  entity: EntityName,
  table: Table,
  fields: ReadonlyMap<string, string>,
  done: ReadonlySet<string>,
  draft: Draftable,
  known: Known,
): void {
  for (const [field, name] of fields) {
    const column = table.columns.find((each) => each.name === name);
    if (done.has(field) || !column || draft.used.has(name)) continue;
    const fits = FITS[field]?.(column) ?? true;
    if (!fits) {
      // A column with the name of a field is read unless the map says otherwise.
      if (name === field) draft.map[field] = null;
      draft.remarks.push(`${name} is not imported: its values do not fit ${field}`);
      continue;
    }
    const counted = { ...column, counts: rowsByValue(table, name) };
    const source = sourceOf(entity, field, counted, knownFor(field, draft, known));
    if (source !== field) draft.map[field] = source;
    draft.used.add(name);
  }
}

/** In how many of the rows looked at each value of a column stands. */
export function rowsByValue({ sample }: Table, name: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { [name]: cell } of sample)
    if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}

/** Sets a field; nothing is written where the column has the name of the field. */
export function setField(draft: Draftable, field: string, source: FieldSource): void {
  if (source === field) delete draft.map[field];
  else draft.map[field] = source;
}

const EMPTY_NAMED_MAX = 20;

/** The source with what every table has: its paths, how it is read, what was found in it. */
export function finished(
  entity: EntityName,
  table: Table,
  draft: Draftable,
  options: readonly SourceOption[],
  fields: ReadonlyMap<string, string>,
  known: Known,
): DraftSource {
  const filled = table.columns.filter(({ type }) => type !== 'empty');
  const mapped = { ...Object.fromEntries(fields), ...draft.map };
  leaveAlone(entity, table, fields, draft);
  const empty = table.columns.filter(({ type }) => type === 'empty').map(({ name }) => name);
  const { rows, faulty, whole, files, unread } = table;
  for (const { field, columns } of missingFields(entity, filled, draft.used, mapped))
    askFor(entity, field, columns, table, draft, known);
  return {
    options: [...inputOptions(table), ...withKind(table, options)],
    table,
    map: inOrder(entity, draft.map),
    asks: Object.fromEntries(
      Object.entries(draft.asks)
        .filter(([field]) => hasOpen(draft.map[field]))
        .map(([field, asked]) => [field, questionLines(asked).join(' ')]),
    ),
    unused: unusedColumns(filled, draft.used),
    remarks: [
      `${whole ? '' : 'the first '}${rows} ${rows === 1 ? 'row was' : 'rows were'} read${files.length + unread.length > 1 ? ` in ${filesText(table)}` : ''}; ${entity} ${recognisedText(table.entity?.evidence)}`,
      ...(empty.length > 0 ? [`empty in these rows: ${empty.slice(0, EMPTY_NAMED_MAX).join(', ')}`] : []),
      ...(faulty > 0 ? [`? ${faulty} of them cannot be read; chatferry validate shows which`] : []),
      ...draft.remarks,
    ],
  };
}

/** A column with the name of a field is read as this field, unless the map says otherwise; what a row needs is read. */
function leaveAlone(
  entity: EntityName,
  { columns, files: [first] }: Table,
  fields: ReadonlyMap<string, string>,
  { map, used }: Draftable,
): void {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const names = [...filled.map(({ name }) => name), ...(first?.kind ? [first.kind.column] : [])];
  const needed = [...entities[entity].required, ...(fields.has('data') ? [] : ['text'])];
  for (const name of names)
    if (
      Object.hasOwn(entities[entity].fields, name) &&
      !Object.hasOwn(map, name) &&
      fields.get(name) !== name
    ) {
      if (needed.includes(name)) used.add(name);
      else map[name] = null;
    }
}

/** The options of a source with the condition that its rows are of their kind. */
function withKind({ files: [first] }: Table, options: readonly SourceOption[]): readonly SourceOption[] {
  const kind = first?.kind;
  if (!kind) return options;
  const of = options.find(({ key }) => key === 'where');
  const value = { [kind.column]: kind.value, ...(of?.value as object | undefined) };
  return [...options.filter((option) => option !== of), { key: 'where', value }];
}

/** True if a question is open in the value of a field. */
const hasOpen = (source: unknown): boolean =>
  source === UNANSWERED ||
  (typeof source === 'object' && source !== null && Object.values(source).some(hasOpen));

/** Asks which column has a required field, and leaves the question open until somebody answers it. */
function askFor(
  entity: EntityName,
  field: string,
  columns: readonly string[],
  table: Table,
  draft: Draftable,
  known: Known,
): void {
  const id = `${tableName(table)}.${field}`;
  draft.map[field] = known.answers.get(id) || UNANSWERED;
  knownFor(field, draft, known).ask({
    id,
    text: `${table.paths[0]}: which column contains the ${plainName(entity, field)} of ${entity}?`,
    choices: columns.map((value) => ({ value })),
    check: columnCheck(table),
  });
}

/** Required fields first, in the order of the table. */
const FIRST = ['muid', 'guid', 'uid', 'name', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'];

function inOrder(entity: EntityName, map: Draftable['map']): Draftable['map'] {
  const first = entity === 'members' ? ['guid', 'uid'] : FIRST;
  const rank = (field: string): number => (first.includes(field) ? first.indexOf(field) : first.length);
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => rank(a) - rank(b)));
}

/** The reading of the files: the options of a source before those that choose and order its rows. */
export function inputOptions({ files, paths }: Table): SourceOption[] {
  const [first] = files;
  if (!first) return [];
  const { encoding, delimiter, header, columns, path, rowsAt, sheet } = first;
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(path) ? '\t' : ',';
  return [
    {
      key: 'path',
      value: paths.length === 1 ? paths[0] : paths,
      ...(paths.length >= GLOB_FROM && !paths.some((each) => each.includes('*'))
        ? { why: '? a glob would read files of another form too; name here the files that come later' }
        : {}),
    },
    ...(sheet === undefined ? [] : [{ key: 'sheet', value: sheet }]),
    ...(rowsAt === undefined ? [] : [{ key: 'rows', value: rowsAt }]),
    ...(encoding.how === 'file'
      ? []
      : [{ key: 'encoding', value: encoding.value, why: `? guessed: ${encoding.evidence}` }]),
    ...(delimiter && delimiter.value !== usual
      ? [{ key: 'delimiter', value: delimiter.value, why: delimiter.evidence }]
      : []),
    ...(header === false
      ? [{ key: 'columns', value: columns.map(({ name }) => name), why: 'the files have no header line' }]
      : []),
  ];
}
