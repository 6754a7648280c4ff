import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { conceptsIn, conceptsOfColumns, FIELD_CONCEPTS, HINT_CONCEPTS } from './concepts.ts';
import { HINTS, type HintName, LANGUAGES } from './languages.ts';

/**
 * Column names that other systems use for a field, the most likely first; `-`, `_`, `.`, blanks and case are ignored.
 * Taken from the exports of common chat systems.
 */
const FOREIGN: Readonly<Partial<Record<EntityName, Readonly<Record<string, string>>>>> = {
  users: {
    uid: 'uid userid id personid memberid accountid employeeid login username userprincipalname email',
    name: 'name displayname fullname realname profilerealname profiledisplayname',
    avatar:
      'avatar avatarurl avatarpath profileurl profileimage image imageurl picture photo iconurl profileimage512',
    link: 'link profilelink homepage website web',
    role: 'role',
    statusMessage: 'statusmessage statustext status profilestatustext',
    metadata: 'metadata customdata custom props',
    tags: 'tags labels',
    createdAt:
      'createdat created createat creationdate registeredat registered signupat signedup signedupat signupdate datejoined joinedat joined',
    lastActiveAt: 'lastactiveat lastactive lastseenat lastseen lastlogin lastloginat',
    deactivatedAt: 'deactivatedat deactivated deletedat deleteat disabledat',
  },
  groups: {
    guid: 'guid groupid channelid roomid conversationid id rid channelurl code slug',
    name: 'name title displayname fname channelname roomname groupname subject room channel group',
    type: 'type kind visibility privacy access t',
    password: 'password',
    icon: 'icon iconurl coverurl avatar avatarurl image',
    description: 'description topic purpose header about topicvalue purposevalue',
    owner:
      'owner ownerid creator creatorid createdby createdbyid owneremail createdbyemail creatoremail boss admin',
    metadata: 'metadata customdata custom data props',
    tags: 'tags labels',
    createdAt: 'createdat created createat creationdate opened openedat',
  },
  members: {
    guid: 'guid groupid channelid roomid group channel room channelname roomname conversationid',
    uid: 'uid userid memberid personid user person member username participant participantid useremail memberemail email mail',
    scope: 'scope role roles memberrole',
    joinedAt: 'joinedat joined since memberfrom addedat createdat created',
    isBanned: 'isbanned banned',
  },
  messages: {
    muid: 'muid messageid msgid id no uuid guid clientmsgid eventid',
    sender:
      'sender senderid from fromid fromuserid authorid author userid user uid senderemail fromemail authoremail fromuser useremail username fromusername createdby sendername email',
    receiver:
      'receiver receiverid to toid touserid touser toemail recipient recipientid recipientemail receiveremail groupid channelid roomid rid conversationid chatid channel room group channelurl roomname channelname groupname',
    receiverType: 'receivertype tokind totype recipienttype channeltype conversationtype chattype',
    sentAt:
      'sentat ts timestamp timestampms datesent sentdatetime datecreated createddatetime time datetime sent senton posted postedat createdat created createat originserverts dateunixtime date',
    category: 'category',
    type: 'type messagetype msgtype',
    text: 'text body message content msg contentbody',
    data: 'data',
    metadata: 'metadata customdata custom props',
    attachments: 'attachments',
    tags: 'tags labels',
    deliveredAt: 'deliveredat delivered',
    readAt: 'readat read seenat',
    parentMuid: 'parentid parent parentmessageid replyto replytoid inreplyto replytomessageid tmid rootid',
  },
};

/** The fields of an entity with likely column names, and each of these names once. */
type EntityWords = {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly words: ReadonlySet<string>;
};

/** Made once: a folder may have thousands of files. */
const wordsOfEntity = new Map<EntityName, EntityWords>();
function namesOf(entity: EntityName): EntityWords {
  const before = wordsOfEntity.get(entity);
  if (before) return before;
  const fields = fieldWords(entity);
  const made = { fields, words: new Set(Object.values(fields).flat()) };
  wordsOfEntity.set(entity, made);
  return made;
}

/** An entity that no other system exports has its own field names. */
function fieldWords(entity: EntityName): EntityWords['fields'] {
  const foreign = FOREIGN[entity];
  if (!foreign)
    return Object.fromEntries(Object.keys(entities[entity].fields).map((field) => [field, [plain(field)]]));
  const others = LANGUAGES[entity] ?? {};
  const fields = new Set([...Object.keys(foreign), ...Object.keys(others)]);
  return Object.fromEntries(
    [...fields].map((field) => [field, wordsIn(`${foreign[field] ?? ''} ${others[field] ?? ''}`)]),
  );
}

const wordsIn = (text: string): string[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map(plain);

/** A column name as it is compared: lower case without accents, blanks, `-`, `_` and `.`. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const ROOMS =
  /^(?:group|channel|room|rid|conversation|chat|raum|kanal|gruppe|salon|canal|sala|grupo|群|房间|ルーム|グループ|チャンネル|채널|방)/;

/** A column's name as it is compared, and the parts of a path. */
type Name = { readonly whole: string; readonly parts: readonly string[] };
function nameOf(column: string): Name {
  const whole = plain(column);
  return { whole, parts: column.includes('.') ? column.split('.').map(plain) : [whole] };
}

/** True if a column has a word as its name; of a path such as `user.user_id`, every part must be a word of the field. */
const isCalled = ({ whole, parts }: Name, word: string, words: readonly string[]): boolean =>
  whole === word ||
  (parts.length > 1 && parts.at(-1) === word && parts.every((part) => words.includes(part)));

/** The columns of a rejects file that are about the row. */
const OF_REJECTS = new Set([
  '_code',
  '_field',
  '_message',
  '_hint',
  '_file',
  '_line',
  '_row',
  '_nth',
  '_source',
]);

/** Fields that are times. */
export const TIMES: ReadonlySet<string> = new Set([
  'createdAt',
  'lastActiveAt',
  'deactivatedAt',
  'joinedAt',
  'sentAt',
  'deliveredAt',
  'readAt',
]);

/**
 * The most likely column of each field of an entity; each column is used once.
 * @param times the columns of times, if they are known: no other field than a time takes them, and a time takes no other
 */
export function columnsByField(
  entity: EntityName,
  columns: readonly string[],
  times?: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const mayBe = (field: string, column: string): boolean =>
    times === undefined || times.has(column) === TIMES.has(field) || (field === column && TIMES.has(field));
  const found = new Map<string, string>();
  const left = new Map(columns.filter((name) => !OF_REJECTS.has(name)).map((name) => [name, nameOf(name)]));
  const take = (field: string, column: string | undefined): void => {
    if (column === undefined || found.has(field)) return;
    found.set(field, column);
    left.delete(column);
  };
  const { fields: known, words: all } = namesOf(entity);
  const names = Object.entries(known);
  // Of thousands of columns few have a word as their name, or as the end of a path.
  const byWord = new Map<string, string[]>();
  for (const [column, { whole, parts }] of left)
    for (const word of new Set([whole, parts.at(-1) as string]))
      if (byWord.get(word)?.push(column) === undefined && all.has(word)) byWord.set(word, [column]);
  /** The first column that is left and has a word as its name. */
  const called = (field: string, word: string, words: readonly string[]): string | undefined =>
    byWord.get(word)?.find((column) => {
      const name = left.get(column);
      return name !== undefined && mayBe(field, column) && isCalled(name, word, words);
    });
  for (const [field] of names) take(field, left.has(field) && mayBe(field, field) ? field : undefined);
  const rounds = Math.max(...names.map(([, words]) => words.length));
  for (let round = 0; round < rounds; round += 1)
    for (const [field, words] of names) {
      const word = words[round];
      take(field, word && called(field, word, words));
    }
  const mayTake = (field: string, column: string): boolean => left.has(column) && mayBe(field, column);
  takeByConcept(entity, [...left.keys()], columns, take, mayTake);
  const inOrder = Object.keys(known).filter((field) => found.has(field));
  return new Map(inOrder.map((field) => [field, found.get(field) as string]));
}

const COLUMNS_MAX = 1_000;

/** Takes the columns whose words mean a field, though their name is not a usual one. */
function takeByConcept(
  entity: EntityName,
  free: readonly string[],
  all: readonly string[],
  take: (field: string, column: string | undefined) => void,
  mayTake: (field: string, column: string) => boolean,
): void {
  // A table of so many columns is no table of a chat system.
  if (all.length > COLUMNS_MAX) return;
  const concepts = conceptsOfColumns(all);
  const byPattern = new Map<string, string[]>();
  for (const column of free)
    for (const key of concepts.get(column) ?? []) byPattern.set(key, [...(byPattern.get(key) ?? []), column]);
  const fields = Object.entries(FIELD_CONCEPTS[entity] ?? {});
  const rounds = Math.max(0, ...fields.map(([, patterns]) => patterns.length));
  for (let round = 0; round < rounds; round += 1)
    for (const [field, patterns] of fields)
      take(
        field,
        byPattern.get(patterns[round] ?? '')?.find((column) => mayTake(field, column)),
      );
}

/** True if the name of a column says that it may have a field, whatever other columns there are. */
export const isNamedAs = (entity: EntityName, field: string, column: string): boolean =>
  columnsInOrder(entity, field, [column]).length > 0;

/** The columns that may have a field by their names, the most usual name first. */
export function columnsInOrder(
  entity: EntityName,
  field: string,
  columns: readonly string[],
): readonly string[] {
  const words = namesOf(entity).fields[field] ?? [];
  const patterns = FIELD_CONCEPTS[entity]?.[field] ?? [];
  const rank = (column: string): number => {
    const name = nameOf(column);
    const at = words.findIndex((word) => isCalled(name, word, words));
    if (at !== -1) return at;
    const keys = conceptsIn(column);
    const pattern = patterns.findIndex((each) => keys.includes(each));
    return pattern === -1 ? Number.POSITIVE_INFINITY : words.length + pattern;
  };
  return columns
    .filter((column) => rank(column) < Number.POSITIVE_INFINITY)
    .sort((a, b) => rank(a) - rank(b));
}

/** True if the name of a column says what a hint is about. */
export const isHintedAs = (hint: HintName, column: string): boolean =>
  columnOfHint(hint, [{ name: column }]) !== undefined;

/** True if a column has the ids of groups, by its name; the receiver type of its rows is then `group`. */
export const isRoomColumn = (column: string): boolean =>
  conceptsIn(column).some((key) => HINT_CONCEPTS['room']?.includes(key)) ||
  ROOMS.test(
    column
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );

/** True if a column is a value of an object around the rows, such as `^.channel.id`. */
export const isAround = (name: string): boolean => name.startsWith('^');

/** Fields that can hold lists and objects. */
const LISTS = /^(?:meta_?data|data|custom(?:_?data)?|props|tags|labels|attachments)$/i;

/** The names of the columns of times. */
export const timesIn = (
  columns: readonly { readonly name: string; readonly type: string }[],
): ReadonlySet<string> => new Set(columns.filter(({ type }) => type === 'time').map(({ name }) => name));

/** The names of the columns that a field may read: those that are filled, and no lists or objects that no field takes. */
export const readableNames = (
  columns: readonly { readonly name: string; readonly type: string }[],
): readonly string[] =>
  columns
    .filter(({ name, type }) => type !== 'empty' && (type !== 'json' || LISTS.test(name)) && !isAround(name))
    .map(({ name }) => name);

const wordsOfHint = new Map<HintName, readonly string[]>();
function hintWords(hint: HintName): readonly string[] {
  const made = wordsOfHint.get(hint) ?? wordsIn(HINTS[hint]);
  wordsOfHint.set(hint, made);
  return made;
}

/** The column that most likely has what a hint is about, of those that pass `fits`; the most likely word wins. */
export function columnOfHint<T extends { readonly name: string }>(
  hint: HintName,
  columns: readonly T[],
  fits: (column: T) => boolean = () => true,
): T | undefined {
  const named = columns.map((column) => ({ column, name: plain(column.name) }));
  for (const word of hintWords(hint)) {
    const found = named.find(({ column, name }) => name === word && fits(column))?.column;
    if (found) return found;
  }
  for (const pattern of HINT_CONCEPTS[hint] ?? []) {
    const found = columns.find((column) => conceptsIn(column.name).includes(pattern) && fits(column));
    if (found) return found;
  }
  return undefined;
}
