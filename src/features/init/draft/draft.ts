import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { Answers, Question } from '../ask/question.ts';
import { ValueSet } from '../columns/key-set.ts';
import type { Table } from '../files/tables.ts';
import type { UnreadFile } from '../files/walk.ts';
import { sideTableOf } from '../guess/side-table.ts';
import { directConversations } from '../relate/direct.ts';
import { identify, type ReferringColumn } from '../relate/identity.ts';
import { type MessageRoles, rolesOf } from '../relate/message-roles.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
import { type Chosen, chooseTables } from './choose.ts';
import { derivedGroups, derivedMembers, derivedUsers, type Present } from './derived.ts';
import type { Drafting } from './drafting.ts';
import { memberLists } from './member-lists.ts';
import { draftMessages } from './messages.ts';
import { draftMembers, draftOwners, fieldsIn, idOrName } from './people.ts';

/** The sources of a pipeline for some tables, and what is open. */
export type Drafted = {
  readonly sources: Readonly<Partial<Record<EntityName, readonly DraftSource[]>>>;
  /** Questions that are not answered, each once; the sources have the best answers, where there is one. */
  readonly questions: readonly Question[];
  readonly leftOut: readonly UnreadFile[];
  readonly chosen: Chosen;
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
  const ask = (question: Question): void => {
    const isNew = !answers.has(question.id) && !questions.has(question.id);
    if (isNew) questions.set(question.id, question);
  };
  const known = { answers, ask };
  const chosen = chooseTables(tables, named);
  const all = (entity: EntityName): readonly Table[] => chosen.of.get(entity) ?? [];
  const [users] = all('users');
  const [groups] = all('groups');
  const [members] = all('members');
  const owners = { users, groups };
  const messages = all('messages').map((table) => rolesOf(table, owners, known));
  const identities = {
    users: identify(users, users && idOrName('users', users), referringToUsers(messages, chosen), true),
    groups: identify(
      groups,
      groups && idOrName('groups', groups),
      referringToGroups(messages, chosen),
      false,
    ),
  };
  const direct = messages.some(({ room }) => room.length === 1)
    ? directConversations(groups, members, identities)
    : undefined;
  const drafting: Drafting = { known, ...identities, owners, direct };
  const hasDirect = direct !== undefined || messages.some(({ person }) => person !== undefined);
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
    messages: messages.flatMap((roles) => draftMessages(roles, { ...drafting, sides: chosen.sides, ids })),
  };
  return {
    sources: Object.fromEntries(
      entityNames.flatMap((name) => (sources[name]?.length ? [[name, sources[name]]] : [])),
    ),
    questions: [...questions.values()],
    leftOut: [...chosen.leftOut, ...sidesLeft(chosen, sources['messages'] ?? [])],
    chosen,
  };
}

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
        ? 'reactions are not imported from a file of their own'
        : 'has files of messages, but no message that they belong to, or no URL (filesBase) is known';
    return paths.filter((path) => !joined.includes(JSON.stringify(path))).map((path) => ({ path, reason }));
  });
}
