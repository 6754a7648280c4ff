import type { ShapeDraft, ShapeDrafter } from '../../export-reader.ts';
import { plainColumnName, usual } from '../shape/usual-names.ts';
import type { ChatTable } from '../table.ts';
import { clearOf, columnOption, Decisions, isUsualColumn, type WantedAnswer } from './decisions.ts';
import { DraftTables, MESSAGE_PARTS } from './draft-tables.ts';
import { columnOfSide } from './sides.ts';
import {
  type ColumnFacts,
  factsOf,
  isKey,
  isMark,
  isNaming,
  isOfFiles,
  isProse,
  isRepeated,
  isTimeOfRows,
  proseOf,
  type TableFacts,
  type TableLink,
} from './table-facts.ts';

/**
 * Reads tables, to find out by their values which of them and of their columns are what: declared references first, then what
 * the values share, names last. What is not clear is a question, and `"?"` in the shape.
 * @throws RunError `SOURCE.*`
 */
export async function shapeDrafterOf(
  tables: readonly ChatTable[],
  signal: AbortSignal,
): Promise<ShapeDrafter> {
  const facts: TableFacts[] = [];
  // The rows of a part are those of its whole.
  for (const table of tables)
    if (!table.isEmpty && !table.parents?.length) facts.push(await factsOf(table, signal));
  return (answers) => new Drafting(new Decisions(facts, answers)).drafted();
}

class Drafting {
  readonly #own: Decisions;
  readonly #tables: DraftTables;

  constructor(own: Decisions) {
    this.#own = own;
    this.#tables = new DraftTables(own);
  }

  drafted(): ShapeDraft {
    const messages = this.#tables.messages();
    if (messages) this.#around(messages);
    else this.#own.askAll();
    return this.#own.draft;
  }

  #around(messages: TableFacts): void {
    const links = this.#tables.linksOf(messages);
    const targets = [...new Set(links.map(({ target }) => target))];
    const users = this.#tables.users(targets);
    const rooms = this.#tables.rooms(messages, links, targets, users);
    const members = this.#tables.members([messages, users, rooms], users, rooms);
    const used = this.#messageColumns(messages, links, { users, rooms });
    if (!rooms && !members && !this.#own.isOpen('conversations')) this.#roomsOfMessages(messages);
    this.#own.doubtAuthors(messages);
    const keyOf = (target: TableFacts): string | undefined => {
      const own = links.filter((link) => link.target === target);
      const isOne = new Set(own.map(({ key }) => key)).size === 1;
      return own.find(({ column }) => isOne || used.includes(column.name))?.key;
    };
    for (const role of ['users', 'conversations'] as const)
      if (this.#own.isOpen(role))
        for (const field of ['id', 'name'])
          this.#own.decide(role, field, { text: `which column of it is the ${field}?`, choices: [] });
    if (users) this.#peopleColumns('users', users, keyOf(users), 'deactivatedAt');
    if (rooms) this.#peopleColumns('conversations', rooms, keyOf(rooms), 'deletedAt');
    if (members) this.#memberColumns(members, users, rooms);
    this.#filesTable(messages, [users, rooms, members]);
    for (const facts of this.#own.all)
      if (
        !this.#own.isUsed(facts) &&
        !targets.includes(facts) &&
        this.#tables.partsOf(facts).length === MESSAGE_PARTS
      )
        this.#own.doubts.push(
          `${facts.rows} rows of ${facts.table.path} look like messages and are not read`,
        );
  }

  /** Rooms of which messages alone tell, with those who wrote there. */
  #roomsOfMessages({ table: { path } }: TableFacts): void {
    const [room, sender] = ['conversation', 'sender'].map((field) => this.#own.columnOf('messages', field));
    const isAnswered = ['conversations', 'participants'].some((role) =>
      this.#own.answers.has(`${role}.table`),
    );
    if (room === undefined || sender === undefined || isAnswered) return;
    this.#own.set('conversations', { table: path, id: room, name: room });
    this.#own.set('participants', { table: path, conversation: room, user: sender });
    this.#own.doubts.push(
      `no table has the conversations: each value of ${room} is a group that those may read who wrote in it`,
    );
  }

  /** @returns the columns that are used */
  #messageColumns(
    messages: TableFacts,
    links: readonly TableLink[],
    { users, rooms }: { readonly users: TableFacts | undefined; readonly rooms: TableFacts | undefined },
  ): readonly string[] {
    const { columns } = messages;
    const used: string[] = [];
    const ask = (
      field: string,
      text: string,
      found: readonly ColumnFacts[],
      more: Partial<WantedAnswer> = {},
    ) => {
      const free = found.filter(({ name }) => !used.includes(name));
      const column = this.#own.column('messages', field, messages, {
        text: `which column of ${messages.table.path} ${text}?`,
        choices: (free.length > 0 ? free : columns.filter(({ name }) => !used.includes(name))).map(
          columnOption,
        ),
        clear: clearOf('messages', field, free),
        ...more,
      });
      if (column !== undefined) used.push(column);
      return column;
    };
    const linked = (target: TableFacts | undefined) =>
      target ? links.filter((link) => link.target === target && link.column.empty === 0) : [];
    // Whoever gets a message did not write it.
    const isSure = ([first, second]: readonly TableLink[]): boolean =>
      first !== undefined && (second !== undefined || (first.isStrong && !isOfReceiver(first.column)));
    const open = (isClear: boolean): Partial<WantedAnswer> => (isClear ? {} : { clear: undefined });
    const unlinked = columns.filter(
      (column) => isRepeated(column) && !isProse(column) && !links.some((link) => link.column === column),
    );
    const { references = [] } = messages.table;
    const keys = keysOf(messages, links);
    const hasKeys = keys.length > 0;
    ask('id', hasKeys ? 'is the id of a message' : NO_ID, hasKeys ? keys : columns, open(hasKeys));
    const [people, places] = [linked(users), linked(rooms)];
    const columnsOf = (found: readonly TableLink[]): readonly ColumnFacts[] =>
      found.length > 0 ? found.map(({ column }) => column) : unlinked;
    const senders = columnsOf(people);
    const side = senders[0] && this.#sideOf(messages, senders[0], [users, rooms]);
    const sender = side
      ? ask('sender', whoseText(side), senders, open(false))
      : ask('sender', 'is the author', senders, open(isSure(people)));
    const receivers = people.filter(({ column }) => column.name !== sender).map(({ column }) => column);
    if (places.length === 0 && receivers.length > 0 && people.length > 1)
      ask('receiver', 'is the receiver', receivers, open(isSure(people)));
    else ask('conversation', 'is the conversation', columnsOf(places), open(isSure(places)));
    ask('text', 'has what people wrote', proseOf(messages));
    const parent = references.find(({ table }) => table === messages.table.name)?.column;
    if (parent !== undefined) this.#own.set('messages', { parent });
    const files = columns.filter(isOfFiles);
    if (files[0] && files.length === 1)
      this.#own.set('messages', { [files[0].type === 'url' ? 'fileUrl' : 'filePath']: files[0].name });
    const times = columns.filter(isTimeOfRows);
    const sorted = times.filter(({ order }) => order && order.falling === 0);
    const best = times.length > 1 && sorted.length === 1 ? { best: (sorted[0] as ColumnFacts).name } : {};
    ask(
      'time',
      times.length > 0 ? 'is the time of a message' : 'is the time of a message, of which none has times',
      times,
      best,
    );
    const seen = [
      ...used,
      parent ?? '',
      ...files.map(({ name }) => name),
      // A few numbers of yes and no are among the keys of many tables.
      ...links.filter(({ column, isStrong }) => isStrong || !isMark(column)).map(({ column }) => column.name),
    ];
    this.#own.marks('messages', messages, seen, [
      ['isDeleted', 'says that a message was deleted'],
      ['internal', 'says that only some may read a message'],
    ]);
    return used;
  }

  /** The column that says of which of several tables of people an author is. */
  #sideOf(
    messages: TableFacts,
    { name }: ColumnFacts,
    known: readonly (TableFacts | undefined)[],
  ): string | undefined {
    const others = this.#own.all.filter((each) => !known.includes(each));
    return columnOfSide(
      messages,
      name,
      others.map(({ table }) => table),
    );
  }

  #peopleColumns(
    role: 'users' | 'conversations',
    facts: TableFacts,
    key: string | undefined,
    mark: string,
  ): void {
    const { columns, table } = facts;
    const keys = columns.filter((column) => isKey(column) && !isProse(column));
    const id = this.#own.column(role, 'id', facts, {
      text: `which column of ${table.path} do messages refer to?`,
      choices: keys.map(columnOption),
      clear: key,
    });
    const mails = columns.filter(({ looks, filled }) => filled > 0 && looks.email > filled * 0.9);
    const [mail] = mails.length === 1 ? mails : [];
    if (role === 'users' && mail && mail.name !== id) this.#own.set(role, { email: mail.name });
    const isText = ({ type, looks, filled }: ColumnFacts): boolean =>
      type !== 'url' && looks.path < filled / 2;
    const names = columns.filter((column) => column.name !== id && isNaming(column) && isText(column));
    if (names.length > 0)
      this.#own.column(role, 'name', facts, {
        text: `which column of ${table.path} has the name that people see${role === 'users' ? ' (first and last name with a comma between)' : ''}?`,
        choices: names.map(columnOption),
        clear: clearOf(role, 'name', names),
        isOptional: true,
      });
    const type = role === 'conversations' ? this.#own.types(facts) : undefined;
    const seen = [id ?? '', type ?? '', ...this.#tables.linksOf(facts).map(({ column }) => column.name)];
    this.#own.marks(role, facts, seen, [
      [mark, role === 'users' ? 'says that a user may not log in' : 'says that a conversation was deleted'],
    ]);
    const used = this.#own.usedIn(role);
    const rest = columns.filter(({ name }) => !used.includes(name) && !isUsualColumn(role, name));
    if (rest.length > 0)
      this.#own.remarks[role] = [`other columns: ${rest.map(({ name }) => name).join(', ')}`];
  }

  #memberColumns(members: TableFacts, users: TableFacts | undefined, rooms: TableFacts | undefined): void {
    const links = this.#tables.linksOf(members);
    for (const [field, target, text] of [
      ['conversation', rooms, 'is the conversation'],
      ['user', users, 'is the member'],
    ] as const) {
      const found = links.filter((link) => link.target === target).map(({ column }) => column);
      this.#own.column('participants', field, members, {
        text: `which column of ${members.table.path} ${text}?`,
        choices: (found.length > 0 ? found : members.columns).map(columnOption),
        clear: clearOf('participants', field, found),
      });
    }
    const ROLES = /^(?:admin|owner|administrator|creator|moderator|mod|member|participant|user)$/i;
    const role = members.columns.find(
      ({ words }) => words && [...words.keys()].every((word) => ROLES.test(word)),
    );
    if (role) this.#own.set('participants', { role: role.name });
    const seen = [role?.name ?? '', ...links.map(({ column }) => column.name)];
    this.#own.marks('participants', members, seen, [['leftAt', 'says that a member has left']]);
  }

  /** The files of messages, where a table refers to these and has addresses or paths. */
  #filesTable(messages: TableFacts, others: readonly (TableFacts | undefined)[]): void {
    const found = this.#own.all.flatMap((facts) => {
      if (others.includes(facts)) return [];
      const link = this.#tables
        .linksOf(facts)
        .find(({ target, isStrong }) => target === messages && isStrong);
      const file = facts.columns.find(isOfFiles);
      return link && file ? [{ facts, link, file }] : [];
    });
    const [only] = found.length === 1 ? found : [];
    if (!only) return;
    const { facts, link, file } = only;
    const place = file.type === 'url' ? 'url' : 'path';
    const { path } = facts.table;
    this.#own.set('attachments', { table: path, message: link.column.name, [place]: file.name });
  }
}

/** The columns that may have the ids of messages: what refers to another table has its keys. */
function keysOf({ columns, table }: TableFacts, links: readonly TableLink[]): readonly ColumnFacts[] {
  const isLink = (each: ColumnFacts): boolean =>
    table.references?.some(({ column }) => column === each.name) === true ||
    links.some(({ column, isStrong }) => column === each && isStrong);
  return columns.filter(
    (each) => isKey(each) && !isProse(each) && (/^_?id$/i.test(each.name) || !isLink(each)),
  );
}

/** Says that no column has ids. */
const NO_ID =
  'is the id of a message (none has another value in each row, and rows of one id are one message: if only two together do, dump a table with both in one)';

const whoseText = (side: string): string =>
  `is the author? If ${side} says of which table of people, write  sender: { column, type: { column: ${side}, values } }  ; else,`;

const isOfReceiver = ({ name }: ColumnFacts): boolean =>
  usual.messages.columns['receiver']?.includes(plainColumnName(name)) === true;
