import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import type { Known } from '../ask/answering.ts';
import { filesText, type Table } from '../files/tables.ts';
import { recognisedText } from '../guess/entity-guess.ts';
import { missingFields, sourceOf, unusedColumns } from '../guess/proposal.ts';
import type { DirectConversations, Identity } from '../relate/identity.ts';
import type { Owners } from '../relate/message-roles.ts';
import type { DraftSource, SourceOption } from '../text/pipeline-text.ts';

/** The facts that all parts of a draft share. */
export type Drafting = {
  readonly known: Known;
  readonly users: Identity;
  readonly groups: Identity;
  readonly owners: Owners;
  /** Conversations of two people among the groups; undefined if there are none. */
  readonly direct: DirectConversations | undefined;
};

/** The condition that a cell is none of some values. */
export const notOf = (values: readonly string[]): object => ({
  not: values.length === 1 ? values[0] : values,
});

/** A map that is being made, and what is said about it. */
export type Draftable = {
  readonly map: Record<string, FieldSource | null>;
  readonly remarks: string[];
  /** Columns that are read, or that say which rows are. */
  readonly used: Set<string>;
};

export const draftable = (): Draftable => ({ map: {}, remarks: [], used: new Set() });

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
  role: ({ looks, filled }) => looks.legalId === filled,
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
    const source = sourceOf(entity, field, column, known);
    if (source !== field) draft.map[field] = source;
    draft.used.add(name);
  }
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
  filledFields: ReadonlySet<string>,
): DraftSource {
  const filled = table.columns.filter(({ type }) => type !== 'empty');
  const mapped = { ...Object.fromEntries([...filledFields].map((field) => [field, true])), ...draft.map };
  const empty = table.columns.filter(({ type }) => type === 'empty').map(({ name }) => name);
  const { rows, faulty, whole, files, unread } = table;
  return {
    options: [...inputOptions(table), ...options],
    map: inOrder(entity, draft.map),
    missing: missingFields(entity, filled, draft.used, mapped),
    unused: unusedColumns(filled, draft.used),
    remarks: [
      `${whole ? '' : 'the first '}${rows} rows were read${files.length + unread.length > 1 ? ` in ${filesText(table)}` : ''}; ${entity} ${recognisedText(table.entity?.evidence)}`,
      ...(empty.length > 0 ? [`empty in these rows: ${empty.slice(0, EMPTY_NAMED_MAX).join(', ')}`] : []),
      ...(faulty > 0 ? [`? ${faulty} of them cannot be read; chatferry validate shows which`] : []),
      ...draft.remarks,
    ],
  };
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
  const { encoding, delimiter, header, columns, path, rowsAt } = first;
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(path) ? '\t' : ',';
  return [
    { key: 'path', value: paths.length === 1 ? paths[0] : paths },
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
