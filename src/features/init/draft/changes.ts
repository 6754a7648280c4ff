import { ValueSet } from '../../../input/columns/column.ts';
import type { Table } from '../files/tables.ts';
import { fieldsOf } from '../guess/proposal.ts';
import { linkTo } from '../relate/links.ts';

/** The rows of a log that edit or remove messages, as they are applied to these. */
export type EventChanges = {
  readonly join: Readonly<Record<string, object>>;
  readonly where: Readonly<Record<string, object>>;
  /** Columns with a later text, the last one first. */
  readonly texts: readonly string[];
  readonly remarks: readonly string[];
};

/** The kind of a table's rows, if its file has several. */
export const rowKindOf = ({ files: [first] }: Table) => first?.kind;

/**
 * Applies the events that name messages of a table by their id: the last edit brings the text, a removed message is none.
 * @param id the column with the id of a message
 */
export function changesOf(table: Table, id: string | undefined, changes: readonly Table[]): EventChanges {
  const join: Record<string, object> = {};
  const where: Record<string, object> = {};
  const texts: string[] = [];
  const remarks: string[] = [];
  for (const change of changes) {
    const kind = rowKindOf(change);
    const ref = id === undefined ? undefined : refersTo(change, table, id);
    if (kind === undefined || ref === undefined) continue;
    const fields = fieldsOf('messages', change.columns);
    const text = fields.get('text');
    const by = fields.get('sentAt');
    const word = kind.change === 'edit' ? 'edited' : 'removed';
    const name = word in join ? `${word}${Object.keys(join).length}` : word;
    const path = change.paths.length === 1 ? change.paths[0] : change.paths;
    const joined = { path, on: { [ref]: id }, where: { [kind.column]: kind.value } };
    if (kind.change === 'removal') {
      join[name] = { ...joined, many: 'first' };
      where[`${name}.${ref}`] = { empty: true };
      remarks.push(`messages that ${kind.value} names are skipped`);
    } else if (text !== undefined) {
      join[name] = { ...joined, many: 'last', ...(by === undefined ? {} : { by }) };
      texts.unshift(`${name}.${text}`);
      remarks.push(`the last ${kind.value} of a message brings its text`);
    }
  }
  return { join, where, texts, remarks };
}

/** The column of a table that names messages of another one. */
function refersTo(change: Table, table: Table, id: string): string | undefined {
  return change.columns.find(
    ({ name, type }) =>
      type !== 'json' &&
      type !== 'time' &&
      linkTo(change.keys.get(name) ?? new ValueSet(), table, id).share > 0.9,
  )?.name;
}
