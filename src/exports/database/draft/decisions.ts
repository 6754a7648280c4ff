import { conceptsIn } from '../../../inspection/words/concepts.ts';
import { publicText, ROOM_WORDS } from '../../../inspection/words/languages.ts';
import type { ShapeDraft, ShapeQuestion } from '../../export-reader.ts';
import { ownValue } from '../../files/values.ts';
import { plainColumnName, type RoleName, usual } from '../shape/usual-names.ts';
import { flagTypes, usualTypes } from '../shape/usual-values.ts';
import { type ColumnFacts, isMark, isOfWords, type TableFacts } from './table-facts.ts';

/** Stands for what nobody has answered. */
const OPEN = '?';
/** The answer that there is no such table or column. */
const NONE = 'false';
/** The answer that all words are taken. */
const ALL = 'all';
/** Stands for no value among the values of a column. */
const EMPTY = 'empty';
const COLUMNS_MAX = 12;
/** At most so many choices are named. */
const CHOICES_MAX = 8;
/** The system says something now and then. */
const NOBODY_SHARE = 0.1;
/** At most so many values are named. */
const VALUES_MAX = 12;

export type ShapeAnswers = ReadonlyMap<string, string>;
type Choice = ShapeQuestion['choices'][number];
/** A choice, and whether the evidence is for it alone. */
export type WantedAnswer = {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Set if nothing else can be meant. */
  readonly clear?: string | undefined;
  readonly best?: string | undefined;
  /** True if there may be none. */
  readonly isOptional?: boolean;
  readonly example?: string;
  check?(answer: string): string | undefined;
};

/** The shape of some tables as far as it is decided, and the questions that are open. */
export class Decisions {
  readonly all: readonly TableFacts[];
  readonly answers: ShapeAnswers;
  readonly remarks: Record<string, string[]> = {};
  readonly doubts: string[] = [];
  readonly #questions: ShapeQuestion[] = [];
  /** Ids of what was decided or asked. */
  readonly #decided = new Set<string>();
  readonly #shape: Record<string, Record<string, unknown>> = {};

  constructor(all: readonly TableFacts[], answers: ShapeAnswers) {
    this.all = all.filter(({ rows }) => rows > 0);
    this.answers = answers;
  }

  /** The result, with the statements that were given as answers to no question. */
  get draft(): ShapeDraft {
    for (const [id, answer] of this.answers) {
      const [role = '', field, ...more] = id.split('.');
      if (field === undefined || more.length > 0 || this.#decided.has(id)) continue;
      this.set(role as RoleName, { [field]: answer === NONE ? false : answer });
    }
    return { shape: this.#shape, remarks: this.remarks, questions: this.#questions, doubts: this.doubts };
  }

  /** True if nobody has said yet which table a part is. */
  isOpen(role: RoleName): boolean {
    return this.#shape[role]?.['table'] === OPEN;
  }

  /** True if a table is one of the parts. */
  isUsed({ table }: TableFacts): boolean {
    return Object.values(this.#shape).some(
      (part) => part['table'] === table.path || part['table'] === table.name,
    );
  }

  /** The column that a field is decided to be. */
  columnOf(role: RoleName, field: string): string | undefined {
    const value = this.#shape[role]?.[field];
    return typeof value === 'string' && value !== OPEN ? value : undefined;
  }

  /** The columns that are used in a part. */
  usedIn(role: RoleName): readonly unknown[] {
    return Object.values(this.#shape[role] ?? {});
  }

  named(name: unknown): TableFacts | undefined {
    return this.all.find(({ table }) => table.path === name || table.name === name);
  }

  /** Decides a value of the shape: as answered, as is clear, or by a question. Undefined if there is none. */
  decide(role: RoleName, field: string, wanted: WantedAnswer): string | undefined {
    const decided = this.answerOf(role, field, wanted);
    const isSeveral = field === 'name' && decided?.includes(',');
    const value = isSeveral ? [decided?.split(',')] : (decided ?? OPEN);
    this.set(role, { [field]: decided === NONE ? false : value });
    return decided === NONE ? undefined : decided;
  }

  /** The answer to a question as given, or as is clear; it is asked if there is none. */
  answerOf(role: RoleName, field: string, wanted: WantedAnswer): string | undefined {
    const id = `${role}.${field}`;
    const { text, isOptional, best, check, clear, example } = wanted;
    const choices = wanted.choices.slice(0, CHOICES_MAX);
    const answer = this.answers.get(id);
    const decided = answer || clear;
    const all = isOptional ? choices.concat({ value: NONE, evidence: 'there is none' }) : choices;
    this.#decided.add(id);
    if (decided === undefined)
      this.#questions.push({
        id,
        text,
        choices: all,
        ...(best === undefined ? {} : { best }),
        ...(example === undefined ? {} : { example }),
        check: (given) => (isOptional && given === NONE ? undefined : check?.(given)),
      });
    return decided;
  }

  set(role: RoleName, fields: Readonly<Record<string, unknown>>): void {
    this.#shape[role] = Object.assign(this.#shape[role] ?? {}, fields);
  }

  table(role: RoleName, wanted: Omit<WantedAnswer, 'check'>): TableFacts | undefined {
    const check = (answer: string) =>
      this.named(answer) ? undefined : `there is no table ${answer} with rows`;
    return this.named(this.decide(role, 'table', { ...wanted, check }));
  }

  column(
    role: RoleName,
    field: string,
    { table: { columns } }: TableFacts,
    wanted: Omit<WantedAnswer, 'check'>,
  ): string | undefined {
    const check = (answer: string) => {
      const names = field === 'name' ? answer.split(',') : [answer];
      return names.every((name) => columns.includes(name)) ? undefined : 'not a column of this table';
    };
    return this.decide(role, field, { ...wanted, check });
  }

  /** Says that messages have no author, if they are more than a few. */
  doubtAuthors({ columns, rows, examined, table }: TableFacts): void {
    const sender = this.columnOf('messages', 'sender');
    const empty = columns.find(({ name }) => name === sender)?.empty ?? 0;
    if (empty <= examined * NOBODY_SHARE) return;
    this.doubts.push(
      `${empty} of ${Math.min(rows, examined)} rows of ${table.path} have no author in ${sender}: they become messages of the system`,
    );
  }

  /** Asks for everything that has to be said, with the columns of the tables that there are. */
  askAll(): void {
    const choices = this.all.map((facts) => tableChoice(facts));
    for (const field of ['id', 'conversation', 'sender', 'text', 'time'])
      this.decide('messages', field, { text: `which column of it is the ${field}?`, choices: [] });
    for (const role of ['users', 'conversations', 'participants'] as const)
      this.table(role, { text: `which table has the ${role}?`, choices, isOptional: true });
    this.remarks['messages'] = this.all
      .slice(0, CHOICES_MAX)
      .map(({ table }) => `columns of ${table.path}: ${table.columns.join(', ')}`);
  }

  /** Decides which type of a conversation each word means; asks about words that may mean several. */
  types(facts: TableFacts): string | undefined {
    const { answers } = this;
    const answer = answers.get('conversations.type');
    const taken = this.usedIn('conversations');
    const usable = facts.columns.filter(
      ({ name }) => !taken.includes(name) && !Object.hasOwn(flagTypes, plainColumnName(name)),
    );
    const names = usual.conversations.columns['type'] ?? [];
    const called = usable
      .filter(({ name }) => names.includes(plainColumnName(name)))
      .sort((a, b) => names.indexOf(plainColumnName(a.name)) - names.indexOf(plainColumnName(b.name)));
    const found = usable.filter((each) => each.words && saysType(each));
    const named = found.filter(({ name }) => isTypeName(name));
    const [only] = [named, found].find(({ length }) => length === 1) ?? [];
    const column = answer ? usable.find(({ name }) => name === answer) : (called[0] ?? only);
    // Nobody says what so many words mean.
    if (column && !column.words && column.filled > 0 && !answer) this.set('conversations', { type: false });
    if (!column?.words) return answer;
    const isNamed = answer !== undefined || isTypeName(column.name);
    const types: Record<string, string> = {};
    const open = new Map<string, number>();
    for (const [word, rows] of column.words) {
      const id = `types.${word}`;
      const choices = ['private', 'direct', 'public'].map((value) => ({ value }));
      const text = `${facts.table.path}.${column.name}: which type does ${JSON.stringify(word)} mean (${rows} ${rows === 1 ? 'row' : 'rows'})?`;
      const check = (given: string) =>
        choices.some(({ value }) => value === given) ? undefined : 'expected private, direct or public';
      const meaning = typeOfWord(word);
      // The status of a room may be open or closed, too.
      const clear = meaning === 'public' && !isNamed && !/public/i.test(word) ? undefined : meaning;
      const type = this.answerOf('conversations', id, { text, choices, clear, check });
      types[word] = type ?? OPEN;
      if (type === 'public') open.set(word, rows);
    }
    this.set('conversations', { type: column.name, types });
    this.doubts.push(...publicText(column.name, open));
    return column.name;
  }

  /** Asks what columns mean that mark some rows, or have a few words: such rows may not be for everybody. */
  marks(
    role: RoleName,
    facts: TableFacts,
    seen: readonly string[],
    fields: readonly (readonly [string, string])[],
  ): void {
    const { columns, table } = facts;
    const isUnknown = ({ name }: ColumnFacts): boolean => !seen.includes(name) && !isUsualColumn(role, name);
    const answered = new Set(fields.map(([field]) => this.answers.get(`${role}.${field}`)));
    for (const [field, text] of fields) {
      const marks = columns.filter(
        (column) =>
          isUnknown(column) &&
          isMark(column) &&
          saysYes(column) &&
          (!answered.has(column.name) || this.answers.get(`${role}.${field}`) === column.name),
      );
      if (marks.length === 0) continue;
      const choices = marks.map(columnOption);
      this.column(role, field, facts, {
        text: `which column of ${table.path} ${text}?`,
        choices,
        isOptional: true,
      });
    }
    if (role === 'users' || role === 'conversations') return;
    const where: Record<string, unknown> = {};
    for (const column of columns.filter((each) => isUnknown(each) && isOfWords(each))) {
      const values = this.valuesOf(role, column, table.path);
      if (values !== undefined) where[column.name] = values;
    }
    if (Object.keys(where).length > 0) this.set(role, { where });
  }

  /** Asks of which values of a column the rows are imported; undefined if of all. */
  valuesOf(role: RoleName, { name, words, empty }: ColumnFacts, path: string): unknown {
    const id = `${role}.where.${name}`;
    const known = [...(words ?? [])].concat(empty > 0 ? [[EMPTY, empty]] : []);
    const shown = known.slice(0, VALUES_MAX).map(([word, count]) => `${word} (${count})`);
    const others = words === undefined ? ['many others'] : [];
    const answer = this.answers.get(id);
    this.#decided.add(id);
    if (!answer)
      this.#questions.push({
        id,
        text: `${path}.${name}: of which values are the rows imported, with commas between? ${[...others, ...shown].join(', ')}`,
        choices: [],
        example: ALL,
        check: (given) =>
          given === ALL ||
          given.split(',').every((word) => word === EMPTY || words === undefined || words.has(word))
            ? undefined
            : `expected ${ALL}, or some of its values`,
      });
    if (answer === ALL) return undefined;
    return answer
      ? answer.split(',').map((word) => (word === EMPTY && !words?.has(EMPTY) ? '' : word))
      : OPEN;
  }
}

/** A column that only says no marks no row; `__v` counts the versions of a document. */
const saysYes = ({ name, words }: ColumnFacts): boolean =>
  name !== '__v' && ![...(words?.keys() ?? ['yes'])].every((word) => /^(?:0|f|false|n|no)$/i.test(word));

/** True if the name of a column says by itself what it is. */
export const isUsualColumn = (role: RoleName, name: string): boolean =>
  Object.values(usual[role].columns).some((names) => names.includes(plainColumnName(name)));

/** Letters and numbers mean what each system wants, and these words one or another type. */
const UNCLEAR = /^(?:[\p{L}\d]|\d+|channel|broadcast|personal|pair|self|notes|single|user|chat)$/u;

/** True for a word that may mean that everybody can read, and may not. */
export const mayBePublic = (word: string): boolean =>
  usualTypes[plainColumnName(word)] === 'public' && typeOfWord(word) !== 'public';

/** The type that a word means by itself. */
function typeOfWord(word: string): 'public' | 'private' | 'direct' | undefined {
  const plain = plainColumnName(word);
  if (UNCLEAR.test(plain)) return undefined;
  const meaning = ownValue(usualTypes, plain);
  if (meaning === 'direct' || /^(?:direkt|direct[oa]|dirett[oa])$/.test(plain)) return 'direct';
  const has = (words: string): boolean => words.split(' ').includes(word.trim().toLowerCase());
  return has(ROOM_WORDS.public) ? 'public' : has(ROOM_WORDS.private) ? 'private' : meaning;
}

const isTypeName = (name: string): boolean =>
  isUsualName('conversations', 'type', name) || conceptsIn(name).some((key) => /\btype\b/.test(key));

/** True if a column has the types of conversations: it is called so, or all its words are known ones. */
function saysType({ name, words }: ColumnFacts): boolean {
  const all = [...(words?.keys() ?? [])];
  const isKnown = (word: string): boolean =>
    typeOfWord(word) !== undefined ||
    (!/^\d+$/.test(word) && Object.hasOwn(usualTypes, plainColumnName(word)));
  return (
    isUsualName('conversations', 'type', name) ||
    (isTypeName(name) && all.some((word) => isKnown(word) || UNCLEAR.test(plainColumnName(word)))) ||
    all.every(isKnown)
  );
}

/** A table as a choice. */
export const tableChoice = ({ rows, table }: TableFacts, parts: readonly string[] = []): Choice => ({
  value: table.path,
  evidence: `${rows} rows${parts.length > 0 ? `; ${parts.join(', ')}` : ''}; columns ${table.columns.slice(0, COLUMNS_MAX).join(' ')}`,
});

/** A column as a choice. */
export function columnOption(column: ColumnFacts): Choice {
  const { name, filled, distinct, words, time } = column;
  // What hardly repeats may be names of people.
  const listed =
    words &&
    (isMark(column) || filled >= 2 * words.size) &&
    [...words].map(([word, count]) => `${word}: ${count}`).join(' ');
  const range = time && `${time.first} … ${time.last}`;
  return {
    value: name,
    evidence: range ?? (listed || undefined) ?? `${distinct.count} different values in ${filled}`,
  };
}

const isUsualName = (role: RoleName, field: string, name: string): boolean =>
  usual[role].columns[field]?.includes(plainColumnName(name)) === true;

/** The only column of some, or the only one with a usual name. */
export function clearOf(role: RoleName, field: string, found: readonly ColumnFacts[]): string | undefined {
  if (found.length === 1) return found[0]?.name;
  const called = found.filter(({ name }) => isUsualName(role, field, name));
  return called.length === 1 ? called[0]?.name : undefined;
}
