import type { InspectedColumn } from '../../../input/columns/column.ts';
import { columnsInOrder, isHintedAs, isNamedAs } from '../../../inspection/words/field-names.ts';
import type { Known } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { isNearlyUnique } from '../guess/entity-guess.ts';
import { dependsOn } from './links.ts';
import {
  BY_NAME,
  BY_VALUES,
  columnCheck,
  columnChoice,
  fitOf,
  isOther,
  isStranger,
  mayRefer,
  type Owners,
  SCORE_MIN,
  tableName,
} from './references.ts';

/** The column of the author: by its name and its values, an id before a display name that several people may have. */
export function senderOf(
  table: Table,
  filled: readonly InspectedColumn[],
  fields: ReadonlyMap<string, string>,
  owners: Owners,
  { ask }: Known,
): string | undefined {
  const used = new Set(fields.values());
  const isConstant = (name: string): boolean =>
    table.files.every(
      ({ columns }) => (columns.find((column) => column.name === name)?.distinct.count ?? 0) <= 1,
    );
  if (filled.some(({ name }) => name === 'sender')) return 'sender';
  const usable = filled.filter(({ name }) => !used.has(name) && mayRefer(table, name));
  const named = usable.filter(({ name }) => isNamedAs('messages', 'sender', name));
  const order = [...columnsByPreference(named)];
  const scored = usable
    .map((column) => {
      const { name } = column;
      const at = order.indexOf(name);
      const [ofUsers, ofGroups] = [fitOf(table, column, owners.users), fitOf(table, column, owners.groups)];
      const score =
        (at === -1 ? 0 : BY_NAME + 0.3 / (at + 1)) +
        (ofUsers > 0.5 ? BY_VALUES * ofUsers : 0) -
        (at === -1 && (isHintedAs('room', name) || isHintedAs('person', name) || isOther(name))
          ? BY_NAME + 1
          : 0) -
        (at === -1 && ofGroups >= ofUsers ? BY_VALUES * ofGroups : 0) -
        (at !== -1 && isStranger(table, column, owners.users) ? 1 : 0) -
        (isConstant(name) ? 0.5 : 0) +
        (at === -1 && !isConstant(name) && isFollowed(table, column, usable) ? SCORE_MIN : 0);
      return { column, score };
    })
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  const isClear =
    best !== undefined &&
    best.score >= SCORE_MIN &&
    (second === undefined || best.score - second.score >= 0.1);
  if (isClear) return best.column.name;
  const maybe = scored.filter(({ score }) => score > -1);
  if (maybe.length === 0) return undefined;
  ask({
    id: `${tableName(table)}.sender`,
    text: `${table.paths[0]}: which column contains the author of a message?`,
    choices: maybe.slice(0, 6).map(({ column }) => columnChoice(column)),
    check: columnCheck(table),
  });
  return undefined;
}

/** True if a column of ids that repeat has another column of names beside it, one for each id. */
const isFollowed = (table: Table, id: InspectedColumn, others: readonly InspectedColumn[]): boolean =>
  id.type === 'id' &&
  id.distinct.count > 1 &&
  !isNearlyUnique(id) &&
  others.some(
    ({ name, type, distinct }) =>
      name !== id.name &&
      type === 'text' &&
      distinct.count >= id.distinct.count * 0.9 &&
      !isNamedAs('messages', 'text', name) &&
      dependsOn(table, id.name, name),
  );

/** Columns that may all name the author: ids with more different values first, then those with the more usual names. */
function columnsByPreference(named: readonly InspectedColumn[]): readonly string[] {
  const byName = columnsInOrder(
    'messages',
    'sender',
    named.map(({ name }) => name),
  );
  const isId = ({ type, looks, filled }: InspectedColumn): boolean =>
    type === 'id' || type === 'integer' || looks.email > filled / 2;
  const weight = (column: InspectedColumn): number =>
    (isId(column) ? 1 : 0) + (named.every(({ distinct }) => distinct.count <= column.distinct.count) ? 1 : 0);
  return [...named]
    .sort((a, b) => weight(b) - weight(a) || byName.indexOf(a.name) - byName.indexOf(b.name))
    .map(({ name }) => name);
}
