import { basename, extname, matchesGlob } from 'node:path';
import { slug } from '../../../../src/input/rows/forms/ids.ts';
import type { Arrived, Draft } from './arrived.ts';
import type { Layout } from './layout.ts';
import { FIELDS, type Field, personIds, roomOf } from './sheets.ts';

/** What became of a field: `lost` is wrong, but nobody sees or gets what they should not, or it was said. */
type Verdict = { readonly state: 'right' | 'asked' | 'lost' | 'wrong'; readonly why: string };

export type Judgement = ReadonlyMap<Field, Verdict>;

/**
 * A difference of a field from the truth: `less` leaves something more closed or with a plainer name than it was, `loss` lost
 * something, which a named file or rows that would be rejected may say; all else only words about the field can.
 */
type Fault = { readonly kind: 'less' | 'loss' | 'false'; readonly why: string };
type Faults = Map<Field, Fault>;

/** Judges a draft by what it brought: the same people, rooms and messages under any ids. */
export function judged(layout: Layout, draft: Draft, landed: Arrived | undefined): Judgement {
  const fields = FIELDS.filter((field) => isJudged(layout, field));
  if (!landed) return new Map(fields.map((field) => [field, byMap(layout, draft, field)]));
  const faults = faultsOf(layout, landed);
  const isEmpty = landed.messages.length === 0;
  const ofMessages = (field: Field): boolean => field.startsWith('messages.') && field !== 'messages.muid';
  return new Map(
    fields.map((field) => [
      field,
      isEmpty && ofMessages(field)
        ? byMap(layout, draft, field)
        : verdictOf(layout, draft, field, faults.get(field)),
    ]),
  );
}

/** A layout has no verdict on what it does not have. */
function isJudged({ places, truth }: Layout, field: Field): boolean {
  if (field === 'messages.direct')
    return truth.conversation.messages.some((one) => roomOf(one) === undefined);
  if (['groups.guid', 'groups.type', 'members.guid', 'members.uid'].includes(field)) return true;
  if (field === 'users.uid') return true;
  return places.has(field);
}

function verdictOf(layout: Layout, draft: Draft, field: Field, fault: Fault | undefined): Verdict {
  const asked = askedOn(layout, draft, field);
  if (asked !== undefined) return { state: 'asked', why: asked };
  if (fault === undefined) return { state: 'right', why: '' };
  const remark = remarkOn(layout, draft, field);
  if (remark !== undefined) return { state: 'asked', why: remark };
  const { kind, why } = fault;
  const isSaid = kind === 'less' || (kind === 'loss' && lossIsSaid(layout, draft, field));
  return { state: isSaid ? 'lost' : 'wrong', why };
}

const entityOf = (field: Field): string => field.split('.')[0] as string;

/** The words that a question about a field has besides the names of its columns. */
const TOPICS: Partial<Record<Field, RegExp>> = {
  'users.uid': /\b(?:people|persons?|users?) .*(?:one id|become one|merge|differ)/i,
  'groups.guid': /\b(?:rooms|groups|folders) .*(?:one id|become one|merge|same name)/i,
  'groups.type': /\btypes?\b.*groups?|groups?.*(?:public|private)/i,
  'members.scope': /\bscopes?\b|\brole/i,
  'messages.sentAt': /\bzone\b|day.*month|month.*day/i,
  'messages.deleted': /\bdeleted\b/i,
  'messages.direct': /\bdirect\b|receiverType|one person/i,
  'messages.kind': /\bsystem\b|notices?\b|\bjoin/i,
};

/** Members of a source, and ends of ids of questions, that a field has besides its name. */
const MEMBERS: Partial<Record<Field, readonly string[]>> = {
  'messages.direct': ['direct', 'receiverType'],
  'messages.deleted': ['deleted'],
  'messages.kind': ['kind', 'category'],
};

/** True if a text is about a field by a word or a column. */
const isAbout = (layout: Layout, field: Field, words: string): boolean =>
  isNamedIn(layout, field, words) || Boolean(TOPICS[field]?.test(words));

/** The question that is about a field; undefined if there is none. */
function askedOn(layout: Layout, { questions }: Draft, field: Field): string | undefined {
  const [entity, name] = field.split('.') as [string, string];
  const members = MEMBERS[field] ?? [name];
  const asked = questions.find(({ id, text: words }) => {
    const [of = '', member] = id.split('.');
    if (id === 'zone' && field === 'messages.sentAt') return true;
    if (member === undefined) return isAbout(layout, field, `${id} ${words}`);
    // What a question is about says its id: an entity or a table, and a field.
    const isOfField = FIELDS.some((each) => each.endsWith(`.${member}`)) || member === 'receiverType';
    if (!isOfField) return (of === entity || isTable(layout, field, of)) && isAbout(layout, field, words);
    return members.includes(member) && (of === entity || isTable(layout, field, of));
  });
  return asked && `${asked.id}: ${asked.text}`;
}

/** The remark or the warning that is about a field; undefined if there is none. */
function remarkOn(layout: Layout, { warnings, text }: Draft, field: Field): string | undefined {
  const [entity, name] = field.split('.') as [string, string];
  const members = MEMBERS[field] ?? [name];
  const lines = [...remarksOf(text, entity), ...warnings];
  return lines.find((line) => {
    const member = /^\s*(?:#\s*[?!]\s+)?([\w.]+):/.exec(line)?.[1] ?? '';
    if (FIELDS.some((each) => each === `${entity}.${member}`)) return members.includes(member);
    return members.includes(member) || isAbout(layout, field, line) || hasWord(line, field);
  });
}

/** True if a question names a table that has a field. */
function isTable({ places }: Layout, field: Field, name: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const files = places.get(field)?.files ?? places.get('messages.text')?.files ?? [];
  return [...files].some(
    (file) =>
      plain(slug(basename(file, extname(file)))) === plain(name) ||
      plain(basename(file, extname(file))) === plain(name),
  );
}

/** True if a text names a column of a field, or asks what a file of it is. */
function isNamedIn({ places }: Layout, field: Field, text: string): boolean {
  const { columns, files } = places.get(field) ?? { columns: [], files: [] };
  if ([...columns].some((column) => column !== '$file' && hasWord(text, column))) return true;
  return (
    /\bentity\b|\bwhat (?:is|are|does)\b/i.test(text) &&
    [...files].some((file) => text.includes(basename(file)))
  );
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  const isLetter = (letter: string | undefined): boolean =>
    letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
  return (
    (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) ||
    hasWord(text.slice(at + word.length), word)
  );
}

/** The lines of a draft that ask or warn, of the sources of an entity or before all. */
function remarksOf(text: string, entity: string): string[] {
  let block = '';
  return text.split('\n').filter((line) => {
    block = /^ {2}(\w+):$/.exec(line)?.[1] ?? (/^\S/.test(line) && !line.startsWith('#') ? '' : block);
    const isOpen = /#\s*[?!]\s/.test(line) || /:\s*"\?"/.test(line);
    return isOpen && (block === '' || block === entity);
  });
}

/** True if a file that has a field is named as one that is not read, or rows are said to be rejected. */
function lossIsSaid({ places }: Layout, { skipped, rejected, text }: Draft, field: Field): boolean {
  const files = [...(places.get(field)?.files ?? places.get('messages.text')?.files ?? [])];
  const lines = [...skipped, ...text.split('\n').filter((line) => line.startsWith('# not read: '))];
  const paths = lines.flatMap((line) => line.split(/[\s,:"]+/)).filter((path) => path.includes('/'));
  const isSkipped = files.some(
    (file) =>
      lines.some((line) => line.includes(file)) ||
      paths.some(
        (path) => path.includes('*') && matchesGlob(`old/${file}`, path.slice(path.indexOf('old/'))),
      ),
  );
  return isSkipped || (rejected[entityOf(field)] ?? 0) > 0;
}

/** Judges a field by the columns that a draft names, where nothing arrived that could tell. */
function byMap(layout: Layout, draft: Draft, field: Field): Verdict {
  const question = askedOn(layout, draft, field) ?? remarkOn(layout, draft, field);
  if (question !== undefined) return { state: 'asked', why: question };
  const [entity, name] = field.split('.') as [string, string];
  const lines = linesOf(draft.text, entity);
  const columns = [...(layout.places.get(field)?.columns ?? [])];
  const isFree = ['direct', 'deleted', 'kind'].includes(name);
  const isNamed = lines.some(
    (line) =>
      (isFree || line.startsWith(`${name}:`)) &&
      columns.some((column) =>
        column === '$file' ? /\$(?:file|dir|path)/.test(line) : hasWord(line, column),
      ),
  );
  // A column that is called as its field needs no line.
  const isCalled =
    columns.includes(name) && draft.text !== '' && !lines.some((line) => line.startsWith(`${name}:`));
  const isDerived = columns.length === 0 && lines.includes('from: messages');
  if (isNamed || isCalled || isDerived) return { state: 'right', why: '' };
  const [first] = draft.warnings.join('').trim().split('\n').slice(-3);
  return {
    state: 'lost',
    why: draft.text === '' ? `no draft: ${first}` : 'nothing arrives, and the map has another',
  };
}

/** The lines of an entity in a draft, without comments. */
function linesOf(text: string, entity: string): string[] {
  const [, block = ''] = text.split(new RegExp(`^  ${entity}:$`, 'm'));
  const [own = ''] = block.split(/^ {0,2}\S/m);
  return own
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'));
}

/** Pairs of two sets of ids, with what is wrong with them. */
class Pairs {
  readonly ours = new Map<number, Set<string>>();
  readonly theirs = new Map<string, Set<number>>();

  add(one: number, other: string): void {
    this.ours.set(one, (this.ours.get(one) ?? new Set()).add(other));
    this.theirs.set(other, (this.theirs.get(other) ?? new Set()).add(one));
  }

  fault(noun: string): string | undefined {
    const merged = [...this.theirs].find(([, ones]) => ones.size > 1);
    if (merged) return `${merged[1].size} ${noun} become ${JSON.stringify(merged[0])}`;
    const split = [...this.ours].find(([, others]) => others.size > 1);
    return split && `one of ${noun} becomes ${[...split[1]].slice(0, 3).join(' and ')}`;
  }

  of(one: number): string | undefined {
    const [first] = this.ours.get(one) ?? [];
    return first;
  }

  /** Pairs of those of whom nothing else is known. */
  addByIds(known: ReadonlyMap<number, { readonly ids: readonly string[] }>, ids: Iterable<string>): void {
    const left = [...ids].filter((id) => !this.theirs.has(id));
    for (const [at, { ids: own }] of known) {
      if (this.ours.has(at)) continue;
      const found = left.find((id) => own.some((each) => isSame(each, id)));
      if (found !== undefined) this.add(at, found);
    }
  }
}

/** True if an id is one of ours, or is made of it as a draft makes ids. */
const isSame = (own: string, id: string): boolean =>
  [own, slug(own), slug(own.toLowerCase())].some((each) => each.toLowerCase() === id.toLowerCase());

function faultsOf(layout: Layout, landed: Arrived): Faults {
  const faults: Faults = new Map();
  const fault: Linked['fault'] = (field, why, kind = 'false') => {
    if (why === undefined || (faults.has(field) && faults.get(field)?.kind !== 'less')) return;
    faults.set(field, { kind, why });
  };
  const { truth } = layout;
  const people = new Pairs();
  const rooms = new Pairs();
  messageFaults(layout, landed, { people, rooms, fault });
  fault('messages.sender', people.fault('people'));
  // Somebody whose messages are all deleted need not be there, and may.
  people.addByIds(
    new Map(truth.conversation.people.map((person, at) => [at, { ids: personIds(person) }])),
    landed.users.keys(),
  );
  fault('users.uid', people.fault('people') ?? extraOf('people', people, landed.users));
  fault('users.uid', missingOf('people', truth.people, people, landed.users), 'loss');
  for (const [at, { name }] of truth.people) {
    const uid = people.of(at);
    const shown = uid === undefined ? undefined : landed.users.get(uid);
    if (name !== undefined && shown !== undefined && shown !== name)
      fault('users.name', `${JSON.stringify(name)} is called ${JSON.stringify(shown)}`, 'less');
  }
  fault('messages.receiver', rooms.fault('rooms'));
  rooms.addByIds(truth.rooms, landed.groups.keys());
  fault('groups.guid', rooms.fault('rooms') ?? extraOf('rooms', rooms, landed.groups));
  fault('groups.guid', missingOf('rooms', truth.rooms, rooms, landed.groups), 'loss');
  for (const [at, { name, type, owner }] of truth.rooms) {
    const guid = rooms.of(at);
    const group = guid === undefined ? undefined : landed.groups.get(guid);
    if (!group) continue;
    if (name !== undefined && group.name !== name)
      fault('groups.name', `${JSON.stringify(name)} is called ${JSON.stringify(group.name)}`, 'less');
    if (group.type === 'public' && type !== 'public')
      fault('groups.type', `a ${type ?? 'room of unknown type'} is public`);
    if (type === 'public' && group.type !== 'public')
      fault('groups.type', `a public room is ${group.type}`, 'less');
    if (owner !== undefined && group.owner !== people.of(owner))
      fault('groups.owner', `owned by ${group.owner}`, group.owner === 'app_system' ? 'less' : 'false');
  }
  memberFaults(layout, landed, { people, rooms, fault });
  return faults;
}

/** Those who arrived and are nobody. */
function extraOf(noun: string, pairs: Pairs, there: ReadonlyMap<string, unknown>): string | undefined {
  const extra = [...there.keys()].filter((id) => !pairs.theirs.has(id));
  return extra.length > 0
    ? `${extra.length} ${noun} that are none: ${extra.slice(0, 2).join(', ')}`
    : undefined;
}

function missingOf(
  noun: string,
  known: ReadonlyMap<number, unknown>,
  pairs: Pairs,
  there: ReadonlyMap<string, unknown>,
): string | undefined {
  const missing = [...known].filter(([at]) => !there.has(pairs.of(at) ?? ''));
  return missing.length > 0 ? `${missing.length} of ${known.size} ${noun} are missing` : undefined;
}

type Linked = {
  readonly people: Pairs;
  readonly rooms: Pairs;
  /** What is worse than `less` is kept. */
  readonly fault: (field: Field, why: string | undefined, kind?: Fault['kind']) => void;
};

/** The number of its own in a message's text. */
const tokenOf = (text: string): string | undefined => /\((\d+)\)/.exec(text)?.[1];

/** Links people and rooms by the messages that they have, and finds what is wrong with these. */
function messageFaults(
  { truth: { conversation }, places }: Layout,
  { messages }: Arrived,
  { people, rooms, fault }: Linked,
): void {
  const expected = new Map(conversation.messages.map((message) => [tokenOf(message.text), message]));
  const seen = new Map<string, number>();
  const hasDeleted = places.has('messages.deleted');
  const hasKinds = places.has('messages.kind');
  for (const { sender, receiver, isDirect, at, text, isDeleted } of messages) {
    const token = tokenOf(text);
    const one = token === undefined ? undefined : expected.get(token);
    if (!one || token === undefined) {
      if (!/^\W*ok\W*$/.test(text.replaceAll(/<[^>]*>/g, '')))
        fault('messages.text', `text ${JSON.stringify(text.slice(0, 60))}`);
      continue;
    }
    seen.set(token, (seen.get(token) ?? 0) + 1);
    if (one.isNotice) {
      if (hasKinds) fault('messages.kind', `${JSON.stringify(text)} is a message`);
      continue;
    }
    if (one.isDeleted && !isDeleted && hasDeleted) fault('messages.deleted', 'deleted messages arrive');
    people.add(one.from, sender);
    if ('person' in one.to && isDirect) people.add(one.to.person, receiver);
    if ('room' in one.to && !isDirect) rooms.add(one.to.room, receiver);
    if ('person' in one.to !== isDirect)
      fault(
        isDirect ? 'messages.receiver' : 'messages.direct',
        isDirect ? 'a room message is direct' : 'a direct message is in a room',
      );
    if (at !== one.at) fault('messages.sentAt', `${one.at} arrives as ${at}`);
    if (text.replaceAll(/[*_\\]/g, '').trim() !== one.text.replaceAll(/[*_\\]/g, '').trim())
      fault('messages.text', `${JSON.stringify(one.text)} arrives as ${JSON.stringify(text.slice(0, 60))}`);
  }
  const kept = conversation.messages.filter(
    ({ isDeleted, isNotice, text }) => !isDeleted && !isNotice && tokenOf(text) !== undefined,
  );
  const lost = kept.filter(({ text }) => !seen.has(tokenOf(text) as string));
  const twins = conversation.messages.filter(({ text }) => tokenOf(text) === undefined).length;
  const arrivedTwins = messages.filter(({ text }) => tokenOf(text) === undefined).length;
  if (lost.length > 0) fault('messages.muid', `${lost.length} of ${kept.length} messages are lost`, 'loss');
  else if (arrivedTwins < twins)
    fault('messages.muid', `${twins - arrivedTwins} of ${twins} equal messages are lost`, 'loss');
  const doubled = [...seen.values()].filter((count) => count > 1).length;
  if (doubled > 0) fault('messages.muid', `${doubled} messages arrive twice`);
  const direct = kept.filter((one) => roomOf(one) === undefined);
  if (direct.length > 0 && direct.every((one) => lost.includes(one)))
    fault('messages.direct', 'all direct messages are lost', 'loss');
}

const RANKS = ['participant', 'moderator', 'admin'];

function memberFaults({ truth }: Layout, landed: Arrived, { people, rooms, fault }: Linked): void {
  const { members: listed, conversation } = truth;
  const both = (text: string, kind: Fault['kind']): void => {
    fault('members.guid', text, kind);
    fault('members.uid', text, kind);
  };
  const scopes = new Map(landed.members.map(({ guid, uid, scope }) => [`${guid} ${uid}`, scope]));
  const allowed = new Set<string>();
  const expected =
    listed ??
    conversation.rooms.flatMap(({ members }, room) =>
      [...members.keys()].map((person) => ({ room, person, scope: 'participant' })),
    );
  for (const { room, person, scope } of expected) {
    const key = `${rooms.of(room)} ${people.of(person)}`;
    allowed.add(key);
    const found = scopes.get(key);
    if (found === undefined) {
      if (listed && truth.rooms.has(room)) both('members are missing', 'loss');
      continue;
    }
    const isOwner = conversation.rooms[room]?.owner === person;
    if (isOwner) continue;
    if (RANKS.indexOf(found) > RANKS.indexOf(scope)) fault('members.scope', `a ${scope} is ${found}`);
    if (RANKS.indexOf(found) < RANKS.indexOf(scope)) fault('members.scope', `a ${scope} is ${found}`, 'less');
  }
  const extra = [...scopes.keys()].filter((key) => !allowed.has(key));
  if (extra.length > 0) both(`${extra.length} members who are none: ${extra[0]}`, 'false');
  if (!listed && landed.members.length === 0) both('nobody is a member', 'loss');
}
