import type { Random } from '../../../support/random.ts';
import type { Conversation, Message, Person, Room } from './conversation.ts';
import type { Namer } from './naming.ts';
import type { Language } from './words.ts';
import type { FileForm, Rows, TimeForm } from './writing.ts';

/** What a draft proposes rightly, asks, or proposes wrongly. */
export const FIELDS = [
  'users.uid',
  'users.name',
  'groups.guid',
  'groups.name',
  'groups.type',
  'groups.owner',
  'members.guid',
  'members.uid',
  'members.scope',
  'messages.muid',
  'messages.sender',
  'messages.receiver',
  'messages.direct',
  'messages.sentAt',
  'messages.text',
  'messages.deleted',
  'messages.kind',
] as const;
export type Field = (typeof FIELDS)[number];

/** Ways in which a system divides its content into files. */
export type Structure = 'tables' | 'noRooms' | 'onlyMessages' | 'folders' | 'files' | 'events' | 'documents';

type PersonKey = 'mail' | 'number' | 'uuid' | 'code' | 'login' | 'name';
type RoomKey = 'number' | 'uuid' | 'code' | 'word' | 'name';

/** What was drawn for a layout. */
export type Choices = {
  readonly language: Language;
  readonly form: FileForm;
  readonly namer: Namer;
  readonly time: TimeForm;
  readonly structure: Structure;
  /** What names a person in messages, and in lists of members. */
  readonly personKey: PersonKey;
  readonly memberKey: PersonKey;
  readonly roomKey: RoomKey;
  readonly direct: 'none' | 'table' | 'column' | 'rooms';
  readonly deleted: 'none' | 'flag' | 'word' | 'number' | 'boolean' | 'cross' | 'time';
  readonly hasKinds: boolean;
  readonly types: 'none' | 'words' | 'numbers' | 'flag';
  readonly roles: 'none' | 'words' | 'numbers';
  readonly hasMembers: boolean;
  readonly hasOwner: boolean;
  readonly isHtml: boolean;
  readonly isMixedCase: boolean;
  readonly hasAuthorName: boolean;
  readonly isNewestFirst: boolean;
  /** Message ids begin again in each file. */
  readonly isNumberedPerFile: boolean;
  readonly zone: string;
  /** The day and the time of a message are two columns. */
  readonly isTimeSplit: boolean;
  /** Numbers are numbers in JSON, also those that are ids. */
  readonly hasNumbers: boolean;
  /** Messages are in a file for each month. */
  readonly isMonthly: boolean;
};

/** What the content of a layout tells. */
export type Truth = {
  readonly people: Map<number, { readonly ids: readonly string[]; readonly name?: string }>;
  readonly rooms: Map<
    number,
    {
      readonly ids: readonly string[];
      readonly name?: string;
      readonly type?: Room['type'];
      readonly owner?: number;
    }
  >;
  /** Undefined if no file has members: then no one but members may become one. */
  members?: { readonly room: number; readonly person: number; readonly scope: string }[];
  readonly conversation: Conversation;
};

/** Gets the tables of a layout. */
export type Sheets = {
  readonly random: Random;
  readonly choices: Choices;
  readonly conversation: Conversation;
  readonly truth: Truth;
  readonly add: (path: string, rows: Rows) => void;
  readonly addBytes: (path: string, bytes: Uint8Array) => void;
  /** Says what a value of a field means. */
  readonly means: (field: Field, value: string | number | boolean | null, meaning: string) => void;
  /** Says that a column of a file has a field. */
  readonly has: (field: Field, file: string, column: string) => string;
};

/** The id by which messages name somebody; of an e-mail, capitals may differ from place to place. */
export function personId({ random, choices }: Sheets, person: Person, key = choices.personKey): string {
  const id = person[key];
  return choices.isMixedCase && key === 'mail' && random() < 0.3 ? id.toLowerCase() : id;
}

/** All by which somebody may be known. */
export const personIds = (person: Person): string[] => [
  person.mail,
  person.login,
  person.number,
  person.uuid,
  person.code,
  person.name,
];

/** All by which a room may be known. */
export const roomIds = (room: Room): string[] => [room.number, room.uuid, room.code, room.word, room.name];

/** The room of a message; undefined if it went to a person. */
export const roomOf = ({ to }: Message): number | undefined => ('room' in to ? to.room : undefined);

/** Adds to the truth who is known as a writer or reader alone. */
export function writersKnown({ choices, conversation, truth }: Sheets): void {
  const { people, messages } = conversation;
  for (const { from, to } of messages.filter(({ isNotice, isDeleted }) => !isNotice && !isDeleted))
    for (const at of [from, ...('person' in to ? [to.person] : [])]) {
      const person = people[at] as (typeof people)[number];
      const isNamed = choices.personKey === 'name' || (choices.hasAuthorName && at === from);
      const known = truth.people.get(at);
      if (known?.name !== undefined) continue;
      truth.people.set(at, { ids: personIds(person), ...(isNamed ? { name: person.name } : {}) });
    }
}
