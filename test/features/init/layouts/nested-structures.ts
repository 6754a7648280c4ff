import { pick } from '../../../support/random.ts';
import type { Person, Room } from './conversation.ts';
import { personId, personIds, roomIds, roomOf, type Sheets, writersKnown } from './sheets.ts';
import type { Cell } from './writing.ts';

/** One log of all that happened, whose rows are of the kind that a column names. */
export function events(sheets: Sheets): void {
  const { random, choices, conversation, truth, has } = sheets;
  const { time, zone, personKey, roomKey } = choices;
  const file = `${pick(random, ['events', 'log', 'audit', 'journal'])}.ndjson`;
  const kind = pick(random, ['type', 'event', 'action']);
  const [user, room, post, edit, removal] = pick(random, [
    ['user.registered', 'channel.opened', 'message.posted', 'message.edited', 'message.removed'],
    ['UserCreated', 'RoomCreated', 'MessageSent', 'MessageEdited', 'MessageDeleted'],
    ['USR', 'ROOM', 'MSG', 'EDIT', 'DEL'],
  ] as const);
  const hasChanges = random() < 0.5;
  const isNested = random() < 0.6;
  const base = (at: number, name: string): object => ({ [kind]: name, ts: time.write(at, zone) });
  const lines: object[] = [];
  const before = 1_700_000_000;
  const person = (at: number): Person => conversation.people[at] as Person;
  const own = (name: string, body: Record<string, Cell>): object => (isNested ? { [name]: body } : body);
  const at = (name: string, member: string): string => (isNested ? `${name}.${member}` : member);
  for (const one of conversation.people)
    lines.push({ ...base(before, user), ...own('user', { id: one[personKey], name: one.name }) });
  for (const one of conversation.rooms)
    lines.push({
      ...base(before + 60, room),
      ...own('channel', { id: one[roomKey], title: one.name, private: one.type === 'private' }),
    });
  const live = conversation.messages.filter(
    ({ isNotice, isDeleted }) => !isNotice && (!isDeleted || hasChanges),
  );
  for (const [nth, { from, to, text, isDeleted, at: sentAt }] of live.entries()) {
    const id = `M${nth + 1}`;
    const isEdited = hasChanges && nth % 7 === 3;
    const channel = 'room' in to ? (conversation.rooms[to.room] as Room)[roomKey] : '';
    const author = personId(sheets, person(from));
    const body = isEdited ? `${text} (old)` : text;
    lines.push({ ...base(sentAt, post), ...own('message', { id, channel, author, body }) });
    if (isEdited) lines.push({ ...base(sentAt + 60, edit), ...own('message', { id, body: text }) });
    if (isDeleted) lines.push({ ...base(sentAt + 120, removal), ...own('message', { id }) });
  }
  if (hasChanges && live.some(({ isDeleted }) => isDeleted)) has('messages.deleted', file, kind);
  const numbered = lines.map((line, nth) => ({ seq: nth + 1, ...line }));
  sheets.addBytes(file, Buffer.from(numbered.map((line) => `${JSON.stringify(line)}\n`).join('')));
  has('users.uid', file, at('user', 'id'));
  has('users.name', file, at('user', 'name'));
  has('groups.guid', file, at('channel', 'id'));
  has('groups.name', file, at('channel', 'title'));
  has('groups.type', file, at('channel', 'private'));
  has('messages.muid', file, at('message', 'id'));
  has('messages.receiver', file, at('message', 'channel'));
  has('messages.sender', file, at('message', 'author'));
  has('messages.text', file, at('message', 'body'));
  has('messages.sentAt', file, 'ts');
  for (const [nth, one] of conversation.people.entries())
    truth.people.set(nth, { ids: personIds(one), name: one.name });
  for (const [nth, one] of conversation.rooms.entries())
    truth.rooms.set(nth, { ids: roomIds(one), name: one.name, type: one.type });
}

/** A JSON document for each room, with its people and messages inside. */
export function documents(sheets: Sheets): void {
  const { random, choices, conversation, truth, has } = sheets;
  const { time, zone, personKey, roomKey } = choices;
  const folder = pick(random, ['', 'rooms/', 'export/']);
  const [title, list, author, at, text] = pick(random, [
    ['title', 'messages', 'author', 'timestamp', 'text'],
    ['name', 'posts', 'username', 'created_at', 'content'],
  ] as const);
  const live = conversation.messages.filter(({ isNotice, isDeleted }) => !isNotice && !isDeleted);
  const id = personKey === 'name' ? 'user' : 'user_id';
  const hasMembers = random() < 0.4;
  for (const [nth, room] of conversation.rooms.entries()) {
    const messages = live
      .map((message, place) => ({ message, place }))
      .filter(({ message }) => roomOf(message) === nth)
      .map(({ message, place }) => {
        const person = conversation.people[message.from] as Person;
        return {
          id: `m${place + 1}`,
          ...(personKey === 'name' ? {} : { [author]: person.name }),
          [id]: personId(sheets, person),
          [at]: time.write(message.at, zone),
          [text]: message.text,
        };
      });
    const file = `${folder}room-${nth + 1}.json`;
    const people = [...room.members.keys()].map((at) => personId(sheets, conversation.people[at] as Person));
    const document = {
      id: room[roomKey],
      [title]: room.name,
      ...(hasMembers ? { members: people } : {}),
      [list]: messages,
    };
    sheets.addBytes(file, Buffer.from(JSON.stringify(document, null, 1)));
    has('groups.guid', file, '^.id');
    has('groups.name', file, `^.${title}`);
    has('messages.muid', file, 'id');
    has('messages.receiver', file, '^.id');
    has('messages.sender', file, id);
    has('users.name', file, personKey === 'name' ? id : author);
    has('users.uid', file, id);
    has('messages.sentAt', file, at);
    has('messages.text', file, text);
    truth.rooms.set(nth, { ids: roomIds(room), name: room.name });
  }
  writersKnown({ ...sheets, choices: { ...choices, hasAuthorName: true } });
}
