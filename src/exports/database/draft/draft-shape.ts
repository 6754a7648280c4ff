import type { ShapeDraft, ShapeDrafter } from '../../export-reader.ts';
import { plainColumnName, type RoleName, usual } from '../shape/usual-names.ts';
import type { ChatTable } from '../table.ts';
import {
  clearOf,
  columnOption,
  Decisions,
  isUsualColumn,
  tableChoice,
  type WantedAnswer,
} from './decisions.ts';
import {
  type ColumnFacts,
  factsOf,
  isKey,
  isNaming,
  isOfFiles,
  isProse,
  isRepeated,
  isTimeOfRows,
  linksOf,
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

/** Text, time and author. */
const MESSAGE_PARTS = 3;

class Drafting {
  readonly #own: Decisions;
  readonly #links = new Map<TableFacts, readonly TableLink[]>();

  constructor(own: Decisions) {
    this.#own = own;
  }

  drafted(): ShapeDraft {
    const messages = this.#messagesTable();
    if (messages) this.#around(messages);
    else this.#own.askAll();
    return this.#own.draft;
  }

  #linksOf(own: TableFacts): readonly TableLink[] {
    const known = this.#links.get(own) ?? linksOf(own, this.#own.all);
    this.#links.set(own, known);
    return known;
  }

  /** The parts of messages that the columns of a table may be. */
  #partsOf(facts: TableFacts): readonly string[] {
    return [
      proseOf(facts).length > 0 && 'text',
      facts.columns.some(isTimeOfRows) && 'time',
      (this.#linksOf(facts).length > 0 || facts.columns.some(isRepeated)) && 'author',
    ].filter((part) => part !== false);
  }

  #messagesTable(): TableFacts | undefined {
    const asMessages = this.#own.all
      .map((facts) => {
        return { facts, parts: this.#partsOf(facts), links: this.#linksOf(facts) };
      })
      .sort((a, b) => b.parts.length - a.parts.length || b.facts.rows - a.facts.rows);
    const whole = asMessages.filter(({ parts, links }) => parts.length === MESSAGE_PARTS && links.length > 0);
    const linked = whole.filter(({ links }) => new Set(links.map(({ column }) => column)).size > 1);
    const called = asMessages.filter(({ facts: { table } }) => isUsual('messages', table.name));
    const similar = asMessages.filter(
      ({ facts, parts, links }) =>
        parts.length === MESSAGE_PARTS && (links.length > 1 || facts.columns.filter(isRepeated).length > 1),
    );
    // Comments on messages and their history refer to messages; messages refer to what has members.
    const rooted = linked.filter(({ facts, links }) => {
      const targets = new Set(links.map(({ target }) => target));
      return (
        !similar.some((other) => other.facts !== facts && targets.has(other.facts)) &&
        this.#own.all.some(
          (other) => other !== facts && proseOf(other).length === 0 && this.#joinsSome(other, targets) > 1,
        )
      );
    });
    const [only] =
      [called, rooted, similar.length === 1 ? linked : []].find(({ length }) => length === 1) ?? [];
    return this.#own.table('messages', {
      text: 'which table has the messages?',
      choices: asMessages
        .filter(({ parts }) => parts.length > 1)
        .map(({ facts, parts }) => tableChoice(facts, parts)),
      clear: only?.facts.table.path,
    });
  }

  #around(messages: TableFacts): void {
    const links = this.#linksOf(messages);
    const targets = [...new Set(links.map(({ target }) => target))];
    const users = this.#usersTable(targets);
    const rooms = this.#roomsTable(messages, links, targets, users);
    const members = this.#membersTable([messages, users, rooms], users, rooms);
    const used = this.#messageColumns(messages, links, { users, rooms });
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
        this.#partsOf(facts).length === MESSAGE_PARTS
      )
        this.#own.doubts.push(
          `${facts.rows} rows of ${facts.table.path} look like messages and are not read`,
        );
  }

  #usersTable(targets: readonly TableFacts[]): TableFacts | undefined {
    const scored = (targets.length > 0 ? targets : this.#own.all)
      .map((facts) => ({ facts, score: this.#personScore(facts, targets) }))
      .filter(({ score }) => targets.length > 0 || score > 0)
      .sort((a, b) => b.score - a.score);
    const [best, second] = scored;
    const isClear = best && best.score >= 2 && best.score - (second?.score ?? 0) >= 1;
    return this.#own.table('users', {
      text: 'which table has the users?',
      choices: scored.map(({ facts }) => tableChoice(facts)),
      clear: isClear ? best.facts.table.path : undefined,
      isOptional: true,
    });
  }

  /** Evidence that a table is of people: e-mail addresses, the usual names; rooms refer to their owners. */
  #personScore(facts: TableFacts, targets: readonly TableFacts[]): number {
    const { columns, table } = facts;
    const hasMail = columns.some(({ looks, filled }) => filled > 0 && looks.email > filled * 0.9);
    const isOwner = targets.some(
      (other) =>
        other !== facts &&
        this.#joins(other, [facts], true) &&
        this.#joinsSome(facts, new Set([other])) === 0,
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
        const isShared = this.#own.all.some(
          (other) =>
            other !== messages &&
            other !== target &&
            other !== users &&
            this.#joins(other, [target, users], true),
        );
        const score =
          (own.some(({ isStrong, column }) => isStrong && column.empty === 0) ? 1 : 0) +
          (isShared ? 1 : 0) +
          (isUsual('conversations', target.table.name) ? 1 : 0);
        return { target, score: isRoom ? score : 0 };
      })
      .sort((a, b) => b.score - a.score);
    if (scored.length === 0) return this.#own.named(this.#own.answers.get('conversations.table'));
    const [best, second] = scored;
    const isClear = users && best && best.score >= 2 && best.score - (second?.score ?? 0) >= 1;
    return this.#own.table('conversations', {
      text: 'which table has the conversations?',
      choices: scored.map(({ target }) => tableChoice(target)),
      clear: isClear ? best.target.table.path : undefined,
      isOptional: true,
    });
  }

  #joins(table: TableFacts, targets: readonly (TableFacts | undefined)[], isStrong = false): boolean {
    const linked = this.#linksOf(table).flatMap((link) => (link.isStrong || !isStrong ? link.target : []));
    return targets.every((target) => target !== undefined && linked.includes(target));
  }

  #joinsSome(table: TableFacts, targets: ReadonlySet<TableFacts>): number {
    const linked = this.#linksOf(table).map(({ target }) => target);
    return new Set(linked.filter((target) => targets.has(target))).size;
  }

  #membersTable(
    others: readonly (TableFacts | undefined)[],
    users: TableFacts | undefined,
    rooms: TableFacts | undefined,
  ): TableFacts | undefined {
    // Messages between two people need no members.
    if (!rooms && !this.#own.isOpen('conversations') && !this.#own.answers.has('conversations.table'))
      return this.#own.named(this.#own.answers.get('participants.table'));
    const rest = this.#own.all.filter(
      (table) => !others.includes(table) && this.#partsOf(table).length < MESSAGE_PARTS,
    );
    const found = rest.filter((table) => proseOf(table).length === 0 && this.#joins(table, [users, rooms]));
    const [only] = found.length === 1 ? found : [];
    const isStrong = only && this.#linksOf(only).every((link) => link.isStrong);
    return this.#own.table('participants', {
      text: 'which table says who is in a conversation?',
      choices: (found.length > 0 ? found : rest).map((facts) => tableChoice(facts)),
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
    const isSure = (found: readonly TableLink[]): Partial<WantedAnswer> =>
      found.length === 1 && !found[0]?.isStrong ? { clear: undefined } : {};
    const unlinked = columns.filter(
      (column) => isRepeated(column) && !isProse(column) && !links.some((link) => link.column === column),
    );
    const { references = [] } = messages.table;
    const keys = columns.filter(
      (each) => isKey(each) && !isProse(each) && !references.some(({ column }) => column === each.name),
    );
    ask('id', 'is the id of a message', keys.length > 0 ? keys : columns);
    const [people, places] = [linked(users), linked(rooms)];
    const senders = people.length > 0 ? people.map(({ column }) => column) : unlinked;
    const guess = people.length > 0 ? isSure(people) : { clear: undefined };
    const sender = ask('sender', 'is the author', senders, guess);
    const receivers = people.filter(({ column }) => column.name !== sender).map(({ column }) => column);
    if (places.length === 0 && receivers.length > 0 && people.length > 1)
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
    const parent = references.find(({ table }) => table === messages.table.name)?.column;
    if (parent !== undefined) this.#own.set('messages', 'parent', parent);
    const files = columns.filter(isOfFiles);
    if (files[0] && files.length === 1)
      this.#own.set('messages', files[0].type === 'url' ? 'fileUrl' : 'filePath', files[0].name);
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
      ...links.map(({ column }) => column.name),
    ];
    this.#own.marks('messages', messages, seen, [
      ['isDeleted', 'says that a message was deleted'],
      ['internal', 'says that only some may read a message'],
    ]);
    return used;
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
    if (role === 'users' && mail && mail.name !== id) this.#own.set(role, 'email', mail.name);
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
    const seen = [id ?? '', type ?? '', ...this.#linksOf(facts).map(({ column }) => column.name)];
    this.#own.marks(role, facts, seen, [
      [mark, role === 'users' ? 'says that a user may not log in' : 'says that a conversation was deleted'],
    ]);
    const used = this.#own.usedIn(role);
    const rest = columns.filter(({ name }) => !used.includes(name) && !isUsualColumn(role, name));
    if (rest.length > 0)
      this.#own.remarks[role] = [`other columns: ${rest.map(({ name }) => name).join(', ')}`];
  }

  #memberColumns(members: TableFacts, users: TableFacts | undefined, rooms: TableFacts | undefined): void {
    const links = this.#linksOf(members);
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
    if (role) this.#own.set('participants', 'role', role.name);
    const seen = [role?.name ?? '', ...links.map(({ column }) => column.name)];
    this.#own.marks('participants', members, seen, [['leftAt', 'says that a member has left']]);
  }

  /** The files of messages, where a table refers to these and has addresses or paths. */
  #filesTable(messages: TableFacts, others: readonly (TableFacts | undefined)[]): void {
    const found = this.#own.all.flatMap((facts) => {
      if (others.includes(facts)) return [];
      const link = this.#linksOf(facts).find(({ target, isStrong }) => target === messages && isStrong);
      const file = facts.columns.find(isOfFiles);
      return link && file ? [{ facts, link, file }] : [];
    });
    const [only] = found.length === 1 ? found : [];
    if (!only) return;
    const { facts, link, file } = only;
    this.#own.set('attachments', 'table', facts.table.path);
    this.#own.set('attachments', 'message', link.column.name);
    this.#own.set('attachments', file.type === 'url' ? 'url' : 'path', file.name);
  }
}

const proseOf = ({ columns }: TableFacts): readonly ColumnFacts[] => columns.filter(isProse);

// A list in documents is called by its own name, after that of the documents.
const isUsual = (role: RoleName, name: string): boolean =>
  ['', 's'].some((end) => usual[role].tables.includes(plainColumnName(name.split('.').at(-1) ?? '') + end));
