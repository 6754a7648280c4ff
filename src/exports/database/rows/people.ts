import type { PeopleSink } from '../../export-reader.ts';
import { brokenRow } from '../../files/unreadable.ts';
import type { RecordPlace, SourceConversation, UnreadableRow } from '../../neutral.ts';
import { sectionsOf } from '../shape/shape-schema.ts';
import { plainColumnName } from '../shape/usual-names.ts';
import { flagTypes, usualTypes } from '../shape/usual-values.ts';
import type { KeyedIds } from './lookups.ts';
import { passRole, type RoleCells, type RolesInput, type RoleTaker } from './role-rows.ts';

type People = { readonly sink: PeopleSink; readonly keys: KeyedIds; readonly input: RolesInput };
type Type = SourceConversation['type'];

/** The id of the conversation of two people, for messages that name their receiver alone. */
export const pairId = (one: string, other: string): string => [one, other].sort().map(withoutColon).join(':');

/** A colon stands between the two. */
const withoutColon = (id: string): string => (/[:%]/.test(id) ? encodeURIComponent(id) : id);

/** Reads the people, the conversations and the members. */
export async function readPeople(people: People): Promise<void> {
  await readUsers(people);
  const { roles } = people.input.shape;
  const isByMembers = !roles.conversations?.fields['type'];
  const counts = isByMembers ? await countMembers(people) : new Map<string, number>();
  if (roles.conversations) await readConversations(people, counts);
  else addConversations(people, counts);
  await readParticipants(people);
  if (roles.messages?.fields['receiver']) await readPairs(people);
}

async function readUsers({ sink, keys, input }: People): Promise<void> {
  if (!input.shape.roles.users)
    return void sink.note('no table of users was recognised, so all authors become users');
  const [spec] = sectionsOf(input.shape.spec, 'users');
  const names = Array.isArray(spec?.name) ? spec.name.map((each) => [each].flat()) : [];
  const flat = names.flat();
  const metadata = spec?.metadata ?? [];
  await passRole(
    'users',
    {
      columns: [...flat, ...metadata],
      rows: (cells, slots) => (place) => {
        const id = cells.text('id');
        if (id === undefined) return sink.unreadable('users', noValue('id', cells), place);
        if (cells.has('key')) keys.users.set(cells.text('key') ?? '', id);
        let at = 0;
        const listed = names.map((part) =>
          part.flatMap(() => cells.at(slots[at++] as number) ?? []).join(' '),
        );
        const deactivated = cells.event('deactivatedAt');
        sink.user(
          {
            id,
            name: listed.find((name) => name !== '') ?? nameIn(cells),
            email: cells.text('email'),
            avatar: cells.text('avatar'),
            statusMessage: cells.text('statusMessage'),
            isBot: cells.flag('bot'),
            ...(deactivated ? { deactivated } : {}),
            createdAt: known(cells.time('createdAt')),
            lastActiveAt: known(cells.time('lastActiveAt')),
            metadata: metadataOf(cells, metadata, slots.slice(flat.length)),
          },
          place,
        );
      },
      others: { kind: 'users', sink },
    },
    input,
  );
}

/** The first name that is not empty. */
const nameIn = (cells: RoleCells): string | undefined =>
  cells.text('name') ||
  [cells.text('firstName'), cells.text('lastName')].filter(Boolean).join(' ') ||
  cells.text('otherName') ||
  cells.text('anotherName');

/** Counts the people that each conversation was begun with: also those who left. */
async function countMembers({ input }: People): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const rows: RoleTaker['rows'] = (cells) => () => {
    const conversation = cells.id('conversation')?.id;
    if (conversation !== undefined) counts.set(conversation, (counts.get(conversation) ?? 0) + 1);
  };
  await passRole('participants', { rows }, input);
  return counts;
}

/** Two members, or fewer, without a name are a conversation of these people alone. */
const typeOfCount = (count: number, name: string | undefined): Type =>
  count <= 2 && name === undefined ? 'direct' : 'private';

async function readConversations(
  { sink, keys, input }: People,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const { conversations } = input.shape.roles;
  const [spec] = sectionsOf(input.shape.spec, 'conversations');
  if (!conversations) return;
  const metadata = spec?.metadata ?? [];
  const members = spec?.members && 'column' in spec.members ? spec.members : undefined;
  const unknown = new Set<string>();
  const flags = flagTypes[plainColumnName(conversations.fields['type']?.column ?? '')];
  const typeOf = (cells: RoleCells, id: string): Type => {
    if (!cells.has('type')) return typeOfCount(counts.get(id) ?? 0, cells.text('name'));
    const value = cells.text('type') ?? '';
    const declared = spec?.types?.[value];
    if (declared) return declared;
    const usual = flags && value ? flags[cells.flag('type') ? 0 : 1] : usualTypes[plainColumnName(value)];
    if (!usual) unknown.add(value || 'NULL');
    return usual === 'public' && isClosed(cells) ? 'private' : (usual ?? 'private');
  };
  await passRole(
    'conversations',
    {
      columns: [...(members ? [members.column] : []), ...metadata],
      rows: (cells, slots) => (place) => {
        const id = cells.text('id');
        if (id === undefined) return sink.unreadable('conversations', noValue('id', cells), place);
        const key = cells.text('key') ?? id;
        if (cells.has('key')) keys.conversations.set(key, id);
        const type = typeOf(cells, key);
        const listed =
          members && type === 'direct'
            ? (cells.at(slots[0] as number) ?? '').split(members.split ?? ',')
            : [];
        const owner = cells.id('owner')?.id;
        sink.conversation(
          {
            id,
            type,
            ...(listed.length > 1 ? { members: [...new Set(listed)] } : {}),
            name: cells.text('name'),
            icon: cells.text('icon'),
            description: cells.text('description'),
            owner: owner === undefined ? undefined : keys.user(owner),
            createdAt: known(cells.time('createdAt')),
            isArchived: cells.event('archived') !== undefined,
            ...(cells.event('deletedAt') ? { isDeleted: true } : {}),
            metadata: metadataOf(cells, metadata, slots.slice(members ? 1 : 0)),
          },
          place,
        );
      },
      others: { kind: 'conversations', sink },
    },
    input,
  );
  if (unknown.size > 0) sink.note(unknownTypes([...unknown]));
  if (!conversations.fields['type'])
    sink.note(
      'no column contains the type of conversations: those with two members and no name are 1:1, all others become private groups',
    );
}

/** True if another column than that of the type says that not everybody may read a conversation. */
const isClosed = (cells: RoleCells): boolean =>
  cells.flag('isPrivate') || (cells.has('isPublic') && !cells.flag('isPublic'));

const unknownTypes = (values: readonly string[]): string =>
  `unknown types of conversations become private groups: ${values.slice(0, 10).join(', ')}; declare them with  shape: { conversations: { types: … } }`;

/** Conversations that only their members tell of. */
function addConversations({ sink, input }: People, counts: ReadonlyMap<string, number>): void {
  if (input.shape.roles.participants)
    sink.note('no table of conversations was recognised, so they are made from their members');
  for (const [id, count] of counts) sink.conversation({ id, type: typeOfCount(count, undefined) }, NOWHERE);
}

const NOWHERE: RecordPlace = { file: 'participants', line: 0 };

async function readParticipants({ sink, keys, input }: People): Promise<void> {
  const { participants, conversations, messages } = input.shape.roles;
  if (!participants) {
    const isKnown =
      !!sectionsOf(input.shape.spec, 'conversations')[0]?.members || !!messages?.fields['receiver'];
    if (conversations && !isKnown)
      sink.note(
        'no table of participants was recognised: groups have no members, and direct conversations are not imported',
      );
    return;
  }
  const roles = sectionsOf(input.shape.spec, 'participants')[0]?.roles;
  await passRole(
    'participants',
    {
      rows: (cells) => (place) => {
        const [conversation, user] = [cells.id('conversation')?.id, cells.id('user')?.id];
        if (conversation === undefined || user === undefined) {
          const lacking = conversation === undefined ? 'conversation' : 'user';
          return sink.unreadable('members', noValue(lacking, cells), place);
        }
        const role = cells.text('role') ?? '';
        sink.member(
          {
            conversation: keys.conversation(conversation),
            user: keys.user(user),
            scope: roles?.[role] ?? USUAL_ROLES[role.toLowerCase()],
            joinedAt: known(cells.time('joinedAt')),
            isBanned: cells.flag('banned'),
            ...((cells.event('leftAt') ?? cells.event('removedAt')) ? { gone: 'left' } : {}),
          },
          place,
        );
      },
      others: { kind: 'members', sink },
    },
    input,
  );
}

const USUAL_ROLES: Readonly<Record<string, 'admin' | 'moderator' | 'participant'>> = {
  admin: 'admin',
  owner: 'admin',
  administrator: 'admin',
  creator: 'admin',
  t: 'admin',
  true: 'admin',
  moderator: 'moderator',
  mod: 'moderator',
};

/** The pairs of people who wrote to each other, where messages name a receiver. */
async function readPairs({ sink, keys, input }: People): Promise<void> {
  const pairs = new Set<string>();
  const rows: RoleTaker['rows'] = (cells) => (place) => {
    const [from, to] = [cells.id('sender'), cells.id('receiver')];
    if (!from || !to || to.isConversation) return;
    const [sender, receiver] = [keys.user(from.id), keys.user(to.id)];
    const id = pairId(sender, receiver);
    if (pairs.has(id)) return;
    pairs.add(id);
    sink.conversation({ id, type: 'direct', members: [...new Set([sender, receiver])] }, place);
  };
  await passRole('messages', { rows }, input);
}

/** A time that is one. */
const known = (time: number | undefined): number | undefined =>
  time === undefined || Number.isNaN(time) ? undefined : time;

/** A row without a value that it needs. */
export const noValue = (field: string, cells: RoleCells): UnreadableRow =>
  brokenRow(`it has no value for ${field}`, cells.values, field);

/** The values of columns that are kept as they are. */
export function metadataOf(
  cells: RoleCells,
  columns: readonly string[],
  slots: readonly number[],
): Readonly<Record<string, string>> | undefined {
  if (columns.length === 0) return undefined;
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const value = cells.at(slots[index] as number);
      return value === undefined ? [] : [[column, value]];
    }),
  );
}
