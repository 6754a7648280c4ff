import { type InspectedColumn, masked } from '../../../input/columns/column.ts';
import { isHintedAs, isNamedAs } from '../../../inspection/words/field-names.ts';
import type { Question } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { isNearlyUnique } from '../guess/entity-guess.ts';
import { bestLink, hasNumbers, keyColumns, linkTo } from './links.ts';

/** Tables that may tell whom a column names. */
export type Owners = { readonly users: Table | undefined; readonly groups: Table | undefined };

/** The name of a table in ids of questions. */
export function tableName({ files: [first] }: Table): string {
  const file = (first?.path ?? '').replace(/^.*[/\\]/, '').replace(/\..*$/, '');
  const { sheet, rowsAt, kind } = first ?? {};
  // Rows of one list are those of their file.
  const part =
    sheet ?? kind?.value ?? (rowsAt?.replaceAll(/[^\p{L}\p{N}]/gu, '') === '' ? undefined : rowsAt);
  return [file, ...(part === undefined ? [] : [part])]
    .join('-')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/-$/, '');
}

/** Columns of the messages whose name says that they name nobody. */
export const isOther = (name: string): boolean =>
  ['type', 'parentMuid', 'attachments', 'readAt'].some((field) => isNamedAs('messages', field, name)) ||
  (['deleted', 'kind', 'fileUrl', 'fileName', 'fileType', 'authorName', 'emoji'] as const).some((hint) =>
    isHintedAs(hint, name),
  );

/** The column with the highest score; undefined if none has enough. */
export function likeliest(
  columns: readonly InspectedColumn[],
  scoreOf: (column: InspectedColumn) => number,
): string | undefined {
  const [best] = columns
    .map((column) => ({ name: column.name, score: scoreOf(column) }))
    .sort((a, b) => b.score - a.score);
  return best && best.score >= SCORE_MIN ? best.name : undefined;
}

/** The weight of the name of a column, and of values that are the keys of another table. */
export const BY_NAME = 2;
export const BY_VALUES = 3;
export const SCORE_MIN = 1.5;

/** The fit of the values of a column to the keys of a table, 0 to 1: all of them, and of all its rows. */
export function fitOf(
  table: Table,
  { name }: Pick<InspectedColumn, 'name'>,
  owner: Table | undefined,
): number {
  const values = owner && valuesOf(table, name);
  const link = values && bestLink(values, owner);
  if (!link) return 0;
  const { size } = owner.keys.get(link.column) ?? values;
  // A few small numbers are among the keys of any table that counts its rows.
  return link.share * (0.6 + 0.4 * Math.min(1, values.size / Math.max(1, size)));
}

/** True if a column has no value that the table has as a key, though its name says that it has. */
export const isStranger = (
  table: Table,
  { name }: Pick<InspectedColumn, 'name'>,
  owner: Table | undefined,
): boolean =>
  owner?.whole === true &&
  owner.files.length > 0 &&
  keyColumns(owner).every((key) => linkTo(valuesOf(table, name), owner, key.name).share < 0.1);

export function roomScore(table: Table, column: InspectedColumn, { users, groups }: Owners): number {
  const { name } = column;
  if (name === 'receiver') return BY_NAME + BY_VALUES;
  const named =
    isHintedAs('room', name) || (isNamedAs('messages', 'receiver', name) && !isHintedAs('person', name));
  const fit = fitOf(table, column, groups);
  const ofUsers = fitOf(table, column, users);
  return (
    (named ? BY_NAME : 0) +
    (fit > 0.5 && !isOther(name) && (named || (fit >= ofUsers && !mayBeCode(table, column, groups)))
      ? BY_VALUES * fit
      : 0) -
    (named && isStranger(table, column, groups) ? 0.4 : 0)
  );
}

/** Of several columns that are called rooms, an id is one rather than a name that two rooms may have. */
export function distinctness(
  table: Table,
  column: InspectedColumn,
  free: readonly InspectedColumn[],
  { groups }: Owners,
): number {
  if (!isHintedAs('room', column.name)) return 0;
  const rooms = free.filter(({ name }) => isHintedAs('room', name) && fitOf(table, { name }, groups) === 0);
  const isMost = rooms.every(({ distinct }) => distinct.count <= column.distinct.count);
  return (isMost ? 0.2 : 0) + (column.type === 'text' ? 0 : 0.1);
}

/** A few small numbers, as of a kind or a priority, are among the keys of any table of rooms. */
const mayBeCode = (table: Table, { name, distinct }: InspectedColumn, owner: Table | undefined): boolean =>
  hasNumbers(table, name) && (distinct.count < CODES_MIN || distinct.count < (owner?.rows ?? 0) * 0.8);

/** Fewer different numbers may be codes. */
const CODES_MIN = 3;

export function personScore(
  table: Table,
  column: InspectedColumn,
  sender: string | undefined,
  owners: Owners,
): number {
  const { name } = column;
  const named =
    isHintedAs('person', name) || (isNamedAs('messages', 'receiver', name) && !isHintedAs('room', name));
  const fit = fitOf(table, column, owners.users);
  const isText = column.type === 'text' || column.type === 'id';
  const isLinked = fit > 0.8 && isText && sender !== undefined && !isNamedAs('messages', 'sender', name);
  return (named ? BY_NAME : 0) + (fit > 0.5 && (named || isLinked) && !isOther(name) ? fit : 0);
}

/** True if a column of a table of messages may name somebody: it repeats, and is no time, flag, list or address. */
export function mayRefer({ columns, rows }: Table, name: string): boolean {
  const column = columns.find((each) => each.name === name);
  if (!column || column.longest > NAME_CHARS) return false;
  return ['id', 'text', 'integer'].includes(column.type) && (rows < FEW_ROWS || !isNearlyUnique(column));
}

/** A longer cell names nobody. */
const NAME_CHARS = 200;
/** In fewer rows every value may be different. */
const FEW_ROWS = 20;

export const isOfGroups = (table: Table, column: string, { groups }: Owners): boolean =>
  groups !== undefined && bestLink(valuesOf(table, column), groups) !== undefined;

export const columnChoice = (column: InspectedColumn): Question['choices'][number] => ({
  value: column.name,
  evidence: evidenceOf(column),
});

/** Says that an answer is no column of a table. */
export const columnCheck =
  ({ columns }: Table) =>
  (answer: string): string | undefined =>
    /^\$(?:file|dir|path)$/.test(answer) || columns.some(({ name }) => name === answer)
      ? undefined
      : 'not a column of this file';

export const valuesOf = ({ keys }: Table, column: string) =>
  keys.get(column) ?? (keys.get('$file') as NonNullable<ReturnType<typeof keys.get>>);
export const isNumber = ({ columns }: Table, column: string): boolean =>
  columns.find(({ name }) => name === column)?.type === 'integer';

/** Describes the look of a column, without its content. */
const evidenceOf = ({ distinct, filled, samples }: InspectedColumn): string =>
  `${distinct.count} different values in ${filled}, such as ${masked(samples[0] ?? '')}`;
