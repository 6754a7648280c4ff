import { ownValue } from '../../files/values.ts';
import { readConversations } from './conversations.ts';
import { isOfPairs, type PeopleReading, readPairs } from './pairs.ts';
import { knownTime, metadataOf, noValue, type RoleCells } from './role-cells.ts';
import { passRole } from './role-rows.ts';

/** Reads the people, the conversations and the members. */
export async function readPeople(people: PeopleReading): Promise<void> {
  await readUsers(people);
  await readConversations(people);
  await readParticipants(people);
  await readPairs(people);
}

async function readUsers({ sink, keys, input }: PeopleReading): Promise<void> {
  if (input.shape.roles.users.length === 0)
    return void sink.note('no table of users was recognised, so all authors become users');
  await passRole(
    'users',
    ({ spec: { name, metadata = [] } }) => {
      const names = Array.isArray(name) ? name.map((each) => [each].flat()) : [];
      const flat = names.flat();
      return {
        columns: [...flat, ...metadata],
        rows: (cells, slots) => (place) => {
          const id = cells.id('id');
          if (id === undefined) return sink.unreadable('users', noValue('id', cells), place);
          if (cells.has('key')) keys.users.set(cells.id('key') ?? '', id);
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
              createdAt: knownTime(cells.time('createdAt')),
              lastActiveAt: knownTime(cells.time('lastActiveAt')),
              metadata: metadataOf(cells, metadata, slots.slice(flat.length)),
            },
            place,
          );
        },
      };
    },
    { ...input, sink },
  );
}

/** The first name that is not empty. */
const nameIn = (cells: RoleCells): string | undefined =>
  cells.text('name') ||
  [cells.text('firstName'), cells.text('lastName')].filter(Boolean).join(' ') ||
  cells.text('otherName') ||
  cells.text('anotherName');

async function readParticipants({ sink, keys, input }: PeopleReading): Promise<void> {
  const { participants, conversations, messages } = input.shape.roles;
  if (participants.length === 0) {
    const isKnown = conversations.every(({ spec }) => spec.members !== undefined);
    const left = messages.some(isOfPairs) ? '' : ', and direct conversations are not imported';
    if (!isKnown) sink.note(`no table of participants was recognised: groups have no members${left}`);
    return;
  }
  await passRole(
    'participants',
    ({ spec: { roles } }) => ({
      rows: (cells) => (place) => {
        const [conversation, user] = [cells.id('conversation'), cells.id('user')];
        if (conversation === undefined || user === undefined) {
          const lacking = conversation === undefined ? 'conversation' : 'user';
          return sink.unreadable('members', noValue(lacking, cells), place);
        }
        const role = cells.text('role') ?? '';
        sink.member(
          {
            conversation: keys.conversation(conversation),
            user: keys.user(user),
            scope: ownValue(roles, role) ?? ownValue(USUAL_ROLES, role.toLowerCase()),
            joinedAt: knownTime(cells.time('joinedAt')),
            isBanned: cells.flag('banned'),
            ...((cells.event('leftAt') ?? cells.event('removedAt')) ? { gone: 'left' } : {}),
          },
          place,
        );
      },
    }),
    { ...input, sink },
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
