import { RunError } from '../../../errors/run-error.ts';
import { KeySet } from '../../../keys/key-table.ts';
import { ownValue } from '../../files/values.ts';
import type { RecordPlace, SourceConversation } from '../../neutral.ts';
import { memberColumn, roomOf, type ShapeSection } from '../shape/shape-section.ts';
import { plainColumnName } from '../shape/usual-names.ts';
import { flagTypes, usualTypes } from '../shape/usual-values.ts';
import type { KeyedIds } from './lookups.ts';
import { isOfPairs, type PeopleReading } from './pairs.ts';
import { knownTime, metadataOf, noValue, type RoleCells } from './role-cells.ts';
import { passRole } from './role-rows.ts';

type Type = SourceConversation['type'];
type ConversationsSection = ShapeSection<'conversations'>;

/** Reads the conversations; where no table has them, the members tell of them. */
export async function readConversations(people: PeopleReading): Promise<void> {
  const { conversations } = people.input.shape.roles;
  const counts = new MemberCounts(people);
  const isTyped =
    conversations.length > 0 && conversations.every(({ fields }) => fields['type'] !== undefined);
  if (!isTyped) await counts.read();
  if (conversations.length > 0) await readRows(people, counts);
  else addConversations(people, counts);
}

/** Counts the people that each conversation was begun with: also those who left. */
class MemberCounts {
  readonly #people: PeopleReading;
  readonly #counts = new Map<string, number>();
  /** Those who were counted, where several tables or columns may name the same people. */
  readonly #seen: KeySet | undefined;

  constructor(people: PeopleReading) {
    this.#people = people;
    const { conversations, participants } = people.input.shape.roles;
    const isListed = conversations.some(({ spec }) => spec.members !== undefined);
    if (isListed || participants.length > 1) this.#seen = new KeySet();
  }

  get all(): Iterable<readonly [string, number]> {
    return this.#counts;
  }

  async read(): Promise<void> {
    const { input, keys } = this.#people;
    const rows = (cells: RoleCells) => (): void => {
      const [conversation, user] = [cells.id('conversation'), cells.id('user')];
      if (conversation !== undefined)
        this.#add(conversation, user === undefined ? undefined : keys.user(user));
    };
    await passRole('participants', () => ({ fields: ['conversation', 'user'], rows }), input);
  }

  #add(conversation: string, user: string | undefined): void {
    if (user !== undefined && this.#seen?.add([conversation, user]) === false) return;
    this.#counts.set(conversation, (this.#counts.get(conversation) ?? 0) + 1);
  }

  /** The number of those in a conversation, with those whom its own row lists. */
  of(conversation: string, listed: readonly string[]): number {
    const further = listed.filter((user) => !this.#seen?.has([conversation, user]));
    return (this.#counts.get(conversation) ?? 0) + further.length;
  }
}

/** Two members, or fewer, without a name are a conversation of these people alone. */
const typeOfCount = (count: number, name: string | undefined): Type =>
  count <= 2 && name === undefined ? 'direct' : 'private';

async function readRows({ sink, keys, input }: PeopleReading, counts: MemberCounts): Promise<void> {
  const { conversations, messages, participants } = input.shape.roles;
  const rooms = new Set(messages.flatMap(({ spec }) => roomOf(spec)?.const ?? []));
  // Where messages name two people, what else there is are groups.
  const isOfGroups = messages.some(isOfPairs);
  const unknown = new Set<string>();
  await passRole(
    'conversations',
    (section) => {
      const { metadata = [], members } = section.spec;
      const typeOf = typesOf(section, isOfGroups, unknown, counts);
      // A name that is made of ids may also be a name.
      const isName = members !== undefined && 'split' in members && participants.length > 0;
      return {
        columns: metadata,
        rows: (cells, slots) => (place) => {
          const id = cells.id('id');
          if (id === undefined) return sink.unreadable('conversations', noValue('id', cells), place);
          if (rooms.has(id)) throw takenRoom(id);
          const key = cells.id('key') ?? id;
          if (cells.has('key')) keys.conversations.set(key, id);
          const { listed, isWhole } = listedMembers(section, cells, keys);
          const found = typeOf(cells, key, listed);
          const type = found === 'direct' && !isWhole ? 'private' : found;
          const isTaken = isName ? type === 'direct' && listed.length > 1 : listed.length > 0;
          const owner = cells.id('owner');
          sink.conversation(
            {
              id,
              type,
              ...(section.fields['type'] === undefined ? { mayBeOneOfSeveral: true } : {}),
              ...(isTaken ? { members: listed } : {}),
              name: cells.text('name'),
              icon: cells.text('icon'),
              description: cells.text('description'),
              owner: owner === undefined ? undefined : keys.user(owner),
              createdAt: knownTime(cells.time('createdAt')),
              isArchived: cells.event('archived') !== undefined,
              ...(cells.event('deletedAt') ? { isDeleted: true } : {}),
              metadata: metadataOf(cells, metadata, slots),
            },
            place,
          );
        },
      };
    },
    { ...input, sink },
  );
  if (unknown.size > 0) sink.note(unknownTypes([...unknown]));
  if (conversations.some(({ fields }) => fields['type'] === undefined))
    sink.note(`no column contains the type of conversations: ${isOfGroups ? AS_GROUPS : BY_COUNT}`);
}

const BY_COUNT =
  'those with two members and no name are 1:1, the oldest if these two have several; all others become private groups';
const AS_GROUPS = 'all of them become private groups, because messages of two people name both';

/** The members that the row of a conversation lists; `isWhole` unless one of its columns for them is empty. */
function listedMembers(
  { spec: { members } }: ConversationsSection,
  cells: RoleCells,
  keys: KeyedIds,
): { readonly listed: readonly string[]; readonly isWhole: boolean } {
  if (!members) return { listed: [], isWhole: true };
  const given =
    'columns' in members
      ? members.columns.map((_, index) => cells.id(memberColumn(index)))
      : cells.list('members', members.split);
  const ids = given.filter((id) => id !== undefined);
  return { listed: [...new Set(ids.map((id) => keys.user(id)))], isWhole: ids.length === given.length };
}

/** Tells the type of the conversations of a section, and notes the words that are unknown. */
function typesOf(
  { spec: { types }, fields }: ConversationsSection,
  isOfGroups: boolean,
  unknown: Set<string>,
  counts: MemberCounts,
): (cells: RoleCells, key: string, listed: readonly string[]) => Type {
  const { type, isPublic } = fields;
  const flags = ownValue(flagTypes, plainColumnName(type?.column ?? ''));
  const isOpened = isPublic !== undefined && !isPublic.isGuessed;
  const byValue = (cells: RoleCells): Type => {
    const value = cells.text('type') ?? '';
    const declared = ownValue(types, value);
    if (declared) return declared;
    const usual =
      flags && value ? flags[cells.flag('type') ? 0 : 1] : ownValue(usualTypes, plainColumnName(value));
    if (!usual) unknown.add(value || 'NULL');
    return usual ?? 'private';
  };
  return (cells, key, listed) => {
    if (cells.flag('isDirect')) return 'direct';
    if (type) {
      const found = byValue(cells);
      return found === 'public' && isClosed(cells) ? 'private' : found;
    }
    if (isOpened && !isClosed(cells)) return 'public';
    if (isOfGroups) return 'private';
    return typeOfCount(counts.of(key, listed), cells.text('name'));
  };
}

/** True if another column than that of the type says that not everybody may read a conversation. */
const isClosed = (cells: RoleCells): boolean =>
  cells.flag('isPrivate') || (cells.has('isPublic') && !cells.flag('isPublic'));

const unknownTypes = (values: readonly string[]): string =>
  `unknown types of conversations become private groups: ${values.slice(0, 10).join(', ')}; declare them with  shape: { conversations: { types: … } }`;

const takenRoom = (id: string): RunError =>
  new RunError(
    'EXPORT.SHAPE_INVALID',
    `sources.export.shape.messages.conversation: there is another conversation with the id ${id}`,
    { hint: 'choose another word:  conversation: { const: … }' },
  );

/** Conversations that only their members tell of. */
function addConversations({ sink, input }: PeopleReading, counts: MemberCounts): void {
  if (input.shape.roles.participants.length > 0)
    sink.note('no table of conversations was recognised, so they are made from their members');
  for (const [id, count] of counts.all)
    sink.conversation({ id, type: typeOfCount(count, undefined), mayBeOneOfSeveral: true }, NOWHERE);
}

const NOWHERE: RecordPlace = { file: 'participants', line: 0 };
