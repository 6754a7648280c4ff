import { ValueSet } from '../../../input/columns/column.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { firstNames, type UnreadFile } from '../../../inspection/trees/walk.ts';
import { isAround } from '../../../inspection/words/field-names.ts';
import { amount } from '../../../terminal/printable.ts';
import type { Answers, Known, Question } from '../ask/answering.ts';
import { stemOf, type Table } from '../files/tables.ts';
import { SPECIFIED, sideTableOf } from '../guess/entity-guess.ts';
import { provenDayOrders } from '../guess/proposal.ts';
import { asAnswered, askEntities, entitiesByValues } from '../relate/entity-by-values.ts';
import {
  type DirectConversations,
  directConversations,
  directKinds,
  type Identity,
  identify,
  type ReferringColumn,
} from '../relate/identity.ts';
import { type MessageRoles, rolesOf } from '../relate/message-roles.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
import { listIn } from './attachments.ts';
import { rowKindOf } from './changes.ts';
import { derivedGroups, derivedMembers, derivedUsers, type Present } from './derived.ts';
import { type Drafting, inputOptions } from './drafting.ts';
import { draftMessages } from './messages.ts';
import { draftMembers, draftOwners, fieldsIn, idOrName } from './people.ts';

/** The sources of a pipeline for some tables, and what is open. */
export type Drafted = {
  readonly sources: Readonly<Partial<Record<EntityName, readonly DraftSource[]>>>;
  /** Questions that are not answered, each once; the sources have the best answers, where there is one. */
  readonly questions: readonly Question[];
  readonly leftOut: readonly UnreadFile[];
  /** Rows of logs that change or remove others, and that nothing applies. */
  readonly unapplied: readonly UnreadFile[];
  readonly chosen: Chosen;
  /** The naming of users and groups, and the columns that name them. */
  readonly relations: Relations;
};

/** The naming of users and groups in all tables. */
type Relations = {
  readonly users: Identity;
  readonly groups: Identity;
  readonly people: readonly ReferringColumn[];
  readonly rooms: readonly ReferringColumn[];
};

/**
 * Drafts the sources: which table is what, how they refer to each other, what can be derived.
 * @param named entities whose files the user named
 */
export function draftSources(
  tables: readonly Table[],
  answers: Answers,
  named: ReadonlySet<string>,
): Drafted {
  const questions = new Map<string, Question>();
  const asked = new Map<string, Question>();
  const ask = (question: Question): Question => {
    const first = asked.get(question.id) ?? question;
    asked.set(question.id, first);
    if (!answers.has(question.id)) questions.set(question.id, first);
    return first;
  };
  const known = { answers, ask, dayOrders: provenDayOrders(tables.flatMap(({ columns }) => columns)) };
  const decided = asAnswered(entitiesByValues(asAnswered(tables, answers)), answers);
  const chosen = chooseTables(decided, named, known);
  const all = (entity: EntityName): readonly Table[] => chosen.of.get(entity) ?? [];
  const [users] = all('users');
  const [groups] = all('groups');
  const [members] = all('members');
  const owners = { users, groups };
  const messages = all('messages').map((table) => rolesOf(table, owners, known));
  const [people, rooms] = [referringToUsers(messages, chosen), referringToGroups(messages, chosen)];
  const identities = {
    users: identify(users, users && idOrName('users', users), people, true),
    groups: identify(groups, groups && idOrName('groups', groups), rooms, false),
  };
  // Who is in such a conversation is found out by ids as they stand in the files.
  const isPlain = messages.every(
    ({ table, sender, room: [room] }) =>
      (sender === undefined || !identities.users.refer(table, sender).isLookup) &&
      (room === undefined || !identities.groups.refer(table, room).isLookup),
  );
  const hasRooms = messages.some(({ room }) => room.length === 1);
  const direct = isPlain && hasRooms ? directConversations(groups, members, identities) : undefined;
  const ofTwo = hasRooms && !direct ? directKinds(groups) : undefined;
  const unsplit = ofTwo && directQuestion(ofTwo);
  const drafting: Drafting = { known, ...identities, owners, direct, unsplit };
  const hasDirect =
    direct !== undefined || messages.some(({ person, pairs }) => person !== undefined || pairs !== undefined);
  const present = { users, groups, members, hasDirect, unknown: unknownValues(messages, drafting, owners) };
  const ids = new ValueSet();
  const lists = members ? [] : memberLists(groups, all('users'), drafting);
  const sources: Record<string, readonly DraftSource[]> = {
    users: [
      ...all('users').map((table) => draftOwners('users', table, drafting)),
      ...derivedUsers(messages, present),
    ],
    groups: [
      ...all('groups').map((table) => draftOwners('groups', table, drafting)),
      ...derivedGroups(messages, present),
    ],
    members: [
      ...all('members').map((table) => draftMembers(table, drafting)),
      ...lists,
      ...(lists.length > 0 ? [] : derivedMembers(messages, present)),
    ],
    messages: messages.flatMap((roles) =>
      draftMessages(roles, { ...drafting, sides: chosen.sides, changes: chosen.changes, ids }),
    ),
  };
  const unapplied = changesLeft(chosen, Object.values(sources).flat());
  return {
    sources: Object.fromEntries(
      entityNames.flatMap((name) => (sources[name]?.length ? [[name, sources[name]]] : [])),
    ),
    questions: [...questions.values()].sort((a, b) => Number(a.isOptional ?? 0) - Number(b.isOptional ?? 0)),
    leftOut: [...chosen.leftOut, ...sidesLeft(chosen, sources['messages'] ?? []), ...unapplied],
    unapplied,
    chosen,
    relations: { ...identities, people, rooms },
  };
}

/** Conversations of two people become groups only if somebody says so. */
const directQuestion = ({ type, values }: Pick<DirectConversations, 'type' | 'values'>): Question => ({
  id: 'direct',
  text: `${type} ${values.join(', ')} means conversations of two people, but the files do not say who is in them as they name the authors; may they become private groups?`,
  choices: [{ value: 'groups' }],
});

function referringToUsers(messages: readonly MessageRoles[], { of }: Chosen): ReferringColumn[] {
  return [
    ...messages.flatMap(({ table, sender, person, isMixed }) =>
      [sender, isMixed ? undefined : person].flatMap((column) =>
        column === undefined ? [] : [{ table, column }],
      ),
    ),
    ...(of.get('members') ?? []).flatMap((table) => referring(table, fieldsIn('members', table).get('uid'))),
  ];
}

function referringToGroups(messages: readonly MessageRoles[], { of }: Chosen): ReferringColumn[] {
  return [
    ...messages.flatMap(({ table, room, isMixed }) =>
      isMixed ? [] : room.map((column) => ({ table, column })),
    ),
    ...(of.get('members') ?? []).flatMap((table) => referring(table, fieldsIn('members', table).get('guid'))),
  ];
}

const referring = (table: Table, column: string | undefined): ReferringColumn[] =>
  column === undefined ? [] : [{ table, column }];

/** Tells if messages name somebody whom no file has; a lookup finds no id for these, so they cannot be derived. */
function unknownValues(
  messages: readonly MessageRoles[],
  { users, groups }: Drafting,
  owners: { readonly users: Table | undefined; readonly groups: Table | undefined },
): Present['unknown'] {
  const isUnknown = (
    owner: Table | undefined,
    identity: Drafting['users'],
    columnsOf: (roles: MessageRoles) => readonly (string | undefined)[],
  ): boolean =>
    owner !== undefined &&
    messages.some((roles) =>
      columnsOf(roles).some((column) => {
        if (column === undefined || roles.isMixed) return false;
        const { share, isLookup } = identity.refer(roles.table, column);
        return share < 1 && !isLookup;
      }),
    );
  return {
    senders: isUnknown(owners.users, users, ({ sender }) => [sender]),
    groups: isUnknown(owners.groups, groups, ({ room }) => room),
    persons: isUnknown(owners.users, users, ({ person }) => [person]),
  };
}

/** The tables beside messages that nothing joins, each with the reason. */
function sidesLeft({ sides }: Chosen, messages: readonly DraftSource[]): UnreadFile[] {
  const joined = JSON.stringify(
    messages.flatMap(({ options }) => options.filter(({ key }) => key === 'join')),
  );
  return sides.flatMap(({ paths, columns }) => {
    const side = sideTableOf(columns);
    const reason =
      side?.kind === 'reactions'
        ? 'reactions in a separate file are not imported by init; see sources.reactions'
        : 'it lists files of messages, but their messages or their URL (filesBase) are not known';
    return paths.filter((path) => !joined.includes(JSON.stringify(path))).map((path) => ({ path, reason }));
  });
}

/** The rows of logs that change or remove others, and that nothing applies. */
function changesLeft({ changes }: Chosen, sources: readonly DraftSource[]): UnreadFile[] {
  const joins = JSON.stringify(sources.flatMap(({ options }) => options.filter(({ key }) => key === 'join')));
  return changes.flatMap((table) => {
    const kind = rowKindOf(table);
    if (!kind || joins.includes(JSON.stringify({ [kind.column]: kind.value }))) return [];
    return [
      {
        path: table.paths[0] ?? '',
        reason: `${kind.value} (${amount(table.rows, 'row')}) is not applied to the rows before it`,
      },
    ];
  });
}

type Chosen = {
  readonly of: ReadonlyMap<EntityName, readonly Table[]>;
  /** Tables that may belong to messages. */
  readonly sides: readonly Table[];
  /** Rows of logs that change or remove others. */
  readonly changes: readonly Table[];
  readonly leftOut: readonly UnreadFile[];
};

/**
 * Chooses the tables of each entity. The same rows in two formats are taken once, in the format that most entities have.
 * @param named entities whose files the user named; no other file is one of them
 */
function chooseTables(tables: readonly Table[], named: ReadonlySet<string>, known: Known): Chosen {
  const leftOut: UnreadFile[] = [];
  const leave = (table: Table, reason: string): void => {
    const kind = rowKindOf(table);
    const rows = kind
      ? `${amount(table.rows, 'row')} with ${kind.column} ${JSON.stringify(kind.value)} ${table.rows === 1 ? 'is' : 'are'} not read: `
      : '';
    for (const path of table.paths) leftOut.push({ path, reason: rows + reason });
  };
  // A table of messages may have files, too.
  const isMessages = ({ entity }: Table): boolean => entity?.entity === 'messages' && entity.certain;
  const sides = tables.filter(
    (table) => !isDeclared(table) && !isMessages(table) && sideTableOf(table.columns),
  );
  const rest = tables.filter((table) => !sides.includes(table));
  const changes = rest.filter((table) => rowKindOf(table)?.change);
  const unknown = rest.filter((table) => !table.entity && !changes.includes(table));
  const asked = askEntities(unknown, known);
  for (const table of unknown) {
    const how = asked.has(table) ? `; --answer ${asked.get(table)}=…` : '';
    leave(table, `neither its name nor its columns show what it contains${how}`);
  }
  const spread = (table: Table): number =>
    new Set(rest.filter((each) => formatOf(each) === formatOf(table)).map(({ entity }) => entity?.entity))
      .size;
  const of = new Map<EntityName, readonly Table[]>();
  for (const entity of entityNames) {
    const own = rest
      .filter((table) => table.entity?.entity === entity)
      .sort(
        (a, b) =>
          nesting(a) - nesting(b) ||
          spread(b) - spread(a) ||
          Number(b.entity?.certain) - Number(a.entity?.certain) ||
          b.rows - a.rows,
      );
    const kept: Table[] = [];
    for (const table of own) {
      if (named.has(entity) && !isDeclared(table)) {
        leave(table, `looks like ${entity} too, but other files were named`);
        continue;
      }
      const before = isDeclared(table) ? undefined : kept.find((each) => hasSameRows(each, table));
      if (before) leave(table, `looks like ${entity} too, the same rows as ${firstNames(before.paths)}`);
      else if (
        kept.length > 0 &&
        entity !== 'messages' &&
        !isDeclared(table) &&
        !isLike(kept[0] as Table, table)
      )
        leave(
          table,
          `looks like ${entity} too, but its form is another than that of ${firstNames(kept[0]?.paths ?? [])}`,
        );
      else kept.push(table);
    }
    if (kept.length > 0) of.set(entity, kept);
  }
  return { of, sides, changes, leftOut };
}

/** The depth of the rows in a document: a list of its own has all rows, one inside of others may have some. */
const nesting = ({ files: [file] }: Table): number => (file?.rowsAt?.match(/\[\*\]|\.\*/g) ?? []).length;

const isDeclared = ({ entity }: Table): boolean => entity?.evidence === SPECIFIED;
const formatOf = ({ files }: Table): string | undefined => files[0]?.format;

/** True if two tables have the same rows: the same names of files in another format, or the same long values. */
function hasSameRows(a: Table, b: Table): boolean {
  const stems = new Set(a.files.map(({ path }) => stemOf(path)));
  if (formatOf(a) !== formatOf(b) && b.files.some(({ path }) => stems.has(stemOf(path)))) return true;
  return b.columns.some(({ name, type, longest }) => {
    const [own, other] = [b.keys.get(name), a.keys.get(name)];
    if ((type !== 'text' && type !== 'id') || longest < 20 || !own || !other || own.size < 20) return false;
    return own.sharedWith(other).exact > own.size * 0.9;
  });
}

/** True if a second table of users, groups or members has the same columns, few apart. */
function isLike(a: Table, b: Table): boolean {
  const names = new Set(a.columns.map(({ name }) => name));
  const shared = b.columns.filter(({ name }) => names.has(name)).length;
  return shared >= Math.max(1, Math.min(names.size, b.columns.length) * 0.6);
}

const LIST =
  /^(?:members?|users?|participants?|user_?ids?|member_?ids?|mitglieder|membres|miembros|membros|成员|メンバー|회원)$/i;
const ID = /^(?:id|_id|uid|user_?id|userid|email|username|name)$/i;

/** Members that the groups themselves have: a list in a column, or rows inside of theirs in a document. */
function memberLists(groups: Table | undefined, users: readonly Table[], drafting: Drafting): DraftSource[] {
  if (!groups || drafting.groups.key === undefined) return [];
  const inColumn = listColumn(groups, drafting, drafting.groups.key);
  if (inColumn) return [inColumn];
  const inside = users.find((table) => isInside(table, groups));
  const guid = inside?.columns.find(({ name }) => isAround(name) && name === `^.${drafting.groups.key}`);
  const uid = inside && idOrName('users', inside);
  if (!inside || !guid || uid === undefined) return [];
  return [
    {
      options: inputOptions(inside),
      map: { guid: drafting.groups.own(guid.name), uid: drafting.users.own(uid) },
      remarks: ['members are inside the groups'],
    },
  ];
}

const isInside = (table: Table, groups: Table): boolean => {
  const [inner, outer] = [table.files[0]?.rowsAt, groups.files[0]?.rowsAt];
  return inner !== undefined && outer !== undefined && inner !== outer && inner.startsWith(outer);
};

function listColumn(groups: Table, drafting: Drafting, key: string): DraftSource | undefined {
  const list = groups.columns.find(({ name, type }) => type === 'json' && LIST.test(name));
  if (!list) return undefined;
  const elements = groups.sample.flatMap((row) => listIn(row[list.name]));
  const [first] = elements;
  const id =
    typeof first === 'object' && first !== null
      ? Object.keys(first)
          .sort((a, b) => rank(a) - rank(b))
          .find((name) => ID.test(name))
      : undefined;
  if (first === undefined || (typeof first === 'object' && id === undefined)) return undefined;
  return {
    options: [...inputOptions(groups), { key: 'explode', value: list.name }],
    map: {
      guid: drafting.groups.own(key),
      uid: drafting.users.own(id === undefined ? list.name : `${list.name}.${id}`),
    },
    remarks: [`each group lists its members in ${list.name}`],
  };
}

const IDS = ['user_id', 'userId', 'uid', 'id', '_id', 'email', 'username', 'name'];
const rank = (name: string): number => (IDS.includes(name) ? IDS.indexOf(name) : IDS.length);
