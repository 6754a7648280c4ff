import { type InspectedColumn, ValueSet } from '../../../input/columns/column.ts';
import { escapedPattern } from '../../../input/rows/format-parts.ts';
import type { FieldSource, FormStep } from '../../../input/rows/forms/field-source.ts';
import { columnsByField, timesIn } from '../../../inspection/words/field-names.ts';
import { DIRECT } from '../../../inspection/words/values.ts';
import type { Table } from '../files/tables.ts';
import { bestLink, keyColumns, linkTo } from './links.ts';

/** A column of some table that names users, or groups. */
export type ReferringColumn = { readonly table: Table; readonly column: string };

/** The naming of the users, or of the groups, in all tables. */
export type Identity = {
  /** The column of their own table that is the id; undefined without a table. */
  readonly key: string | undefined;
  /** The form of the id in one of their own tables. */
  readonly own: (column: string) => FieldSource;
  /** The first of several columns that has a value; all of them name them the same way. */
  readonly first: (columns: readonly string[]) => FieldSource;
  /** True if some of the ids differ only in capital letters, and are taken for one. */
  readonly joinsCase: boolean;
  /** The steps that every cell that names one goes through. */
  readonly steps: readonly FormStep[];
  /** Makes ids of a column that refers to them. */
  readonly refer: (table: Table, column: string) => Reference;
};

/** A field that refers to a user or a group. */
type Reference = {
  readonly source: FieldSource;
  /** Share of the values that their table has; 1 if there is no table. */
  readonly share: number;
  /** True if the ids come from a lookup, so that an unknown value has none. */
  readonly isLookup: boolean;
};

/** A column that is far less often found than another is not the one that is referred to. */
const CLEARLY = 0.2;

/**
 * Finds out by their values which column of a table the others refer to.
 * @param own the table of the entity itself, if there is one
 * @param usual its column that has the id by its name
 * @param isOfPeople two rooms whose names differ only in capital letters may have other readers; two such addresses are of
 *   one person
 */
export function identify(
  own: Table | undefined,
  usual: string | undefined,
  referring: readonly ReferringColumn[],
  isOfPeople: boolean,
): Identity {
  const key = own && keyOf(own, usual, referring);
  const direct = referring.filter(({ table, column }) => !own || !key || !lookupOf(table, column, own, key));
  const folds = direct.some(
    ({ table, column }) => own && key && linkTo(valuesOf(table, column), own, key).folded,
  );
  const columns = [
    ...(own && key ? [columnOf(own, key)] : []),
    ...direct.map(({ table, column }) => columnOf(table, column)),
  ];
  const isMail = isOfPeople && columns.some(looksLikeMail);
  const isApart = own && key ? valuesOf(own, key).hasVariants : false;
  const all = new ValueSet();
  if (own && key) all.addAll(valuesOf(own, key));
  for (const { table, column } of direct) all.addAll(valuesOf(table, column));
  // Two rows of their own table are two people, unless these are addresses.
  const joinsCase = isOfPeople && all.hasVariants && !isApart;
  const hasVariants = direct.some(({ table, column }) => valuesOf(table, column).hasVariants);
  const isLegal =
    !hasVariants &&
    !isApart &&
    columns.every((column) => column === undefined || column.looks.legalId === column.filled);
  // A path is no column that could be looked at: its parts are names of folders.
  const fromPath = direct.some(({ column }) => column.startsWith('$'));
  const isFolded = folds || isMail || joinsCase;
  const isPadded = columns.some((column) => column !== undefined && column.looks.padded > 0);
  const plain: readonly FormStep[] = isLegal && !fromPath ? [] : isPadded ? ['trim', 'slug'] : ['slug'];
  const steps: readonly FormStep[] = isFolded ? ['trim', 'lower', 'slug'] : plain;
  const stepped = (column: string, table?: Table): FieldSource => {
    const read = table && partOfPath(column, table);
    if (steps.length === 0) return read ?? column;
    return { ...(read ?? { from: column }), as: steps.length === 1 ? (steps[0] as FormStep) : steps };
  };
  return {
    key,
    joinsCase: joinsCase && !isMail,
    own: (column) => stepped(column),
    first: (columns) => (steps.length === 0 ? { first: columns } : { first: columns, as: steps }),
    steps,
    refer: (table, column) => {
      const lookup = own && key ? lookupOf(table, column, own, key) : undefined;
      if (lookup && own && key) {
        const [file = ''] = own.paths;
        const form = { from: column, lookup: { file, key: lookup.column, value: key } };
        // biome-ignore lint/suspicious/noThenProperty: the name of the steps after a lookup.
        const source = steps.length > 0 ? { ...form, then: steps } : form;
        return { source, share: lookup.share, isLookup: true };
      }
      const share = own && key ? linkTo(valuesOf(table, column), own, key).share : 1;
      return { source: stepped(column, table), share, isLookup: false };
    },
  };
}

/** The reading of the folders, or of the folders and the name, of a file below those that all files have in common. */
function partOfPath(column: string, { folder }: Table) {
  const start = folder === '' ? '' : `${escapedPattern(folder)}/`;
  if (column === '$folders') return { from: '$path', pattern: `^${start}(.+)/[^/]+$` };
  return column === '$files' ? { from: '$path', pattern: `^${start}(.+)[.][a-z]+$` } : undefined;
}

/** True if most of a column is e-mail addresses, in which capital letters do not count. */
const looksLikeMail = (column: InspectedColumn | undefined): boolean =>
  column !== undefined && column.looks.email > column.filled / 2;

const valuesOf = ({ keys }: Table, column: string): ValueSet => keys.get(column) ?? new ValueSet();

const columnOf = ({ columns }: Table, name: string): InspectedColumn | undefined =>
  columns.find((column) => column.name === name);

/** The column that most references are found in; the usual one if the values do not tell. */
function keyOf(
  own: Table,
  usual: string | undefined,
  referring: readonly ReferringColumn[],
): string | undefined {
  const votes = keyColumns(own).map(({ name, type }) => ({
    name,
    votes:
      referring.reduce(
        (sum, { table, column }) => sum + linkTo(valuesOf(table, column), own, name).share,
        0,
      ) +
      (name === usual ? 0.5 : 0) +
      (type === 'text' ? -0.1 : 0) -
      UNREACHED * referring.filter(({ table, column }) => isOutOfReach(table, column, own, name)).length,
  }));
  votes.sort((a, b) => b.votes - a.votes);
  return votes[0]?.name ?? usual;
}

/** More than all references together can say for a key. */
const UNREACHED = 100;

/** True if a reference is found in another column than the key, but not as it is written, which a lookup needs. */
function isOutOfReach(table: Table, column: string, own: Table, key: string): boolean {
  const values = valuesOf(table, column);
  const best = bestLink(values, own);
  return (
    best?.folded === true && best.column !== key && best.share > linkTo(values, own, key).share + CLEARLY
  );
}

/** The column that a reference is found in, if it is clearly not the key. */
function lookupOf(table: Table, column: string, own: Table, key: string) {
  // A lookup has one file.
  if (own.files.length > 1) return undefined;
  const best = bestLink(valuesOf(table, column), own);
  if (!best || best.column === key || best.folded) return undefined;
  const share = linkTo(valuesOf(table, column), own, key).share;
  return best.share > share + CLEARLY ? best : undefined;
}

/** Conversations of two people that stand among the groups, and the table that says who is in them. */
export type DirectConversations = {
  readonly groups: Table;
  /** The column of the groups that is their id. */
  readonly key: string;
  /** Their column that tells the kind, and its values that mean a conversation of two people. */
  readonly type: string;
  readonly values: readonly string[];
  readonly members: Table;
  readonly guid: string;
  readonly uid: string;
};

/** Finds conversations of two people among the groups; undefined if there are none, or nothing says who is in them. */
export function directConversations(
  groups: Table | undefined,
  members: Table | undefined,
  identities: { readonly users: Identity; readonly groups: Identity },
): DirectConversations | undefined {
  const kinds = directKinds(groups);
  const { key } = identities.groups;
  if (!kinds || !groups || !members || members.files.length > 1 || groups.files.length > 1) return undefined;
  const fields = columnsByField('members', filledNames(members), timesIn(members.columns));
  const [guid, uid] = [fields.get('guid'), fields.get('uid')];
  if (key === undefined || guid === undefined || uid === undefined) return undefined;
  const isPlain =
    !identities.users.refer(members, uid).isLookup && !identities.groups.refer(members, guid).isLookup;
  return isPlain ? { ...kinds, groups, key, members, guid, uid } : undefined;
}

const filledNames = ({ columns }: Table): string[] =>
  columns.filter(({ type }) => type !== 'empty').map(({ name }) => name);

/** The column of the groups that tells conversations of two people, and its values for them; undefined if none does. */
export function directKinds(
  groups: Table | undefined,
): Pick<DirectConversations, 'type' | 'values'> | undefined {
  const type = groups && columnsByField('groups', filledNames(groups), timesIn(groups.columns)).get('type');
  const values = groups?.columns
    .find(({ name }) => name === type)
    ?.values?.filter((value) => DIRECT.test(value));
  return type !== undefined && values?.length ? { type, values } : undefined;
}
