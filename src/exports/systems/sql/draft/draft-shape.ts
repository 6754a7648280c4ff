import type { ShapeDraft, ShapeDrafter, ShapeQuestion } from '../../../export-reader.ts';
import { plainName, type RoleName, usual } from '../shape/usual-names.ts';
import { usualTypes } from '../shape/usual-values.ts';
import type { SqlTable } from '../tables/sql-table.ts';
import {
  type ColumnFacts,
  factsOf,
  isKey,
  isMark,
  isNaming,
  isOfWords,
  isProse,
  isRepeated,
  isTimeOfRows,
  linksOf,
  type TableFacts,
  type TableLink,
} from './table-facts.ts';

/** Stands for what nobody has answered. */
const OPEN = '?';
/** The answer that there is no such table or column. */
const NONE = 'false';
/** The answer that all words are taken. */
const ALL = 'all';
const CHOICES_MAX = 8;

type Answers = ReadonlyMap<string, string>;
type Choice = ShapeQuestion['choices'][number];
/** A choice, and whether the evidence is for it alone. */
type Wanted = {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Set if nothing else can be meant. */
  readonly clear?: string | undefined;
  readonly best?: string | undefined;
  /** True if there may be none. */
  readonly isOptional?: boolean;
  check?(answer: string): string | undefined;
};

/**
 * Reads tables, to find out by their values which of them and of their columns are what: declared references first, then what
 * the values share, names last. What is not clear is a question, and `"?"` in the shape.
 * @throws RunError `SOURCE.*`
 */
export async function drafterOf(tables: readonly SqlTable[], signal: AbortSignal): Promise<ShapeDrafter> {
  const facts: TableFacts[] = [];
  // The rows of a part are those of its whole.
  for (const table of tables)
    if (!table.isEmpty && !table.parents?.length) facts.push(await factsOf(table, signal));
  return (answers) => new Drafting(facts, answers).drafted();
}

class Drafting {
  readonly #all: readonly TableFacts[];
  readonly #answers: Answers;
  readonly #questions: ShapeQuestion[] = [];
  /** Ids of what was decided or asked. */
  readonly #decided = new Set<string>();
  readonly #shape: Record<string, Record<string, unknown>> = {};
  readonly #remarks: Record<string, string[]> = {};
  readonly #links = new Map<TableFacts, readonly TableLink[]>();

  constructor(all: readonly TableFacts[], answers: Answers) {
    this.#all = all.filter(({ rows }) => rows > 0);
    this.#answers = answers;
  }

  drafted(): ShapeDraft {
    const messages = this.#messagesTable();
    if (messages) this.#around(messages);
    else this.#unknown();
    this.#declare();
    return { shape: this.#shape, remarks: this.#remarks, questions: this.#questions };
  }

  #linksOf(own: TableFacts): readonly TableLink[] {
    const known = this.#links.get(own) ?? linksOf(own, this.#all);
    this.#links.set(own, known);
    return known;
  }

  #named(name: unknown): TableFacts | undefined {
    return this.#all.find(({ table }) => table.path === name || table.name === name);
  }

  /** Decides a value of the shape: as answered, as is clear, or by a question. Undefined if there is none. */
  #decide(role: RoleName, field: string, wanted: Wanted): string | undefined {
    const id = `${role}.${field}`;
    const { text, isOptional, best, check, clear } = wanted;
    const choices = wanted.choices.slice(0, CHOICES_MAX);
    const answer = this.#answers.get(id);
    const decided = answer || clear;
    const all = isOptional ? choices.concat({ value: NONE, evidence: 'there is none' }) : choices;
    this.#decided.add(id);
    if (decided === undefined)
      this.#questions.push({
        id,
        text,
        choices: all,
        ...(best === undefined ? {} : { best }),
        check: (given) => (isOptional && given === NONE ? undefined : check?.(given)),
      });
    this.#set(role, field, decided === NONE ? false : (decided ?? OPEN));
    return decided === NONE ? undefined : decided;
  }

  #set(role: RoleName, field: string, value: unknown): void {
    this.#shape[role] = Object.assign(this.#shape[role] ?? {}, { [field]: value });
  }

  #table(role: RoleName, wanted: Omit<Wanted, 'check'>): TableFacts | undefined {
    const check = (answer: string) =>
      this.#named(answer) ? undefined : `there is no table ${answer} with rows`;
    return this.#named(this.#decide(role, 'table', { ...wanted, check }));
  }

  #column(
    role: RoleName,
    field: string,
    { table: { columns } }: TableFacts,
    wanted: Omit<Wanted, 'check'>,
  ): string | undefined {
    const check = (answer: string) => (columns.includes(answer) ? undefined : 'not a column of this table');
    return this.#decide(role, field, { ...wanted, check });
  }

  #messagesTable(): TableFacts | undefined {
    const asMessages = this.#all
      .map((facts) => {
        const links = this.#linksOf(facts);
        const parts = [
          proseOf(facts).length > 0 && 'text',
          facts.columns.some(isTimeOfRows) && 'time',
          (links.length > 0 || facts.columns.some(isRepeated)) && 'author',
        ].filter((part) => part !== false);
        return { facts, parts, links };
      })
      .sort((a, b) => b.parts.length - a.parts.length || b.facts.rows - a.facts.rows);
    const whole = asMessages.filter(({ parts, links }) => parts.length === 3 && links.length > 0);
    const linked = whole.filter(({ links }) => new Set(links.map(({ column }) => column)).size > 1);
    const called = asMessages.filter(({ facts: { table } }) => isUsual('messages', table.name));
    const [first] = linked;
    const isMost = whole.every(({ facts }) => facts.rows <= (first?.facts.rows ?? 0));
    const [only] = called.length === 1 ? called : linked.length === 1 && isMost ? linked : [];
    return this.#table('messages', {
      text: 'which table has the messages?',
      choices: asMessages
        .filter(({ parts }) => parts.length > 1)
        .map(({ facts, parts }) => ({ value: facts.table.path, evidence: tableEvidence(facts, parts) })),
      clear: only?.facts.table.path,
    });
  }

  /** Everything that has to be said, with the columns of the tables that there are. */
  #unknown(): void {
    const choices = this.#all.map((facts) => ({
      value: facts.table.path,
      evidence: tableEvidence(facts, []),
    }));
    for (const field of ['id', 'conversation', 'sender', 'text', 'time'])
      this.#decide('messages', field, { text: `which column of it is the ${field}?`, choices: [] });
    for (const role of ['users', 'conversations', 'participants'] as const)
      this.#table(role, { text: `which table has the ${role}?`, choices, isOptional: true });
    this.#remarks['messages'] = this.#all
      .slice(0, CHOICES_MAX)
      .map(({ table }) => `columns of ${table.path}: ${table.columns.join(', ')}`);
  }

  #around(messages: TableFacts): void {
    const links = this.#linksOf(messages);
    const targets = [...new Set(links.map(({ target }) => target))];
    const users = this.#usersTable(targets);
    const rooms = this.#roomsTable(messages, links, targets, users);
    const members = users && this.#membersTable([messages, users, ...(rooms ? [rooms] : [])], users, rooms);
    const used = this.#messageColumns(messages, links, { users, rooms });
    const keyOf = (target: TableFacts): string | undefined =>
      links.find((link) => link.target === target && used.includes(link.column.name))?.key;
    if (users) this.#peopleColumns('users', users, keyOf(users), 'deactivatedAt');
    if (rooms) this.#peopleColumns('conversations', rooms, keyOf(rooms), 'deletedAt');
    if (members) this.#memberColumns(members, users, rooms);
    this.#filesTable(messages);
  }

  #usersTable(targets: readonly TableFacts[]): TableFacts | undefined {
    const scored = (targets.length > 0 ? targets : this.#all)
      .map((facts) => ({ facts, score: this.#personScore(facts, targets) }))
      .filter(({ score }) => targets.length > 0 || score > 0)
      .sort((a, b) => b.score - a.score);
    const [best, second] = scored;
    const isClear = best && best.score >= 2 && best.score - (second?.score ?? 0) >= 1;
    return this.#table('users', {
      text: 'which table has the users?',
      choices: scored.map(({ facts }) => ({ value: facts.table.path, evidence: tableEvidence(facts, []) })),
      clear: isClear ? best.facts.table.path : undefined,
      isOptional: true,
    });
  }

  /** How much a table is of people: e-mail addresses, the usual names; rooms refer to their owners. */
  #personScore(facts: TableFacts, targets: readonly TableFacts[]): number {
    const { columns, table } = facts;
    const hasMail = columns.some(({ looks, filled }) => filled > 0 && looks.email > filled * 0.9);
    const isOwner = targets.some(
      (other) => other !== facts && this.#joins(other, [facts]) && !this.#joins(facts, [other]),
    );
    return (
      (hasMail ? 2 : 0) +
      (isOwner ? 2 : 0) +
      (isUsual('users', table.name) ? 2 : 0) -
      (isUsual('conversations', table.name) ? 2 : 0)
    );
  }

  #roomsTable(
    messages: TableFacts,
    links: readonly TableLink[],
    targets: readonly TableFacts[],
    users: TableFacts | undefined,
  ): TableFacts | undefined {
    const scored = targets
      .filter((target) => target !== users)
      .map((target) => {
        const own = links.filter((link) => link.target === target);
        const isRoom = own.some(({ column }) => column.distinct.count < column.filled);
        const isShared = this.#all.some(
          (other) =>
            other !== messages && other !== target && other !== users && this.#joins(other, [target, users]),
        );
        const score =
          (own.some(({ isStrong, column }) => isStrong && column.empty === 0) ? 1 : 0) +
          (isShared ? 1 : 0) +
          (isUsual('conversations', target.table.name) ? 1 : 0);
        return { target, score: isRoom ? score : 0 };
      })
      .sort((a, b) => b.score - a.score);
    if (scored.length === 0) return this.#named(this.#answers.get('conversations.table'));
    const [best, second] = scored;
    const isClear = users && best && best.score >= 2 && best.score - (second?.score ?? 0) >= 1;
    return this.#table('conversations', {
      text: 'which table has the conversations?',
      choices: scored.map(({ target }) => ({
        value: target.table.path,
        evidence: tableEvidence(target, []),
      })),
      clear: isClear ? best.target.table.path : undefined,
      isOptional: true,
    });
  }

  #joins(table: TableFacts, targets: readonly (TableFacts | undefined)[]): boolean {
    const linked = this.#linksOf(table).map(({ target }) => target);
    return targets.every((target) => target !== undefined && linked.includes(target));
  }

  #membersTable(
    others: readonly TableFacts[],
    users: TableFacts,
    rooms: TableFacts | undefined,
  ): TableFacts | undefined {
    if (!rooms) return this.#named(this.#answers.get('participants.table'));
    const found = this.#all.filter(
      (table) => !others.includes(table) && proseOf(table).length === 0 && this.#joins(table, [users, rooms]),
    );
    const [only] = found.length === 1 ? found : [];
    const isStrong = only && this.#linksOf(only).every((link) => link.isStrong);
    return this.#table('participants', {
      text: 'which table says who is in a conversation?',
      choices: (found.length > 0 ? found : this.#all.filter((each) => !others.includes(each))).map(
        (facts) => ({
          value: facts.table.path,
          evidence: tableEvidence(facts, []),
        }),
      ),
      clear: isStrong ? only.table.path : undefined,
      isOptional: true,
    });
  }

  /** @returns the columns that are used */
  #messageColumns(
    messages: TableFacts,
    links: readonly TableLink[],
    { users, rooms }: { readonly users: TableFacts | undefined; readonly rooms: TableFacts | undefined },
  ): readonly string[] {
    const { columns } = messages;
    const used: string[] = [];
    const ask = (field: string, text: string, found: readonly ColumnFacts[], more: Partial<Wanted> = {}) => {
      const free = found.filter(({ name }) => !used.includes(name));
      const column = this.#column('messages', field, messages, {
        text: `which column of ${messages.table.path} ${text}?`,
        choices: free.map(columnChoice),
        clear: clearOf('messages', field, free),
        ...more,
      });
      if (column !== undefined) used.push(column);
      return column;
    };
    const linked = (target: TableFacts | undefined) =>
      target ? links.filter((link) => link.target === target && link.column.empty === 0) : [];
    const isSure = (found: readonly TableLink[]): Partial<Wanted> =>
      found.length === 1 && !found[0]?.isStrong ? { clear: undefined } : {};
    const unlinked = columns.filter(
      (column) => isRepeated(column) && !isProse(column) && !links.some((link) => link.column === column),
    );
    const keys = columns.filter((column) => isKey(column) && !isProse(column));
    ask('id', 'is the id of a message', keys.length > 0 ? keys : columns);
    const [people, places] = [linked(users), linked(rooms)];
    const senders = people.length > 0 ? people.map(({ column }) => column) : unlinked;
    const guess = people.length > 0 ? isSure(people) : { clear: undefined };
    const sender = ask('sender', 'is the author', senders, guess);
    const receivers = people.filter(({ column }) => column.name !== sender).map(({ column }) => column);
    if (places.length === 0 && receivers.length > 0 && sender !== undefined)
      ask('receiver', 'is the receiver', receivers, isSure(people));
    else
      ask(
        'conversation',
        'is the conversation',
        places.length > 0 ? places.map(({ column }) => column) : unlinked,
        {
          ...(places.length > 0 ? isSure(places) : { clear: undefined }),
        },
      );
    ask('text', 'has what people wrote', proseOf(messages));
    const times = columns.filter(isTimeOfRows);
    const sorted = times.filter(({ order }) => order && order.falling === 0);
    const best = times.length > 1 && sorted.length === 1 ? { best: (sorted[0] as ColumnFacts).name } : {};
    ask(
      'time',
      times.length > 0 ? 'is the time of a message' : 'is the time of a message, of which none has times',
      times,
      best,
    );
    const seen = [...used, ...links.map(({ column }) => column.name)];
    this.#marks('messages', messages, seen, [
      ['isDeleted', 'says that a message was deleted'],
      ['internal', 'says that only some may read a message'],
    ]);
    return used;
  }

  /** Asks what columns mean that mark some rows, or have a few words: such rows may not be for everybody. */
  #marks(
    role: RoleName,
    facts: TableFacts,
    seen: readonly string[],
    fields: readonly (readonly [string, string])[],
  ): void {
    const { columns, table } = facts;
    const isUnknown = ({ name }: ColumnFacts): boolean => !seen.includes(name) && !isUsualColumn(role, name);
    const answered = new Set(fields.map(([field]) => this.#answers.get(`${role}.${field}`)));
    for (const [field, text] of fields) {
      const marks = columns.filter(
        (column) =>
          isUnknown(column) &&
          isMark(column) &&
          (!answered.has(column.name) || this.#answers.get(`${role}.${field}`) === column.name),
      );
      if (marks.length === 0) continue;
      const choices = marks.map(columnChoice);
      this.#column(role, field, facts, {
        text: `which column of ${table.path} ${text}?`,
        choices,
        isOptional: true,
      });
    }
    if (role === 'users' || role === 'conversations') return;
    const where: Record<string, unknown> = {};
    for (const column of columns.filter((each) => isUnknown(each) && isOfWords(each))) {
      const words = [...(column.words ?? [])];
      const answer = this.#answers.get(`${role}.where.${column.name}`);
      this.#decided.add(`${role}.where.${column.name}`);
      if (answer !== ALL) where[column.name] = answer ? answer.split(',') : OPEN;
      if (answer) continue;
      this.#questions.push({
        id: `${role}.where.${column.name}`,
        text: `${table.path}.${column.name}: of which values are the rows imported, with commas between? ${words.map(([word, count]) => `${word} (${count})`).join(', ')}`,
        choices: [],
        example: ALL,
        check: (given) =>
          given === ALL || given.split(',').every((word) => column.words?.has(word))
            ? undefined
            : `expected ${ALL}, or some of its values`,
      });
    }
    if (Object.keys(where).length > 0) this.#set(role, 'where', where);
  }

  #peopleColumns(
    role: 'users' | 'conversations',
    facts: TableFacts,
    key: string | undefined,
    mark: string,
  ): void {
    const { columns, table } = facts;
    const keys = columns.filter((column) => isKey(column) && !isProse(column));
    const id = this.#column(role, 'id', facts, {
      text: `which column of ${table.path} do messages refer to?`,
      choices: keys.map(columnChoice),
      clear: key,
    });
    const mails = columns.filter(({ looks, filled }) => filled > 0 && looks.email > filled * 0.9);
    const [mail] = mails.length === 1 ? mails : [];
    if (role === 'users' && mail && mail.name !== id) this.#set(role, 'email', mail.name);
    const isText = ({ type, looks, filled }: ColumnFacts): boolean =>
      type !== 'url' && looks.path < filled / 2;
    const names = columns.filter((column) => column.name !== id && isNaming(column) && isText(column));
    if (names.length > 0)
      this.#column(role, 'name', facts, {
        text: `which column of ${table.path} has the name that people see?`,
        choices: names.map(columnChoice),
        clear: clearOf(role, 'name', names),
        isOptional: true,
      });
    const types = columns.filter(
      ({ words }) =>
        words &&
        [...words.keys()].every((word) => Object.hasOwn(usualTypes, plainName(word)) && !/^\d+$/.test(word)),
    );
    const [type] = types.length === 1 ? types : [];
    if (role === 'conversations' && type && type.name !== id) this.#set(role, 'type', type.name);
    const seen = [id ?? '', type?.name ?? '', ...this.#linksOf(facts).map(({ column }) => column.name)];
    this.#marks(role, facts, seen, [
      [mark, role === 'users' ? 'says that a user may not log in' : 'says that a conversation was deleted'],
    ]);
    const used = Object.values(this.#shape[role] ?? {});
    const rest = columns.filter(({ name }) => !used.includes(name) && !isUsualColumn(role, name));
    if (rest.length > 0) this.#remarks[role] = [`other columns: ${rest.map(({ name }) => name).join(', ')}`];
  }

  #memberColumns(members: TableFacts, users: TableFacts | undefined, rooms: TableFacts | undefined): void {
    const links = this.#linksOf(members);
    for (const [field, target, text] of [
      ['conversation', rooms, 'is the conversation'],
      ['user', users, 'is the member'],
    ] as const) {
      const found = links.filter((link) => link.target === target).map(({ column }) => column);
      this.#column('participants', field, members, {
        text: `which column of ${members.table.path} ${text}?`,
        choices: (found.length > 0 ? found : members.columns).map(columnChoice),
        clear: clearOf('participants', field, found),
      });
    }
    const ROLES = /^(?:admin|owner|administrator|creator|moderator|mod|member|participant|user)$/i;
    const role = members.columns.find(
      ({ words }) => words && [...words.keys()].every((word) => ROLES.test(word)),
    );
    if (role) this.#set('participants', 'role', role.name);
    const seen = [role?.name ?? '', ...links.map(({ column }) => column.name)];
    this.#marks('participants', members, seen, [['leftAt', 'says that a member has left']]);
  }

  /** The files of messages, where a table refers to these and has addresses or paths. */
  #filesTable(messages: TableFacts): void {
    const found = this.#all.flatMap((facts) => {
      const link = this.#linksOf(facts).find(({ target, isStrong }) => target === messages && isStrong);
      const [file] = facts.columns.filter(
        ({ type, looks, filled }) => filled > 0 && (type === 'url' || looks.path > filled * 0.9),
      );
      return link && file ? [{ facts, link, file }] : [];
    });
    const [only] = found.length === 1 ? found : [];
    if (!only) return;
    const { facts, link, file } = only;
    this.#set('attachments', 'table', facts.table.path);
    this.#set('attachments', 'message', link.column.name);
    this.#set('attachments', file.type === 'url' ? 'url' : 'path', file.name);
  }

  /** Takes the other statements that were given as answers. */
  #declare(): void {
    for (const [id, answer] of this.#answers) {
      const [role = '', field, ...more] = id.split('.');
      if (field === undefined || more.length > 0 || this.#decided.has(id)) continue;
      this.#set(role as RoleName, field, answer === NONE ? false : answer);
    }
  }
}

const proseOf = ({ columns }: TableFacts): readonly ColumnFacts[] => columns.filter(isProse);

const isUsual = (role: RoleName, name: string): boolean =>
  ['', 's'].some((ending) => usual[role].tables.includes(plainName(name) + ending));

const isUsualColumn = (role: RoleName, name: string): boolean =>
  Object.values(usual[role].columns).some((names) => names.includes(plainName(name)));

/** The only column of some, or the only one with a usual name. */
function clearOf(role: RoleName, field: string, found: readonly ColumnFacts[]): string | undefined {
  if (found.length === 1) return found[0]?.name;
  const called = found.filter(({ name }) => usual[role].columns[field]?.includes(plainName(name)));
  return called.length === 1 ? called[0]?.name : undefined;
}

const tableEvidence = ({ rows, table }: TableFacts, parts: readonly string[]): string =>
  `${rows} rows${parts.length > 0 ? `; ${parts.join(', ')}` : ''}; columns ${table.columns.join(' ')}`;

function columnChoice({ name, filled, distinct, words, time }: ColumnFacts): Choice {
  const listed = words && [...words].map(([word, count]) => `${word}: ${count}`).join(' ');
  const range = time && `${time.first} … ${time.last}`;
  return { value: name, evidence: range ?? listed ?? `${distinct.count} different values in ${filled}` };
}
