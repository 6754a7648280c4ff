import fc from 'fast-check';
import { ENTITIES, type EntityName, ROWS, VALUES } from './values.ts';

/** The number of a value, an empty cell, or (in JSON) no member at all. */
export type Cell = number | 'empty' | 'absent';

/**
 * How a field is filled: from the column with its name; by `map` from another column, with or without a default for empty
 * cells; the same in every row; or, although a column has its name, not at all.
 */
type How = 'plain' | 'renamed' | 'default' | 'const' | 'null';
export type Column = { readonly field: string; readonly how: How; readonly value: number };

/** A row by its number, with a cell for each field. */
export type Row = { readonly key: number; readonly cells: Readonly<Record<string, Cell>> };

/** A file on the first night. */
export type FileSpec = {
  readonly format: 'csv' | 'ndjson';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
};

/** Something that happens to the files before a night. `file`, `row` and `column` count through those that are there. */
export type Edit = {
  readonly what:
    | 'change a cell'
    | 'change a column'
    | 'empty a cell'
    | 'lose a column'
    | 'empty a column'
    | 'rename a header'
    | 'return the columns'
    | 'remove a row'
    | 'return the rows';
  readonly file: number;
  readonly row: number;
  readonly column: number;
  readonly value: number;
};

/** A field that the app sets by a plain call, or empties. */
export type AppEdit = {
  readonly entity: EntityName;
  readonly key: number;
  readonly field: number;
  readonly value: number | 'empty';
};

type Night = {
  readonly edits: readonly Edit[];
  readonly app: readonly AppEdit[];
  /** Whether a run that a guard has stopped is run again with the id that it printed. */
  readonly confirms: boolean;
  /** Whether a run that went well is repeated at once. */
  readonly repeats: boolean;
};

/** A row that is in the service before: the numbers of the values of its fields. */
export type Before = { readonly key: number; readonly fields: Readonly<Record<string, number | undefined>> };

export type Scenario = {
  readonly api: 'import' | 'rest';
  readonly onMissing: 'keep' | 'deactivate' | 'delete';
  readonly references: 'open' | 'closed';
  /** Whether the files of an entity are one source, where none of them has a map. */
  readonly globs: boolean;
  readonly before: Readonly<Record<EntityName, readonly Before[]>>;
  readonly files: Readonly<Record<EntityName, readonly FileSpec[]>>;
  readonly nights: readonly Night[];
  readonly undoes: boolean;
};

const number = fc.nat(2);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 5, arbitrary: number },
  { weight: 1, arbitrary: fc.constant<Cell>('empty') },
  { weight: 1, arbitrary: fc.constant<Cell>('absent') },
);
const optional = fc.option(number, { nil: undefined, freq: 3 });
/** Few users are deactivated: the service refuses most of what refers to them. */
const seldom = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: number });

const forEach = <T>(make: (entity: EntityName) => fc.Arbitrary<T>): fc.Arbitrary<Record<EntityName, T>> =>
  fc.record({
    roles: make('roles'),
    users: make('users'),
    groups: make('groups'),
    members: make('members'),
    messages: make('messages'),
  });

const anyKey = (entity: EntityName): fc.Arbitrary<number> => fc.nat(ROWS[entity].length - 1);

const forFields = <T>(
  entity: EntityName,
  value: (field: string) => fc.Arbitrary<T>,
): fc.Arbitrary<Record<string, T>> =>
  fc.record(Object.fromEntries(Object.keys(VALUES[entity]).map((field) => [field, value(field)])));

const how = fc.oneof(
  { weight: 6, arbitrary: fc.constant<How>('plain') },
  { weight: 2, arbitrary: fc.constant<How>('renamed') },
  { weight: 1, arbitrary: fc.constantFrom<How>('default', 'const', 'null') },
);

/** What a row needs to be written: it is there on the first night. */
const NEEDED: Readonly<Record<EntityName, readonly string[]>> = {
  roles: ['name'],
  users: ['name'],
  groups: ['name'],
  members: [],
  messages: ['text'],
};

const beforeOf = (field: string) => (field === 'deactivatedAt' ? seldom : optional);

/** Files of users that are all deactivated would refuse the rest. */
const cellOf = (entity: EntityName, field: string): fc.Arbitrary<Cell> => {
  if (field === 'deactivatedAt') return fc.constantFrom<Cell>('empty', 'empty', 'absent', 'absent', 0);
  return NEEDED[entity].includes(field) ? number : cell;
};

const cellsOf = (entity: EntityName): fc.Arbitrary<Record<string, Cell>> =>
  forFields<Cell>(entity, (field) => cellOf(entity, field));

function columnsOf(entity: EntityName): fc.Arbitrary<readonly Column[]> {
  const choices = Object.keys(VALUES[entity]).filter((field) => !NEEDED[entity].includes(field));
  const column = fc.record({ field: fc.constantFrom(...choices), how, value: number });
  const chosen = fc.uniqueArray(column, { selector: ({ field }) => field, maxLength: 5 });
  return chosen.map((columns) => {
    const isWhole = columns.some(({ field }) => field === 'metadata');
    const rest = columns.filter(({ field }) => !(isWhole && field.startsWith('metadata.')));
    return [...NEEDED[entity].map((field): Column => ({ field, how: 'plain', value: 0 })), ...rest];
  });
}

const fileOf = (entity: EntityName): fc.Arbitrary<FileSpec> =>
  fc
    .record({
      format: fc.constantFrom<FileSpec['format']>('csv', 'ndjson'),
      columns: columnsOf(entity),
      rows: fc.uniqueArray(fc.record({ key: anyKey(entity), cells: cellsOf(entity) }), {
        selector: ({ key }) => key,
        minLength: 1,
        maxLength: 5,
      }),
    })
    // A member of JSON metadata has a path, so only a map can name it.
    .map(({ format, columns, rows }) => ({
      format,
      rows,
      columns: columns.filter(
        (column) => format === 'csv' || column.how !== 'plain' || !column.field.startsWith('metadata.'),
      ),
    }));

/** The first column is the name or the text, which a run may change in every row. */
const anyColumn = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(5) });

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom<Edit['what']>(
    'change a cell',
    'change a cell',
    'change a column',
    'change a column',
    'empty a cell',
    'lose a column',
    'lose a column',
    'empty a column',
    'rename a header',
    'return the columns',
    'remove a row',
    'return the rows',
  ),
  file: fc.nat(9),
  row: fc.nat(4),
  column: anyColumn,
  value: number,
});

const appEdit: fc.Arbitrary<AppEdit> = fc.record({
  entity: fc.constantFrom(...ENTITIES, 'messages'),
  key: fc.nat(5),
  field: fc.nat(11),
  value: fc.oneof({ weight: 4, arbitrary: number }, { weight: 1, arbitrary: fc.constant('empty' as const) }),
});

const night: fc.Arbitrary<Night> = fc.record({
  edits: fc.array(edit, { maxLength: 6 }),
  app: fc.array(appEdit, { maxLength: 6 }),
  confirms: fc.boolean(),
  repeats: fc.boolean(),
});

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  api: fc.constantFrom<Scenario['api']>('import', 'rest'),
  onMissing: fc.constantFrom<Scenario['onMissing']>('keep', 'deactivate', 'delete'),
  references: fc.constantFrom<Scenario['references']>('open', 'open', 'open', 'closed'),
  globs: fc.boolean(),
  before: forEach((entity) =>
    fc.uniqueArray(fc.record({ key: anyKey(entity), fields: forFields(entity, beforeOf) }), {
      selector: ({ key }) => key,
      maxLength: 4,
    }),
  ),
  files: forEach((entity) => fc.array(fileOf(entity), { maxLength: 2 })),
  nights: fc.array(night, { minLength: 1, maxLength: 3 }),
  undoes: fc.boolean(),
});
