import type { PeopleSink } from '../../export-reader.ts';
import { roomOf, type ShapeSection } from '../shape/shape-section.ts';
import type { KeyedIds } from './lookups.ts';
import type { RoleCells } from './role-cells.ts';
import { passRole, type RolesInput } from './role-rows.ts';

/** Parts needed to read the people of an export. */
export type PeopleReading = {
  readonly sink: PeopleSink;
  readonly keys: KeyedIds;
  readonly input: RolesInput;
};

/** The id of the conversation of two people, for messages that name their receiver alone. */
export const pairId = (one: string, other: string): string => [one, other].sort().map(withoutColon).join(':');

/** A colon stands between the two. */
const withoutColon = (id: string): string => (/[:%]/.test(id) ? encodeURIComponent(id.toWellFormed()) : id);

type MessagesSection = ShapeSection<'messages'>;

/** True if the rows of a section name two people, not a conversation. */
export const isOfPairs = ({ fields }: MessagesSection): boolean =>
  fields['receiver'] !== undefined || fields['member1'] !== undefined;

/** Finds where a message was written: the id of a conversation, or two people; undefined if its row does not say it. */
export function placeOf(
  cells: RoleCells,
  sender: string | undefined,
  keys: KeyedIds,
): string | readonly [string, string] | undefined {
  const isPair = cells.has('receiver') || cells.has('member1');
  const named = cells.id('conversation');
  if (named !== undefined && !(isPair && cells.text('conversation') === '0')) return keys.conversation(named);
  if (!isPair) return undefined;
  if (cells.text('receiver')?.startsWith('[')) return pairIn(cells.list('receiver', undefined), keys);
  const receiver = cells.id('receiver');
  if (receiver !== undefined && cells.isConversation('receiver')) return keys.conversation(receiver);
  if (receiver !== undefined) return sender === undefined ? undefined : [sender, keys.user(receiver)];
  const [one, other] = [cells.id('member1'), cells.id('member2')];
  return one === undefined || other === undefined ? undefined : [keys.user(one), keys.user(other)];
}

/** The two people of a list; undefined if these are more. */
function pairIn(listed: readonly string[], keys: KeyedIds): readonly [string, string] | undefined {
  const [one, other = one, ...more] = [...new Set(listed.map((id) => keys.user(id)))];
  return one === undefined || other === undefined || more.length > 0 ? undefined : [one, other];
}

/** The author of a message. */
export function authorOf(cells: RoleCells, keys: KeyedIds): string | undefined {
  const own = cells.id('sender');
  return own === undefined ? undefined : keys.user(own);
}

const NUMBER = /^\d{1,19}$/;

/** Reads what only messages tell: the pairs of people who wrote to each other, and who wrote in the one room of all. */
export async function readPairs({ sink, keys, input }: PeopleReading): Promise<void> {
  const pairs = new Set<string>();
  const rooms = new Map<string, Set<string>>();
  const isClosed = new Set(
    input.shape.roles.messages.flatMap(({ spec }) => {
      const room = roomOf(spec);
      return room?.type === 'private' ? room.const : [];
    }),
  );
  await passRole(
    'messages',
    (section) => {
      const room = roomOf(section.spec);
      const isTimeless = section.time !== undefined;
      if (isTimeless) keys.numbered.add(section);
      if (!room && !isTimeless && !isOfPairs(section)) return undefined;
      return {
        fields: ['sender', 'receiver', 'conversation', 'member1', 'member2', ...(isTimeless ? ['id'] : [])],
        rows: (cells) => (place) => {
          if (isTimeless && !NUMBER.test(cells.text('id') ?? '0')) keys.numbered.delete(section);
          const sender = authorOf(cells, keys);
          if (room) {
            const id = room.const;
            const authors = rooms.get(id) ?? new Set();
            const type = isClosed.has(id) ? 'private' : 'public';
            if (!rooms.has(id)) sink.conversation({ id, type, name: id }, place);
            rooms.set(id, authors);
            if (sender === undefined || authors.has(sender)) return;
            authors.add(sender);
            sink.member({ conversation: id, user: sender }, place);
            return;
          }
          const found = placeOf(cells, sender, keys);
          if (found === undefined || typeof found === 'string') return;
          const id = pairId(...found);
          if (pairs.has(id)) return;
          pairs.add(id);
          sink.conversation({ id, type: 'direct', members: [...new Set(found)] }, place);
        },
      };
    },
    input,
  );
}
