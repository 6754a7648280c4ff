import type { ShapeDraft } from '../../export-reader.ts';
import { instant } from '../../files/values.ts';
import type { ResolvedShape } from '../shape/resolve-shape.ts';
import type { ShapeSection } from '../shape/shape-section.ts';
import { plainTableName, usualColumns } from '../shape/usual-columns.ts';
import { plainColumnName, usual } from '../shape/usual-names.ts';
import { deletedValues } from '../shape/usual-values.ts';
import type { ChatTable } from '../table.ts';
import { Decisions, mayBePublic, type ShapeAnswers } from './decisions.ts';
import { columnOfSide } from './sides.ts';
import { isSuspicious } from './suspicious.ts';
import type { TableFacts } from './table-facts.ts';

type NamedTables = {
  readonly resolved: ResolvedShape;
  /** Fields that no column of messages is. */
  readonly lacking: ReadonlySet<string>;
  /** The columns by which others name the rows of a part, where these are not its ids. */
  readonly keys: ReadonlyMap<'users' | 'conversations', string>;
  readonly facts: ReadonlyMap<ChatTable, TableFacts>;
  readonly tables: readonly ChatTable[];
};

/** Fields that are shown in the draft; the others are found by their names again. */
const SHOWN = ['id', 'conversation', 'receiver', 'sender', 'user', 'text', 'time'] as const;
/** Words for people and for conversations, beside an id that may be of either. */
const PERSON = /^(?:user|person|people|member|private|single|direct|dm)s?$/;
const GROUP = /^(?:group|room|channel|conversation|chat|team|thread)s?$/;
const VALUES_MAX = 8;

/** The shape of tables with usual names, with what their values add, and what they leave open. */
export class NamedDrafting {
  readonly #of: NamedTables;
  readonly #own: Decisions;
  /** Further tables of people. */
  readonly #people = new Set<string>();
  /** Columns that say whose ids stand beside them. */
  readonly #sides = new Set<string>();
  #isChanged = false;

  constructor(of: NamedTables, answers: ShapeAnswers) {
    this.#of = of;
    this.#own = new Decisions([...of.facts.values()], answers);
    this.#isChanged = of.lacking.size > 0 || of.keys.size > 0;
    this.#show();
    for (const [part, key] of of.keys) this.#setKey(part, key);
    if (of.lacking.has('time')) this.#askTime();
    if (of.lacking.has('conversation')) this.#askRoom();
    this.#showReceiver();
    this.#lookAtRooms();
    for (const field of ['sender', 'receiver']) this.#askWhose(field);
    for (const role of ['participants', 'messages'] as const)
      for (const section of of.resolved.roles[role]) this.#askSuspicious(role, section);
    const facts = this.#factsOf(this.#messages);
    if (facts) this.#own.doubtAuthors(facts);
    this.#doubtUnread();
    for (const section of of.resolved.roles.messages) this.#doubtFiles(section);
  }

  /** True if the names are right and enough. */
  get isClear(): boolean {
    const { questions, doubts } = this.#own.draft;
    return !this.#isChanged && questions.length === 0 && doubts.length === 0;
  }

  get draft(): ShapeDraft {
    const { roles } = this.#of.resolved;
    const draft = this.#own.draft;
    const shape: Record<string, ShapeDraft['shape'][string]> = Object.assign({}, draft.shape);
    for (const part of ['users', 'messages'] as const) {
      const further: Record<string, unknown>[] = roles[part].slice(1).map(said);
      if (part === 'users') for (const table of this.#people) further.push({ table });
      if (further.length > 0) shape[part] = [{ ...(draft.shape[part] as object) }, ...further];
    }
    return { ...draft, shape };
  }

  get #messages(): ShapeSection<'messages'> {
    return this.#of.resolved.roles.messages[0] as ShapeSection<'messages'>;
  }

  #factsOf(section: ShapeSection): TableFacts | undefined {
    return section.tables[0] && this.#of.facts.get(section.tables[0]);
  }

  #show(): void {
    const { roles } = this.#of.resolved;
    for (const part of ['users', 'conversations', 'participants', 'messages'] as const) {
      const [section] = roles[part];
      if (!section) continue;
      this.#own.set(part, said(section));
      for (const field of SHOWN) {
        const known = section.fields[field];
        if (known?.isGuessed) this.#own.set(part, { [field]: known.column });
      }
    }
  }

  /** A column with keys may have the names, too. */
  #setKey(part: 'users' | 'conversations', key: string): void {
    const name = this.#of.resolved.roles[part][0]?.fields['name'];
    this.#own.set(part, { key });
    if (name?.column === key) this.#own.set(part, { name: key });
  }

  /** Some messages of a table go to a conversation, and the others to somebody. */
  #showReceiver(): void {
    const facts = this.#factsOf(this.#messages);
    const { conversation, receiver } = this.#messages.fields;
    const place = facts?.columns.find(({ name }) => name === conversation?.column);
    const isPartly = place && (place.empty > 0 || place.samples.includes('0'));
    const names = usual.messages.columns['receiver'] ?? [];
    const found = facts?.columns.find(
      ({ name, filled, type }) => names.includes(plainColumnName(name)) && filled > 0 && type !== 'json',
    );
    if (!isPartly || receiver || !found) return;
    this.#isChanged = true;
    this.#own.set('messages', { conversation: place.name, receiver: found.name });
  }

  /** Types that may be public are asked for; a state may say that a room was deleted. */
  #lookAtRooms(): void {
    const [section] = this.#of.resolved.roles.conversations;
    const facts = section && this.#factsOf(section);
    if (!section || !facts) return;
    const { type, deletedAt } = section.fields;
    const words = facts.columns.find(({ name }) => name === type?.column)?.words;
    if (type?.isGuessed && words && [...words.keys()].some(mayBePublic)) this.#own.types(facts);
    if (deletedAt) return;
    const state = facts.columns.find(({ name }) => /^(?:\w*status|state)$/i.test(name));
    const values = [...(state?.words?.keys() ?? [])].filter((word) => deletedValues.has(word.toLowerCase()));
    if (!state || values.length === 0) return;
    this.#isChanged = true;
    this.#own.set('conversations', { deletedAt: { column: state.name, values } });
    this.#own.doubts.push(
      `conversations whose ${state.name} is ${values.join(' or ')} are skipped, with all their messages`,
    );
  }

  #askTime(): void {
    const { columns, path } = this.#messages.tables[0] as ChatTable;
    this.#own.decide('messages', 'time', {
      text: `no column of ${path} has times: which one do all messages get? They keep the order of their ids`,
      choices: [],
      example: '2022-01-01T00:00:00Z',
      check: (given) =>
        columns.includes(given) || instant(given) !== undefined
          ? undefined
          : 'expected a time such as 2022-01-01T00:00:00Z, or a column',
    });
  }

  #askRoom(): void {
    const { columns, path } = this.#messages.tables[0] as ChatTable;
    const types = ['private', 'public'];
    const answer = this.#own.answerOf('messages', 'conversation', {
      text: `no column of ${path} says in which conversation a message is: who may read the one room that they are all in?`,
      choices: [
        { value: 'private', evidence: 'those who wrote in it' },
        { value: 'public', evidence: 'everybody' },
      ],
      best: 'private',
      check: (given) =>
        types.includes(given) || columns.includes(given) ? undefined : 'expected private, public or a column',
    });
    const isType = answer !== undefined && types.includes(answer);
    this.#own.set('messages', { conversation: isType ? { const: 'lobby', type: answer } : (answer ?? '?') });
    if (isType)
      this.#own.doubts.push(
        `all rows of ${path} are in one room, which is ${answer}: change it with --answer messages.conversation=…`,
      );
  }

  /** Asks whose ids are in a column, where the one beside it has several words. */
  #askWhose(field: string): void {
    const known = this.#messages.fields[field];
    if (!known || known.type || known.join) return;
    const { column } = known;
    const beside = known.beside ?? (field === 'sender' ? this.#sideOf(column) : undefined);
    if (!beside) return;
    this.#sides.add(beside.column);
    const words = this.#factsOf(this.#messages)?.columns.find(({ name }) => name === beside.column)?.words;
    if (!words || words.size < 2) return;
    this.#isChanged = true;
    const values = [...words.keys()].map((word) => {
      const meaning = this.#own.answerOf('messages', `${field}.${word}`, {
        text: `${beside.column} is ${JSON.stringify(word)}: of which table are the ids in ${column} then?`,
        choices: this.#of.tables.slice(0, VALUES_MAX).map(({ path }) => ({ value: path })),
        clear: this.#meaningOf(word, field),
      });
      return [word, meaning] as const;
    });
    const isWhole = values.every(([, meaning]) => meaning !== undefined);
    for (const [, meaning] of isWhole ? values : []) this.#addPeople(meaning as string);
    const type = { column: beside.column, values: Object.fromEntries(values) };
    this.#own.set('messages', { [field]: isWhole ? { column, type } : '?' });
    const meanings = values.map(([word, meaning]) => `${JSON.stringify(word)} of ${meaning}`);
    if (isWhole)
      this.#own.doubts.push(`by ${beside.column}, the ids in ${column} are ${meanings.join(', ')}`);
  }

  /** The column that says which of several tables of people wrote a message. */
  #sideOf(column: string): { readonly column: string } | undefined {
    const facts = this.#factsOf(this.#messages);
    const others = this.#of.tables.filter((table) => !this.#isRead(table));
    const side = facts && columnOfSide(facts, column, others);
    return side === undefined ? undefined : { column: side };
  }

  /** The part, or the table, that a word means: it has the name of it. */
  #meaningOf(word: string, field: string): string | undefined {
    const { roles } = this.#of.resolved;
    const plain = plainColumnName(word.split(/[\\:./]+/).at(-1) ?? '');
    const isCalled = ({ name }: ChatTable): boolean =>
      [plain, `${plain}s`, `${plain}es`].includes(plainTableName(name));
    if (roles.users.some(({ tables }) => tables.some(isCalled))) return 'users';
    if (field === 'receiver' && roles.conversations.some(({ tables }) => tables.some(isCalled)))
      return 'conversations';
    const others = this.#of.tables.filter(
      (table) => isCalled(table) && usualColumns('users', table).has('id'),
    );
    if (others.length === 1) return others[0]?.path;
    if (field === 'receiver' && roles.conversations.length > 0 && GROUP.test(plain)) return 'conversations';
    return PERSON.test(plain) && roles.users.length === 1 ? 'users' : undefined;
  }

  #addPeople(table: string): void {
    const known = this.#of.resolved.roles.users.flatMap((section) => section.tables.map(({ path }) => path));
    if (table !== 'users' && table !== 'conversations' && !known.includes(table)) this.#people.add(table);
  }

  /** Asks about columns that may say that a message is not for everybody, or that somebody is no member. */
  #askSuspicious(role: 'messages' | 'participants', section: ShapeSection): void {
    const facts = this.#factsOf(section);
    const where: Record<string, unknown> = {};
    for (const column of facts?.columns ?? []) {
      const [field] = Object.entries(section.fields).find(([, each]) => each.column === column.name) ?? [];
      if (!facts || this.#sides.has(column.name) || !isSuspicious(role, column, field)) continue;
      const values = this.#own.valuesOf(role, column, facts.table.path);
      if (values !== undefined) where[column.name] = values;
    }
    if (Object.keys(where).length > 0) this.#own.set(role, { where });
  }

  /** Names columns whose files would be lost. */
  #doubtFiles(section: ShapeSection): void {
    const used = new Set(Object.values(section.fields).map(({ column }) => column));
    const facts = this.#factsOf(section);
    for (const column of facts?.columns ?? []) {
      const { name, type, filled, looks, words } = column;
      const isFilled = [...(words?.keys() ?? ['some'])].some((word) => !NO_FILES.has(word));
      const isOfFiles = type === 'json' || type === 'url' || looks.path > 0;
      const path = `${facts?.table.path}.${name}`;
      const isTable = this.#of.tables.some((table) => table.path === path);
      if (
        !used.has(name) &&
        filled > 0 &&
        isFilled &&
        isOfFiles &&
        !isTable &&
        FILES.test(plainColumnName(name))
      )
        this.#own.doubts.push(
          `${path} has files that are not read: name a column with an address as  messages.fileUrl`,
        );
    }
  }

  #isRead(table: ChatTable): boolean {
    return Object.values(this.#of.resolved.roles).some((sections) =>
      sections.some(({ tables }) => tables.includes(table)),
    );
  }

  #doubtUnread(): void {
    for (const table of this.#of.tables) {
      const found = usualColumns('messages', table);
      const isLike = ['sender', 'text', 'time'].every((field) => found.has(field));
      if (isLike && !this.#isRead(table) && !table.isEmpty && !table.parents?.length)
        this.#own.doubts.push(`the rows of ${table.path} look like messages and are not read`);
    }
  }
}

/** Names of columns with files, and values that stand for none. */
const FILES = /attach|file|image|img|media|photo|picture|audio|video|voice|document/;
const NO_FILES: ReadonlySet<string> = new Set(['[]', '{}', 'null', '""']);

/** The statements of a section, with its tables. */
function said({ spec, tables }: ShapeSection): Record<string, unknown> {
  return { ...spec, table: tables.length === 1 ? tables[0]?.path : tables.map(({ path }) => path) };
}
