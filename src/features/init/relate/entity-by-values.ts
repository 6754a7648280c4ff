import { ValueSet } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { conceptsIn } from '../../../inspection/words/concepts.ts';
import { isHintedAs, isNamedAs } from '../../../inspection/words/field-names.ts';
import type { Known } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { SPECIFIED } from '../guess/entity-guess.ts';
import { bestLink, hasNumbers, keyColumns } from './links.ts';
import { tableName } from './references.ts';

/** Share of the values of a column that a table must have as keys to be what the column names. */
const LINKED = 0.8;

/**
 * Decides by their values what the tables are that neither columns nor names tell for certain: one whose keys stand as
 * authors or rooms in messages is the users or the groups, one that names both is the members. A table that nothing refers
 * to is no entity, if there are messages.
 */
export function entitiesByValues(tables: readonly Table[]): readonly Table[] {
  const messages = tables.filter(({ entity }) => entity?.entity === 'messages');
  if (messages.length === 0) return tables;
  const decided = tables.map((table): Table => {
    if (isUnlinked(table, tables)) {
      const { entity: _, ...unknown } = table;
      return unknown;
    }
    const other = despiteItsName(table, tables);
    if (other) return { ...table, entity: { ...other, certain: true } };
    if (table.entity?.certain || table.entity?.entity === 'messages' || isFixed(table)) return table;
    const [found] = namedIn(table, messages);
    if (found) return { ...table, entity: { ...found, certain: true } };
    const others = tables.filter((other) => other !== table && other.entity?.entity === 'members');
    const [byMembers] = namedIn(table, others);
    if (byMembers) return { ...table, entity: { ...byMembers, certain: true } };
    // Users and groups without a file of their own are made of messages.
    const { entity: _, ...unknown } = table;
    return isOwner(table) && !isByFileName(table) ? unknown : table;
  });
  return decided.map((table) => (table.entity || isFixed(table) ? table : membersByValues(table, decided)));
}

/** The user has named the table, or it has the changes of a log. */
const isFixed = ({ entity, files: [first] }: Table): boolean =>
  entity?.evidence === SPECIFIED || first?.kind?.change !== undefined;

/** True if others name users, or groups, and never one of a table that only its columns suggest to have them. */
function isUnlinked(table: Table, tables: readonly Table[]): boolean {
  const entity = table.entity?.entity;
  if ((entity !== 'users' && entity !== 'groups') || isFixed(table)) return false;
  if (isByFileName(table)) return false;
  const named = tables.flatMap((other) =>
    other.columns.flatMap(({ name, type, filled }) =>
      other !== table &&
      filled > 0 &&
      type !== 'time' &&
      type !== 'json' &&
      referenceOf(name, other.entity?.entity) === entity
        ? [valuesOf(other, name)]
        : [],
    ),
  );
  return named.length > 0 && named.every((values) => bestLink(values, table) === undefined);
}

type Found = { readonly entity: EntityName; readonly evidence: string };

/** The entities of which a table may be, whose keys are the values of columns of others that, by their names, name people or rooms. */
const namedIn = (table: Table, others: readonly Table[]): Found[] =>
  others.flatMap((other) =>
    other.columns.flatMap(({ name, type }) => {
      const entity = referenceOf(name, other.entity?.entity);
      if (!entity || type === 'time' || type === 'json') return [];
      const values = valuesOf(other, name);
      const link = bestLink(values, table);
      const isNamed =
        link &&
        !mayBeChance(table, link.column, entity) &&
        link.share >= LINKED &&
        covers(values, table, link.column);
      return isNamed ? [{ entity, evidence: `the values of ${name} in ${other.paths[0]}` }] : [];
    }),
  );

/** The entity of a table that its name calls users or groups, if all that refers to it names the other. */
function despiteItsName(table: Table, tables: readonly Table[]): Found | undefined {
  if (!isOwner(table) || !isByFileName(table) || isFixed(table)) return undefined;
  const others = tables.filter(
    (other) => other !== table && ['messages', 'members'].includes(other.entity?.entity ?? ''),
  );
  const found = namedIn(table, others);
  return found.every(({ entity }) => entity !== table.entity?.entity) ? found[0] : undefined;
}

const isOwner = ({ entity }: Table): boolean => entity?.entity === 'users' || entity?.entity === 'groups';
const isByFileName = ({ entity }: Table): boolean => /file name/.test(entity?.evidence ?? '');

const valuesOf = ({ keys }: Table, name: string): ValueSet => keys.get(name) ?? new ValueSet();

/** A few values are among the keys of a much longer table by chance, and one value among any. */
const covers = (values: ValueSet, table: Table, key: string): boolean =>
  values.size > 1 && values.size >= valuesOf(table, key).size * 0.2;

/** Numbers from one on are the keys of many a table: then its name, or that of its key, must say the same. */
function mayBeChance(table: Table, key: string, entity: EntityName): boolean {
  const { paths } = table;
  if (!hasNumbers(table, key)) return false;
  const word = entity === 'groups' ? /\broom\b/ : /\b(?:person|author)\b/;
  const names = [key, ...paths.map((path) => path.replace(/^.*\//, '').replace(/\..*$/, ''))];
  return !names.some((name) => conceptsIn(name).some((concepts) => word.test(concepts)));
}

function referenceOf(name: string, entity: EntityName | undefined): EntityName | undefined {
  if (isHintedAs('room', name)) return 'groups';
  const isPerson =
    entity === 'members' ? isNamedAs('members', 'uid', name) : isNamedAs('messages', 'sender', name);
  return isPerson || isHintedAs('person', name) ? 'users' : undefined;
}

/** A table of few columns that names users and groups, each pair once, has members. */
function membersByValues(table: Table, tables: readonly Table[]): Table {
  const linkedTo = (entity: EntityName, not?: string): string | undefined =>
    table.columns.find(
      ({ name, type }) =>
        name !== not &&
        type !== 'time' &&
        type !== 'json' &&
        tables.some(
          (owner) =>
            owner.entity?.entity === entity && (bestLink(valuesOf(table, name), owner)?.share ?? 0) >= LINKED,
        ),
    )?.name;
  const guid = linkedTo('groups');
  const uid = guid === undefined ? undefined : linkedTo('users', guid);
  if (guid === undefined || uid === undefined || isHintedAs('room', uid)) return table;
  const pairs = new Set(table.sample.map((row) => JSON.stringify([row[guid], row[uid]])));
  if (pairs.size < table.sample.length) return table;
  return {
    ...table,
    entity: { entity: 'members', evidence: `the values of ${guid} and ${uid}`, certain: true },
  };
}

const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
const NONE = 'none';
const entityId = (table: Table): string => `${tableName(table)}.entity`;

/** The tables as the answers to their questions say what they are. */
export const asAnswered = (tables: readonly Table[], answers: Known['answers']): readonly Table[] =>
  tables.map((table) => {
    const answer = answers.get(entityId(table));
    const said = ENTITIES.find((entity) => entity === answer);
    if (said) return { ...table, entity: { entity: said, evidence: SPECIFIED, certain: true } };
    const { entity: _, ...unknown } = table;
    return answer === NONE ? unknown : table;
  });

/** More questions about tables that may be anything are none that help. */
const ASKED = 3;

/**
 * Asks for tables of nothing that is known, if they have the form of users, groups or messages.
 * @returns the ID of the question of each table that is asked for
 */
export function askEntities(unknown: readonly Table[], { ask, answers }: Known): ReadonlyMap<Table, string> {
  const asked = unknown
    .filter((table) => answers.get(entityId(table)) !== NONE && mayBeEntity(table))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, ASKED);
  return new Map(
    asked.map((table) => {
      const { paths, rows, columns } = table;
      const names = columns.slice(0, 5).map(({ name }) => name);
      const { id } = ask({
        id: entityId(table),
        text: `${paths[0]} (${rows} rows of ${names.join(', ')}): what is in it?`,
        choices: [...ENTITIES, NONE].map((value) => ({ value })),
        isOptional: true,
      });
      return [table, id];
    }),
  );
}

/** True for rows with a key and a name, or with a time and a text. */
function mayBeEntity(table: Table): boolean {
  const { rows, columns, files } = table;
  if (rows < 2 || files[0]?.kind) return false;
  const texts = columns.filter(
    ({ type, distinct }) => (type === 'text' || type === 'id') && distinct.count > 1,
  );
  const keys = keyColumns(table);
  return texts.some(
    ({ name }) =>
      keys.some((key) => key.name !== name) ||
      columns.some(({ type, name: other }) => type === 'time' && other !== name),
  );
}
