import { RunError } from '../../../errors/run-error.ts';
import type { ShapeDrafter } from '../../export-reader.ts';
import { type ResolvedShape, resolveShape } from '../shape/resolve-shape.ts';
import type { ShapeSpec } from '../shape/shape-schema.ts';
import { usualColumns } from '../shape/usual-columns.ts';
import { plainColumnName } from '../shape/usual-names.ts';
import type { ChatTable } from '../table.ts';
import type { ShapeAnswers } from './decisions.ts';
import { NamedDrafting } from './named-drafting.ts';
import { areSides } from './sides.ts';
import {
  type ColumnFacts,
  factsOf,
  isKey,
  isProse,
  isRepeated,
  isTimeOfRows,
  type TableFacts,
} from './table-facts.ts';

/** The parts whose columns refer to each other. */
const PARTS = ['users', 'conversations', 'participants', 'messages'] as const;
type Part = (typeof PARTS)[number];

/** Stand for something that no column of messages says, to see whether all else is there. */
const TIME = '2000-01-01T00:00:00Z';
const ROOM = { const: 'lobby', type: 'private' } as const;

type Named = {
  readonly resolved: ResolvedShape;
  /** Fields that no column of messages is. */
  readonly lacking: ReadonlySet<string>;
};

/**
 * Drafts the shape of tables with usual names, whose values correct what these tell.
 * @returns undefined if other words are needed; `clear` if the names are right and enough
 * @throws RunError `SOURCE.*`
 */
export async function namedDrafterOf(
  tables: readonly ChatTable[],
  given: ShapeSpec,
  signal: AbortSignal,
): Promise<ShapeDrafter | 'clear' | undefined> {
  const named = namedOf(given, tables);
  if (!named) return undefined;
  const { roles } = named.resolved;
  const facts = new Map<ChatTable, TableFacts>();
  for (const part of PARTS)
    for (const table of roles[part].flatMap((section) => section.tables))
      if (!facts.has(table)) facts.set(table, await factsOf(table, signal));
  const others = tables.filter((table) => !facts.has(table) && !table.parents?.length);
  const values = new ValuesOfNamed(named, facts, others);
  if (values.isOther) return undefined;
  const drafted = (answers: ShapeAnswers) =>
    new NamedDrafting({ ...named, keys: values.keys, facts, tables }, answers);
  return drafted(new Map()).isClear ? 'clear' : (answers) => drafted(answers).draft;
}

/** Reads the names of tables and columns, also if nothing says when messages were sent, or where. */
function namedOf(given: ShapeSpec, tables: readonly ChatTable[]): Named | undefined {
  for (const lacking of [[], ['time'], ['conversation'], ['time', 'conversation']]) {
    const messages = {
      ...(lacking.includes('time') ? { time: TIME } : {}),
      ...(lacking.includes('conversation') ? { conversation: ROOM } : {}),
    };
    try {
      const spec = lacking.length === 0 ? given : { ...given, messages };
      return { resolved: resolveShape(spec, tables), lacking: new Set(lacking) };
    } catch (error) {
      if (!(error instanceof RunError) || error.code !== 'EXPORT.SHAPE_UNCLEAR') throw error;
    }
  }
  return undefined;
}

/** A column of which so few values are ids of a part is about something else; one of which so many are may name its rows. */
const [SHARE_LOW, SHARE_HIGH] = [0.5, 0.95];

/** Columns with ids of people, and of conversations. */
const REFERRING: Readonly<Record<'users' | 'conversations', readonly (readonly [Part, string])[]>> = {
  users: [
    ['messages', 'sender'],
    ['messages', 'receiver'],
    ['participants', 'user'],
    ['conversations', 'member1'],
    ['conversations', 'member2'],
  ],
  conversations: [
    ['messages', 'conversation'],
    ['participants', 'conversation'],
  ],
};

/** Compares what the names of tables tell with their values. */
class ValuesOfNamed {
  readonly #named: Named;
  readonly #facts: ReadonlyMap<ChatTable, TableFacts>;
  /** The columns by which others name the rows of a part, where these are not its ids. */
  readonly keys = new Map<'users' | 'conversations', string>();
  /** True if the values say something else than the names. */
  isOther = false;

  constructor(named: Named, facts: ReadonlyMap<ChatTable, TableFacts>, tables: readonly ChatTable[]) {
    this.#named = named;
    this.#facts = facts;
    for (const part of ['users', 'conversations'] as const) this.#compare(part);
    if (named.resolved.roles.users.length === 0 && tables.some((table) => mayBePeople(table)))
      this.isOther = true;
    this.#lookForLacking();
    const [users, messages] = [named.resolved.roles.users[0], named.resolved.roles.messages[0]];
    // A side of a talk is no person.
    const sides = this.#column('messages', 'sender')?.words;
    const isByName = users !== undefined && users.tables[0] === messages?.tables[0];
    if (isByName && sides && areSides(sides.keys())) this.isOther = true;
  }

  #column(part: Part, field: string): ColumnFacts | undefined {
    const [section] = this.#named.resolved.roles[part];
    const known = section?.fields[field];
    if (!section || !known || known.join || known.beside || known.of !== undefined) return undefined;
    const facts = section.tables[0] && this.#facts.get(section.tables[0]);
    // A list has several.
    return facts?.columns.find(({ name, type }) => name === known.column && type !== 'json');
  }

  #compare(part: 'users' | 'conversations'): void {
    const [section] = this.#named.resolved.roles[part];
    const own = section?.tables[0] && this.#facts.get(section.tables[0]);
    const id = this.#column(part, section?.fields['key'] ? 'key' : 'id');
    if (!own || !id || id.filled === 0) return;
    const referring = REFERRING[part].flatMap(([from, field]) => this.#column(from, field) ?? []);
    const others = referring.filter((column) => shareIn(id, column) < SHARE_LOW);
    if (others.length === 0) return;
    const keys = own.columns.filter(
      (key) => key !== id && isKey(key) && others.every((column) => shareIn(key, column) >= SHARE_HIGH),
    );
    const [key] = keys;
    if (key && keys.length === 1) this.keys.set(part, key.name);
    else this.isOther = true;
  }

  /** A column that is called in another way may say what seems to lack. */
  #lookForLacking(): void {
    const { lacking, resolved } = this.#named;
    const [table] = resolved.roles.messages[0]?.tables ?? [];
    const columns = (table && this.#facts.get(table)?.columns) ?? [];
    const named = new Set(table ? usualColumns('messages', table).values() : []);
    // Messages with one id would be taken for copies of one.
    const id = this.#column('messages', 'id');
    if (id && id.filled > 0 && !isKey(id)) this.isOther = true;
    const isOpen = (column: ColumnFacts): boolean =>
      !named.has(column.name) && (isRepeated(column) || mayName(column)) && !isProse(column);
    if (lacking.has('time') && columns.some(isTimeOfRows)) this.isOther = true;
    const isRoomKnown = resolved.roles.conversations.some(({ tables }) =>
      tables.some(({ isEmpty }) => !isEmpty),
    );
    if (lacking.has('conversation') && (isRoomKnown || columns.some(isOpen))) this.isOther = true;
  }
}

/** True if a table of another name has columns as people have them. */
function mayBePeople(table: ChatTable): boolean {
  const found = usualColumns('users', table);
  return (
    !table.isEmpty &&
    found.has('id') &&
    (found.has('email') || found.has('firstName') || /user/i.test(table.name)) &&
    found.has('name')
  );
}

/** Beginnings of words for conversations. */
const OF_ROOMS = /room|channel|chat|group|conv|thread|dialog|topic|ticket|raum|sala|salon|grup|canal|kanal/;

/** True if a column may say where a message is, in some rows, or in another place each. */
const mayName = ({ name, type, filled, empty, distinct }: ColumnFacts): boolean =>
  ['id', 'text', 'integer'].includes(type) &&
  filled > 0 &&
  (OF_ROOMS.test(plainColumnName(name)) || (empty > 0 && distinct.count > 1 && distinct.count < filled));

/** The share of the values of a column that are among those of another one; 1 if it has none. */
const shareIn = ({ keys }: ColumnFacts, column: ColumnFacts): number =>
  column.keys.size === 0 ? 1 : column.keys.sharedWith(keys).exact / column.keys.size;
