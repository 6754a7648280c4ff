import { TimeFormCounter } from '../../../input/columns/time-evidence.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { slug } from '../../../input/rows/forms/ids.ts';
import { isDoubtfulGuess } from '../../../input/sources/bytes/encoding-guess.ts';
import { conceptsIn } from '../../../inspection/words/concepts.ts';
import { columnOfHint, isHintedAs, isNamedAs } from '../../../inspection/words/field-names.ts';
import { publicText } from '../../../inspection/words/languages.ts';
import { UNANSWERED } from '../ask/answering.ts';
import type { Drafted } from '../draft/draft.ts';
import { isGone } from '../draft/message-filters.ts';
import type { Table } from '../files/tables.ts';
import type { Proposal } from '../guess/proposal.ts';
import type { Identity } from '../relate/identity.ts';
import type { DraftSource } from '../text/pipeline-text.ts';

/** More examples say no more. */
const EXAMPLES = 3;
/** A column with fewer different values is a detail, and numbers that count the rows are none of them. */
const MANY_VALUES = 10;
/** A flag has few values. */
const FLAG_VALUES = 4;
/** Share of times that may be out of order: clocks differ by seconds. */
const AGAINST_SHARE = 0.02;
/** Share of references that a file does not have; fewer are people who have left. */
const UNKNOWN_SHARE = 0.05;

/**
 * Looks for what may be wrong with a draft, in the rows looked at: people or rooms that become one, open groups,
 * references to nobody, texts in another language than the draft takes, columns that nothing uses.
 * @returns a sentence each
 */
export function doubtsOf(draft: Drafted): string[] {
  const { sources, relations } = draft;
  return [
    ...new Set(Object.values(sources).flat().flatMap(encodingOf)),
    ...joined('users', relations.users, relations.people),
    ...joined('groups', relations.groups, relations.rooms),
    ...(sources.groups ?? []).flatMap(openGroups),
    ...strangers(relations),
    ...draft.unapplied.map(({ reason }) => reason),
    ...(sources.users ?? []).flatMap(ofUsers),
    ...goneIn('users', sources.users),
    ...goneIn('groups', sources.groups),
    ...(sources.messages ?? []).flatMap(ofMessages),
    ...new Set((sources.messages ?? []).flatMap(againstIds)),
    ...new Set(Object.values(sources).flat().flatMap(unusedIn)),
    ...new Set((sources.messages ?? []).flatMap(flagsIn)),
    ...(sources.messages ? [] : ['no file of messages was found']),
  ];
}

/** Files whose encoding may be another one: names show it. */
function encodingOf({ table }: DraftSource): string[] {
  const encoding = table?.files[0]?.encoding;
  if (encoding?.how !== 'guess' || !isDoubtfulGuess(encoding)) return [];
  const cells = table?.sample.flatMap((row) =>
    Object.values(row).filter((cell) => /[^\p{ASCII}]/u.test(cell ?? '')),
  );
  const words = cells?.flatMap(
    (cell) => cell?.split(/[\s,;]+/).filter((word) => /[^\p{ASCII}]/u.test(word)) ?? [],
  );
  const examples = [...new Set(words)].slice(0, EXAMPLES).join(', ');
  return [`${table?.paths[0]}: guessed encoding ${encoding.value}: check names such as ${examples}`];
}

/** Fields that name a person, or a row that others refer to. */
const NAMING = ['uid', 'guid', 'sender', 'receiver', 'owner'];

/**
 * The same facts about the rows of one file or table: they say no value.
 * @returns a sentence each
 */
export function doubtsOfRows(
  { columns, keys, sample }: Pick<Table, 'columns' | 'keys' | 'sample'>,
  { fields, unused }: Pick<Proposal, 'fields' | 'unused'> = { fields: {}, unused: [] },
): string[] {
  const naming = new Set(NAMING.flatMap((field) => fields[field] ?? []));
  const variants = columns
    .filter(({ name, looks }) => (naming.has(name) || looks.email > 0) && keys.get(name)?.hasVariants)
    .map(({ name }) => `some values of ${name} differ only in capital letters, or in blanks around them`);
  const text = fields['text'];
  const [html, json] = text === undefined ? [0, 0] : markupIn({ columns, sample }, text);
  const free = manyValued(columns, unused);
  return [
    ...variants,
    ...(html > 0 ? [`${html} values of ${text} look like HTML`] : []),
    ...(json > 0 ? [`${json} values of ${text} look like JSON`] : []),
    ...(free.length > 0 ? [`no field takes ${free.join(', ')}`] : []),
  ];
}

/** The number of cells of a column that look like HTML, and of the first ones that look like JSON. */
function markupIn({ columns, sample }: Pick<Table, 'columns' | 'sample'>, name: string): [number, number] {
  const html = columns.find((column) => column.name === name)?.looks.html ?? 0;
  const json = sample.filter(({ [name]: cell }) => cell && /^\s*[[{]\s*["{[]/.test(cell)).length;
  return [html, json];
}

type Column = { readonly table: Table; readonly column: string };

/** The values of columns in the rows that are kept. */
const cellsOf = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(columns.flatMap(({ table, column }) => table.sample.flatMap((row) => row[column] ?? [])));

/** Different names of people or rooms that become one id. */
function joined(entity: string, { steps }: Identity, columns: readonly Column[]): string[] {
  if (!steps.includes('slug')) return [];
  const ids = new Map<string, Set<string>>();
  for (const cell of cellsOf(columns)) {
    const plain = steps.includes('lower') ? cell.trim().toLowerCase() : cell.trim();
    const id = slug(plain);
    ids.set(id, (ids.get(id) ?? new Set()).add(plain));
  }
  const shared = [...ids.values()].filter((names) => names.size > 1);
  const examples = shared.slice(0, EXAMPLES).map((names) =>
    [...names]
      .slice(0, 2)
      .map((name) => JSON.stringify(name))
      .join(' and '),
  );
  return shared.length === 0
    ? []
    : [`${shared.length} ${entity} would be two in one, such as ${examples.join(', ')}`];
}

/** Groups that everybody could read, with the words that say so. */
function openGroups({ map, table }: DraftSource): string[] {
  const type = map['type'] as FieldSource | undefined;
  const column =
    typeof type === 'string' ? type : type && 'from' in type ? type.from : type === undefined ? 'type' : '';
  const values = typeof type === 'object' && 'values' in type ? type.values : undefined;
  const counts = new Map<string, number>();
  for (const { [column]: cell } of table?.sample ?? [])
    if (cell !== undefined && (values?.[cell] ?? cell) === 'public')
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return publicText(column, counts);
}

/** Users who have no name but their id, and roles that the service must have. */
function ofUsers({ table, map }: DraftSource): string[] {
  if (!table) return [];
  const hasText = table.columns.some(({ name, type }) => type === 'text' && name !== map['uid']);
  const [uid, name] = [map['uid'] ?? 'uid', map['name'] ?? 'name'];
  const isNameless = hasText && JSON.stringify(uid) === JSON.stringify(name);
  const column = typeof map['role'] === 'string' ? map['role'] : map['role'] === undefined ? 'role' : '';
  const roles = new Set(
    table.sample.flatMap(({ [column]: role }) => (role && role !== 'default' ? [role] : [])),
  );
  return [
    ...(isNameless ? [`the users of ${table.paths[0]} have no name but their id`] : []),
    ...(roles.size > 0
      ? [
          `users would have the roles ${[...roles].slice(0, EXAMPLES).join(', ')}, which the service must know`,
        ]
      : []),
  ];
}

/** Users and groups that their file says are deleted, and that the draft takes all the same. */
const goneIn = (entity: string, sources: readonly DraftSource[] = []): string[] =>
  sources.flatMap(({ table, unused = [] }) => {
    const flag = columnOfHint('deleted', table?.columns ?? [], ({ name }) => unused.includes(name));
    const gone = table?.sample.filter((row) => flag && isGone(row[flag.name])).length ?? 0;
    return gone === 0
      ? []
      : [`${gone} of the ${entity} are deleted, by ${flag?.name}, and would be imported`];
  });

/** Columns that name users or groups of which the file of these has no row. */
function strangers({ users, groups, people, rooms }: Drafted['relations']): string[] {
  return (
    [
      ['users', users, people],
      ['groups', groups, rooms],
    ] as const
  ).flatMap(([entity, identity, columns]) =>
    identity.key === undefined
      ? []
      : columns.flatMap(({ table, column }) => {
          const { share } = identity.refer(table, column);
          const percent = Math.round((1 - share) * 100);
          return 1 - share <= UNKNOWN_SHARE
            ? []
            : [`${percent} % of the values of ${column} in ${table.paths[0]} are no ${entity} of their file`];
        }),
  );
}

/** Events that change messages, in a file whose rows are all alike: their own rows are skipped, and nothing is changed. */
function changesSkipped(options: DraftSource['options']): string[] {
  const where = Object.entries((options.find(({ key }) => key === 'where')?.value ?? {}) as object);
  return where.flatMap(([column, condition]) => {
    const not = [(condition as { readonly not?: unknown } | null)?.not].flat();
    const words = not.filter(
      (word): word is string => typeof word === 'string' && /remov|delet|edit|redact/i.test(word),
    );
    return words.length === 0
      ? []
      : [
          `rows with ${column} ${words.join(', ')} are skipped, and the messages that they change stay as they are`,
        ];
  });
}

/** Texts whose markup the draft does not convert, files that will have another host. */
function ofMessages({ table, map, options }: DraftSource): string[] {
  if (!table) return [];
  const { text, attachments: files } = map;
  const hasStep = typeof text === 'object' && text !== null && 'as' in text;
  const name = typeof text === 'string' ? text : text === undefined ? 'text' : '';
  const [html, json] = markupIn(table, name);
  const base = typeof files === 'object' && files !== null && 'base' in files ? files.base : undefined;
  return [
    ...(!hasStep && html > 0
      ? [`${html} texts in ${table.paths[0]} look like HTML and would be shown as they are`]
      : []),
    ...(json > 0 ? [`${json} texts in ${table.paths[0]} look like JSON`] : []),
    ...twice(table, map['muid']),
    ...changesSkipped(options),
    ...(base === undefined || base === UNANSWERED
      ? []
      : [`the files of messages would be linked under ${String(base)}`]),
  ];
}

/** Rows of a conversation that stand in two of its files: the hash of their cells is one key. */
function twice({ sample, paths }: Table, muid: unknown): string[] {
  const hash = (muid as { readonly hash?: readonly string[] } | undefined)?.hash;
  if (!hash || hash.includes('$path') || hash.includes('$file')) return [];
  const seen = new Map<string, string>();
  const equal = sample.filter((row) => {
    const [key, path = ''] = [JSON.stringify(hash.map((column) => row[column])), row['$path']];
    const before = seen.get(key) ?? path;
    seen.set(key, before);
    return before !== path;
  });
  return equal.length === 0
    ? []
    : [`${equal.length} rows of ${paths[0]} stand in another file, too, and are taken as the same message`];
}

/** Times that go back while the numbers of the messages go on: one of them is not what it seems. */
function againstIds({ table, map }: DraftSource): string[] {
  const columnOf = (field: string): string | undefined => {
    const source = map[field] ?? field;
    return typeof source === 'string' ? source : (source as { readonly from?: string }).from;
  };
  const [id, time] = [columnOf('muid'), columnOf('sentAt')];
  if (!table || id === undefined || time === undefined) return [];
  const counter = new TimeFormCounter();
  const rows = table.sample.filter((row) => /^\d+$/.test(row[id] ?? '') && row[time] !== undefined);
  for (const row of rows.toSorted((a, b) => Number(a[id]) - Number(b[id]))) counter.add(row[time] ?? '');
  const { falling } = counter.order;
  return falling <= rows.length * AGAINST_SHARE
    ? []
    : [`${falling} times in ${time} of ${table.paths[0]} are earlier than that of the ${id} before`];
}

/** Columns of a few values that nothing uses: they may say that a message is hidden or deleted. */
const flagsIn = ({ table, unused = [] }: DraftSource): string[] =>
  (table?.columns ?? [])
    .filter(({ name, values = [], type }) => {
      const isRead = conceptsIn(name).some((key) => /\bread\b/.test(key));
      return (
        unused.includes(name) &&
        !name.startsWith('^') &&
        !isNamedAs('messages', 'sender', name) &&
        !(['room', 'person', 'authorName'] as const).some((hint) => isHintedAs(hint, name)) &&
        !isRead &&
        type !== 'time' &&
        type !== 'json' &&
        values.length > 1 &&
        values.length <= FLAG_VALUES
      );
    })
    .map(
      ({ name, values = [] }) =>
        `nothing uses ${name} (${values.slice(0, EXAMPLES).join(', ')}${values.length > EXAMPLES ? ', …' : ''}): does it hide or delete messages?`,
    );

/** Columns with many values that nothing uses. */
function unusedIn({ table, unused: names = [] }: DraftSource): string[] {
  const unused = manyValued(table?.columns ?? [], names);
  return unused.length === 0 ? [] : [`nothing uses ${unused.join(', ')} of ${table?.paths[0]}`];
}

/** Of some columns, those with the most values, and how many each has. */
const manyValued = (columns: Table['columns'], names: readonly string[]): string[] =>
  columns
    .filter(
      ({ name, type, distinct, filled }) =>
        names.includes(name) &&
        distinct.count >= MANY_VALUES &&
        !(type === 'integer' && distinct.count === filled) &&
        ['id', 'text', 'integer', 'url'].includes(type),
    )
    .sort((a, b) => b.distinct.count - a.distinct.count)
    .slice(0, EXAMPLES)
    .map(({ name, distinct }) => `${name} (${distinct.count} values)`);
