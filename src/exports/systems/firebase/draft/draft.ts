import { ValueSet } from '../../../../input/columns/column.ts';
import type { ShapeDraft, ShapeQuestion } from '../../../export-reader.ts';
import { constantTime } from '../fields.ts';
import { isCalledForSome } from '../marks.ts';
import { plainSteps } from '../paths.ts';
import { conversationsOf } from './conversations.ts';
import { contentsOf, isIdIn, type Place, pathOf, type TreeField } from './places.ts';
import {
  type MessageFields,
  messageFields,
  messagePlaces,
  type PathRole,
  pathRole,
  type UsersPlace,
  unknownMarks,
  usersPlace,
} from './roles.ts';
import type { TreeNames } from './tree.ts';
import { allCalledBy, calledBy, isCalledMessages } from './words.ts';

const OPEN = '?';
const NONE = 'false';
const CHOICES_MAX = 8;
const PLACES_SHOWN = 12;

export type DraftAnswers = ReadonlyMap<string, string>;
type Section = Record<string, unknown>;
type Wanted = {
  readonly text: string;
  readonly choices: ShapeQuestion['choices'];
  /** Set if nothing else can be meant. */
  readonly clear?: string | undefined;
  readonly example?: string;
  readonly check?: (answer: string) => string | undefined;
  /** False for an answer that leaves the rest open. */
  readonly isWhole?: (answer: string) => boolean;
};

/** Drafts the shape of a tree by its values; what is not clear is a question, and `"?"`. */
export class TreeDraft {
  readonly #places: readonly Place[];
  readonly #answers: DraftAnswers;
  readonly #shape: Record<string, Section> = {};
  readonly #questions: ShapeQuestion[] = [];
  readonly #remarks: Record<string, string[]> = {};
  readonly #doubts: string[] = [];
  readonly #decided = new Set<string>();

  constructor(places: readonly Place[], answers: DraftAnswers) {
    this.#places = places;
    this.#answers = answers;
  }

  drafted(): ShapeDraft {
    const users = this.#users();
    const candidates = messagePlaces(this.#places, users);
    const messages = this.#messagesPlace(candidates);
    if (messages) this.#messages(messages, users);
    else this.#open();
    for (const place of candidates)
      if (messages && place !== messages)
        this.#doubts.push(
          `${place.count} documents of ${plainPath(place)} look like messages and are not read`,
        );
    for (const [id, answer] of this.#answers) {
      const [section = '', field, ...more] = id.split('.');
      if (field === undefined || more.length > 0 || this.#decided.has(id)) continue;
      this.#set(section, field, answer);
    }
    const hasCommas = this.#places.some(({ ids }) => ids.some(({ dotted }) => dotted > 0));
    return {
      shape: hasCommas ? { commas: true, ...this.#shape } : this.#shape,
      remarks: this.#remarks,
      questions: this.#questions,
      doubts: this.#doubts,
    };
  }

  #set(section: string, field: string, value: unknown): void {
    this.#shape[section] = Object.assign(this.#shape[section] ?? {}, { [field]: value });
  }

  /** Decides a value of the shape: as answered, as is clear, or by a question. */
  #decide(
    section: string,
    field: string,
    { text, choices, clear, example, check, isWhole = () => true }: Wanted,
  ): string | undefined {
    const id = `${section}.${field}`;
    this.#decided.add(id);
    const answer = this.#answers.get(id) || undefined;
    const decided = answer !== undefined && isWhole(answer) ? answer : clear;
    if (decided !== NONE) this.#set(section, field, decided ?? OPEN);
    if (decided !== undefined) return decided === NONE ? undefined : decided;
    const some = choices.slice(0, CHOICES_MAX);
    const isOneOf = (answer: string) =>
      some.some(({ value }) => value === answer)
        ? undefined
        : `expected one of ${some.map(({ value }) => value).join(', ')}`;
    const checked = check ?? (some.length > 0 ? isOneOf : () => undefined);
    this.#questions.push({
      id,
      text,
      choices: some,
      ...(example === undefined ? {} : { example }),
      check: checked,
    });
    return undefined;
  }

  #placeAt(path: string): Place | undefined {
    const steps = stepsText(path);
    return this.#places.find((place) => stepsText(plainPath(place)) === steps);
  }

  #checkPath = (answer: string): string | undefined => {
    try {
      return this.#placeAt(answer)
        ? undefined
        : `nothing stands there; there are ${this.#places.map(plainPath).slice(0, CHOICES_MAX).join(', ')}`;
    } catch {
      return 'expected a path such as rooms/{conversation}/messages/{message}';
    }
  };

  #users(): UsersPlace | undefined {
    const answer = this.#answers.get('users.path');
    const found = usersPlace(this.#places);
    this.#decided.add('users.path');
    if (answer === NONE) return undefined;
    const place = answer === undefined ? found?.place : this.#placeAt(answer);
    if (!place) return undefined;
    const users =
      place === found?.place ? found : { place, id: undefined, ids: (place.ids.at(-1) as TreeNames).all };
    const { fields } = place;
    this.#set('users', 'path', answer ?? pathOf(place, ['{user}']));
    if (users.id) this.#set('users', 'id', users.id.name);
    const join = ['firstName', 'lastName'].filter((name) => fields.some((field) => field.name === name));
    const name = join.length === 2 ? { join } : calledBy('userName', fields)?.name;
    if (name !== undefined) this.#set('users', 'name', name);
    this.#named('users', fields, { avatar: 'avatar', lastActiveAt: 'lastActive' });
    const created = fields.find((field) => field.isTime && /creat|join|regist/i.test(field.name));
    if (created) this.#set('users', 'createdAt', created.name);
    return users;
  }

  #messagesPlace(candidates: readonly Place[]): Place | undefined {
    const [only, ...others] = candidates;
    const answer = this.#answers.get('messages.path');
    const clear = only && others.length === 0 && isCalledMessages(only) ? only : undefined;
    const place = answer === undefined ? clear : this.#placeAt(answer);
    if (place) return place;
    const choices = (candidates.length > 0 ? candidates : this.#places).map((each) => ({
      value: plainPath(each),
      evidence: contentsOf(each),
    }));
    this.#decide('messages', 'path', {
      text: 'which documents are the messages?',
      choices,
      check: this.#checkPath,
    });
    return undefined;
  }

  #open(): void {
    this.#remarks['messages'] = this.#places
      .slice(0, PLACES_SHOWN)
      .map((place) => `${plainPath(place)}: ${contentsOf(place)}`);
  }

  #messages(place: Place, users: UsersPlace | undefined): void {
    const fields = messageFields(place, users);
    const { sender, text, time, isDatedByKey } = fields;
    const role = this.#messagesPath(place, users, fields);
    const taken = new Set<string>();
    const field = (name: 'sender' | 'text', found: TreeField | undefined): void => {
      const choices = place.fields.map((each) => ({
        value: each.name,
        evidence: `${each.values.size} different values in ${each.filled}`,
      }));
      const decided = this.#decide('messages', name, {
        text: `which field of the messages is the ${name}?`,
        choices,
        clear: found?.name,
      });
      if (decided !== undefined) taken.add(decided);
    };
    field('sender', sender);
    field('text', text);
    if (time || !isDatedByKey) this.#time(place, time);
    else this.#remark('messages', 'no field is a time: the messages are dated by their keys');
    for (const each of [time, fields.receiver]) if (each) taken.add(each.name);
    if (role.kind === 'none' || role.kind === 'user')
      this.#conversationField(place, fields, taken, role.kind);
    if (place.isList) this.#named('messages', place.fields.filter(isIdIn(place)), { id: 'id' });
    const rest = place.fields.filter(({ name }) => !taken.has(name));
    this.#named('messages', rest, { file: 'file', type: 'type', editedAt: 'editedAt', parent: 'parent' });
    const [deleted, ...more] = allCalledBy('deleted', rest).map(({ name }) => name);
    if (deleted !== undefined)
      this.#setUnlessAnswered('messages', 'deleted', more.length > 0 ? [deleted, ...more] : deleted);
    this.#named('messages', rest, { internal: 'internal', reactions: 'reactions' });
    this.#named('messages', rest, { senderName: 'senderName' });
    this.#marks(place, taken);
    const [places, conversation] = [this.#places, this.#fieldOf(place, 'conversation')];
    const { sections, doubts } = conversationsOf({ places, messages: place, users, role, conversation });
    for (const [section, values] of Object.entries(sections))
      for (const [name, value] of Object.entries(values)) this.#setUnlessAnswered(section, name, value);
    this.#doubts.push(...doubts);
    if (users && sender && shareOfUsers(sender, users) === 0)
      this.#doubts.push(
        `no author of a message is in ${pathOf(users.place, ['{user}'])}: each becomes a user of their own`,
      );
  }

  #setUnlessAnswered(section: string, name: string, value: unknown): void {
    if (!this.#answers.has(`${section}.${name}`)) this.#set(section, name, value);
  }

  #fieldOf({ fields }: Place, name: string): TreeField | undefined {
    const set = this.#shape['messages']?.[name];
    return fields.find((field) => field.name === set);
  }

  /** Decides what the names stand for that lead to the messages. */
  #messagesPath(place: Place, users: UsersPlace | undefined, { sender, receiver }: MessageFields): PathRole {
    const people = new ValueSet();
    for (const ids of [users?.ids, sender?.values, receiver?.values]) if (ids) people.addAll(ids);
    const known = users && !users.id ? new Set(users.place.ids.at(-1)?.first) : new Set<string>();
    for (const field of [users?.id, sender, receiver])
      for (const word of field?.plain?.words?.keys() ?? []) known.add(word);
    const role = pathRole(place, people, people.size > known.size ? undefined : known);
    const { paths, clear } = pathsOf(place, role, receiver !== undefined);
    this.#decide('messages', 'path', {
      text: `what do the names stand for that lead to the messages, in ${plainPath(place)}?`,
      choices: paths,
      clear: clear ? paths[0]?.value : undefined,
      check: this.#checkPath,
      isWhole: (answer) => answer.includes('{'),
    });
    return role;
  }

  #time(place: Place, time: TreeField | undefined): void {
    const fields = place.fields.filter(({ isTime }) => isTime).map(({ name }) => ({ value: name }));
    const isKnown = (answer: string): boolean =>
      constantTime([answer]) !== undefined || place.fields.some(({ name }) => name === answer);
    this.#decide('messages', 'time', {
      text:
        fields.length > 0
          ? 'which field of the messages is the time?'
          : 'no field is a time, and the keys do not tell it: which time do all of them get, in the order of the file?',
      choices: fields,
      clear: time?.name,
      example: '2024-01-01T00:00:00Z',
      check: (answer) =>
        isKnown(answer) ? undefined : 'expected a field, or a time such as 2024-01-01T00:00:00Z',
    });
  }

  /** Decides which field names the conversation of messages whose path does not. */
  #conversationField(
    { fields }: Place,
    { receiver }: MessageFields,
    taken: Set<string>,
    kind: PathRole['kind'],
  ): void {
    const called = calledBy('conversation', fields, ({ name, plain }) => plain && !taken.has(name));
    if (called && kind === 'none') {
      this.#decide('messages', 'conversation', { text: '', choices: [], clear: called.name });
      taken.add(called.name);
    } else if (receiver) this.#set('messages', 'receiver', receiver.name);
    else if (kind === 'none') {
      const repeated = fields.filter(
        ({ name, values, filled, plain, isTime }) =>
          plain !== undefined &&
          !taken.has(name) &&
          !isTime &&
          plain.flags === 0 &&
          values.size > 1 &&
          values.size < filled / 2,
      );
      if (repeated.length > 0)
        this.#decide('messages', 'conversation', {
          text: 'which field of the messages names their conversation?',
          choices: [
            ...repeated.map(({ name, values }) => ({
              value: name,
              evidence: `${values.size} different values`,
            })),
            { value: NONE, evidence: 'none: all of them are of one' },
          ],
        });
      else
        this.#remark(
          'messages',
          'no field names a conversation: all of them are of one, private, of those who wrote',
        );
    }
  }

  /** Asks what marks mean that some of the messages have. */
  #marks({ fields, count }: Place, taken: Set<string>): void {
    const set = new Set([
      ...taken,
      ...Object.values(this.#shape['messages'] ?? {})
        .flat()
        .map(String),
    ]);
    const marks = unknownMarks(fields, set).filter(({ plain }) => plain?.words?.has('true'));
    const ofSome = fields.filter(
      ({ name, isTime, values }) => !isTime && values.size > 0 && !set.has(name) && isCalledForSome(name),
    );
    if (marks.length + ofSome.length === 0 || this.#shape['messages']?.['internal'] !== undefined) return;
    const decided = this.#decide('messages', 'internal', {
      text: 'which of these marks messages that were deleted, or that not everybody in the conversation may read?',
      choices: [
        ...marks.map(({ name, plain }) => ({
          value: name,
          evidence: `true in ${plain?.words?.get('true')} of ${count}`,
        })),
        ...ofSome.map(({ name, filled }) => ({ value: name, evidence: `in ${filled} of ${count}` })),
        { value: NONE, evidence: 'none' },
      ],
    });
    const names = marks.map(({ name }) => name);
    if (decided === undefined && this.#answers.has('messages.internal') && names.length > 0)
      this.#setUnlessAnswered('messages', 'ignore', names);
  }

  /** Sets fields that are called by what they are. */
  #named(
    section: string,
    fields: readonly TreeField[],
    roles: Readonly<Record<string, Parameters<typeof calledBy>[0]>>,
  ): void {
    for (const [name, role] of Object.entries(roles)) {
      const used = Object.values(this.#shape[section] ?? {});
      const found = calledBy(role, fields, (field) => !used.includes(field.name));
      if (found) this.#setUnlessAnswered(section, name, found.name);
    }
  }

  #remark(section: string, text: string): void {
    this.#remarks[section] = [...(this.#remarks[section] ?? []), text];
  }
}

const stepsText = (path: string): string => plainSteps(path).join('\0');

/** A path in which what is under many ids is `*`. */
const plainPath = (place: Place): string => pathOf(place, []);

const shareOfUsers = ({ values }: TreeField, { ids }: UsersPlace): number => values.sharedWith(ids).exact;

/** The paths that may be declared for messages, the likely one first. */
function pathsOf(place: Place, role: PathRole, hasReceiver: boolean) {
  const outer = place.ids.length - 1;
  const path = (...ids: readonly string[]): string => pathOf(place, [...ids, '{message}']);
  const evidence = contentsOf(place);
  const paths = (...all: readonly string[]) => all.map((value) => ({ value, evidence }));
  switch (role.kind) {
    case 'none':
      return { clear: true, paths: paths(path()) };
    case 'peers':
      return { clear: true, paths: paths(path('{user}', '{peer}')) };
    case 'pair':
      return { clear: true, paths: paths(path(`{user}${role.between}{peer}`)) };
    case 'conversation':
      return { clear: true, paths: paths(path('{conversation}')) };
    case 'user':
      return hasReceiver
        ? { clear: true, paths: paths(path('{user}')) }
        : { clear: false, paths: paths(path('{conversation}')) };
    case 'unclear': {
      const ids = Array.from({ length: outer }, (_, at) => at);
      const names = (at: number): string[] => ids.map((each) => (each === at ? '{conversation}' : '*'));
      return { clear: false, paths: paths(...ids.toReversed().map((at) => path(...names(at)))) };
    }
  }
}
