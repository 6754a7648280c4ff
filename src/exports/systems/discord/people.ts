import { z } from 'zod';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import { declaredShape } from '../../files/declared.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { missing } from '../../files/unreadable.ts';
import { boolean, instant, list, ownValue, record, records, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceConversation, SourceUser } from '../../neutral.ts';
import { type DiscordFile, type Header, MESSAGES } from './documents.ts';
import { type Folder, pictureOf } from './files.ts';

/** A user as the newest message that says enough of them has them. */
type Person = { user: SourceUser; time: number; place: RecordPlace; isWhole: boolean };
type Channel = { header: Header; place: RecordPlace; readonly members: Set<string> };

/** Names in the texts of messages: people, channels and roles, by their ids. */
export type Names = {
  readonly people: ReadonlyMap<string, string | undefined>;
  readonly channels: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
};

/**
 * Finds the people, channels and members of an export, which has no lists of them: they stand in the messages. Memory: some
 * hundred bytes for each person and each member.
 */
export class PeoplePass {
  readonly #input: ExportInput;
  readonly #sink: PeopleSink;
  readonly #shape: Shape;
  readonly #people = new Map<string, Person>();
  readonly #channels = new Map<string, Channel>();
  readonly #roles = new Map<string, string>();
  #alone = 0;

  constructor(input: ExportInput, sink: PeopleSink, shape: Shape) {
    this.#input = input;
    this.#sink = sink;
    this.#shape = shape;
  }

  async read(files: readonly DiscordFile[]): Promise<Names> {
    for (const file of files) await this.#document(file);
    const partners = this.#partners();
    for (const { user, place } of this.#people.values()) this.#sink.user(user, place);
    for (const { user, place } of partners) this.#sink.user(user, place);
    for (const [id, channel] of this.#channels) this.#conversation(id, channel);
    this.#note();
    const channels = new Map<string, string>();
    for (const [id, { header }] of this.#channels) channels.set(id, textValue(header.channel['name']) ?? id);
    return {
      people: new Map(Array.from(this.#people, ([id, { user }]) => [id, user.name])),
      channels,
      roles: this.#roles,
    };
  }

  async #document({ file, header }: DiscordFile): Promise<void> {
    const place = { file: file.name, line: 1 };
    const id = textValue(header?.channel['id']);
    if (header && id === undefined)
      this.#sink.unreadable('conversations', missing('id', header.channel), place);
    const channel = header && id !== undefined ? this.#channelOf(id, header, place) : undefined;
    const row = (message: ExportObject, at: RecordPlace): void => this.#message(message, channel, at);
    // What cannot be read is named with the messages.
    await passJson(file, { rows: MESSAGES, row, unreadable: () => {} }, this.#input);
  }

  /** Of several documents of a channel, the last one says what it is. */
  #channelOf(id: string, header: Header, place: RecordPlace): Channel {
    const known = this.#channels.get(id);
    if (known) return Object.assign(known, { header, place });
    const channel = { header, place, members: new Set<string>() };
    this.#channels.set(id, channel);
    return channel;
  }

  #message(row: ExportObject, channel: Channel | undefined, place: RecordPlace): void {
    const at = { time: instant(row['timestamp']) ?? 0, place };
    const join = (id: string | undefined): void => {
      if (id !== undefined) channel?.members.add(id);
    };
    join(this.#person(row['author'], at));
    const isJoin = channel && isGroup(channel.header.channel) && kindOf(row['type']) === 'RecipientAdd';
    for (const mentioned of list(row['mentions'])) {
      const id = this.#person(mentioned, at);
      if (isJoin) join(id);
    }
    // Whoever reacted was there to read it.
    for (const reaction of records(row['reactions']))
      for (const user of list(reaction['users'])) join(this.#person(user, at));
    this.#person(record(row['interaction'])?.['user'], at);
  }

  /** The folder of the document that a record stands in. */
  #folder({ file }: RecordPlace): Folder {
    return { name: file, has: (path) => this.#input.files.at(path) !== undefined };
  }

  /** Takes note of a user; those of reactions come without their roles. */
  #person(
    value: unknown,
    { time, place }: { readonly time: number; readonly place: RecordPlace },
  ): string | undefined {
    const row = record(value);
    const id = textValue(row?.['id']);
    if (!row || id === undefined) return undefined;
    const known = this.#people.get(id);
    const isWhole = row['roles'] !== undefined;
    if (known && (known.isWhole === isWhole ? known.time > time : known.isWhole)) return known.user.id;
    const picture = pictureOf(textValue(row['avatarUrl']), this.#folder(place));
    const person = { user: { ...userFrom(known?.user.id ?? id, row), picture }, time, place, isWhole };
    for (const [role, name] of rolesOf(row)) if (role !== undefined) this.#roles.set(role, name);
    this.#people.set(person.user.id, person);
    return person.user.id;
  }

  /** Direct messages in which one person alone is seen get a second one, of whom at most the name is known. */
  #partners(): readonly { readonly user: SourceUser; readonly place: RecordPlace }[] {
    const partners: { user: SourceUser; place: RecordPlace }[] = [];
    for (const [id, { header, place, members }] of this.#channels) {
      const [only] = members;
      if (!isPair(header.channel) || members.size !== 1 || only === undefined) continue;
      const partner = `dm-${id}`;
      const name = textValue(header.channel['name']);
      members.add(partner);
      this.#alone += 1;
      const isOwn = name === undefined || name === this.#people.get(only)?.user.name;
      // Without a name, nothing is known of them: as with all people who are in no list, a policy decides.
      if (!isOwn) partners.push({ user: { id: partner, name, tags: ['placeholder'] }, place });
    }
    return partners;
  }

  #conversation(id: string, { header, place, members }: Channel): void {
    const conversation = conversationOf(id, header, this.#shape);
    const names = [...members].map((member) => this.#people.get(member)?.user.name ?? member);
    const name = conversation.name ?? (isGroup(header.channel) ? names.join(', ') : undefined);
    const picture = pictureOf(conversation.icon, this.#folder(place));
    this.#sink.conversation({ ...conversation, name, picture }, place);
    for (const user of members) this.#sink.member({ conversation: id, user }, place);
  }

  #note(): void {
    const isServer = ({ header: { channel } }: Channel): boolean => !isPair(channel) && !isGroup(channel);
    const isAnyOfServer = [...this.#channels.values()].some(isServer);
    if (isAnyOfServer && this.#shape.public === undefined)
      this.#sink.note(
        'these files do not say who may read a channel, so all become private groups of the people who wrote or reacted there; shape: { public: true } makes them public',
      );
    if (this.#alone > 0)
      this.#sink.note(
        `direct messages with only one visible person: ${this.#alone}; the other person is unknown and becomes a user with the tag placeholder`,
      );
  }
}

/** True if the name that a message gives its author is another one than theirs. */
export const isOtherName = (
  author: ExportObject | undefined,
  id: string | undefined,
  { people }: Names,
): boolean => id !== undefined && people.has(id) && shownName(author) !== people.get(id);

/** Kinds of channels by their numbers, of those that matter here. */
const KINDS: Readonly<Record<string, string>> = {
  1: 'DirectTextChat',
  3: 'DirectGroupTextChat',
  10: 'GuildNewsThread',
  11: 'GuildPublicThread',
  12: 'GuildPrivateThread',
};

/** The kind of a channel by name. */
function channelKind({ type }: ExportObject): string {
  const given = textValue(type) ?? '';
  return ownValue(KINDS, given) ?? given;
}

/** True if a channel is the direct messages of two people. */
const isPair = (channel: ExportObject): boolean => channelKind(channel) === 'DirectTextChat';
/** True if a channel is the direct messages of several people. */
const isGroup = (channel: ExportObject): boolean => channelKind(channel) === 'DirectGroupTextChat';
const isThread = (channel: ExportObject): boolean => channelKind(channel).endsWith('Thread');

/**
 * The conversation of a channel with an id. Its members are those who wrote there, so a group of people keeps its own id:
 * two groups in which the same people wrote are not one.
 */
function conversationOf(id: string, { channel, guild }: Header, shape: Shape): SourceConversation {
  const isDirect = isPair(channel) || isGroup(channel);
  const [parent, parentName] = [textValue(channel['categoryId']), textValue(channel['category'])];
  const above = { ...(parent ? { id: parent } : {}), ...(parentName ? { name: parentName } : {}) };
  const [server, serverName] = [textValue(guild['id']), textValue(guild['name'])];
  const kind = channelKind(channel);
  return {
    id,
    type: isPair(channel) ? 'direct' : !isDirect && isPublic(channel, shape) ? 'public' : 'private',
    name: textValue(channel['name']),
    description: textValue(channel['topic']),
    icon: textValue(channel['iconUrl']),
    metadata: {
      ...(kind === '' ? {} : { kind }),
      ...(isDirect || server === undefined ? {} : { server: { id: server, name: serverName } }),
      ...(isDirect || Object.keys(above).length === 0
        ? {}
        : { [isThread(channel) ? 'channel' : 'category']: above }),
    },
  };
}

/** Nothing in an export says who may read a channel; a public thread is as public as the channel that it hangs on. */
function isPublic(channel: ExportObject, shape: Shape): boolean {
  if (channelKind(channel) === 'GuildPrivateThread') return false;
  if (!Array.isArray(shape.public)) return shape.public === true;
  const names = [channel['id'], channel['name']];
  if (isThread(channel)) names.push(channel['categoryId'], channel['category']);
  const listed = new Set(shape.public);
  return names.some((name) => listed.has(textValue(name) ?? ''));
}

const id = z.union([z.string().min(1), z.int().transform(String)]);
const shape = z.strictObject({
  /** Which channels of servers everybody may read: all of them, or these by id or name. */
  public: z.union([z.boolean(), z.array(id)]).optional(),
});

/** Declarations of a pipeline about an export. */
type Shape = z.output<typeof shape>;

/** @throws RunError `EXPORT.SHAPE_INVALID` */
export const shapeOf = (declared: ExportInput['shape']): Shape =>
  declaredShape(
    shape,
    declared,
    'shape: { public: true }, or the ids of channels in quotes, or their names; see docs/from/discord.md',
  );

/** Names that Discord gives people whose accounts are gone. Before 2023, anybody with a number could be called `Deleted User`. */
const GONE = /^(?:Deleted User [0-9a-f]{8}|deleted_user_[0-9a-f]+)$/;
const GONE_WITHOUT_NUMBER = 'Deleted User';
/** Discriminators that say nothing. */
const NONE = new Set(['0', '0000']);

/** The name that people see. */
export const shownName = (user: ExportObject | undefined): string | undefined =>
  textValue(user?.['nickname']) ?? textValue(user?.['name']);

/** The id of a user, or of somebody who has a name alone; undefined if it is nobody. */
export function idOf(user: ExportObject | undefined): string | undefined {
  const name = textValue(user?.['name']) ?? textValue(user?.['nickname']);
  return textValue(user?.['id']) ?? (name === undefined ? undefined : `author-${name}`);
}

/** The roles of a user, by id. */
const rolesOf = (user: ExportObject): readonly (readonly [id: string | undefined, name: string])[] =>
  records(user['roles']).flatMap((role) => {
    const name = textValue(role['name']);
    return name === undefined ? [] : [[textValue(role['id']), name] as const];
  });

function userFrom(id: string, row: ExportObject): SourceUser {
  const [handle, discriminator] = [textValue(row['name']), textValue(row['discriminator'])];
  const shown = shownName(row);
  const roles = rolesOf(row).map(([, name]) => name);
  const isOld = discriminator !== undefined && !NONE.has(discriminator);
  return {
    id,
    name: shown,
    avatar: textValue(row['avatarUrl']),
    isBot: boolean(row['isBot']),
    ...(GONE.test(handle ?? '') || (handle === GONE_WITHOUT_NUMBER && !isOld) ? { deactivated: {} } : {}),
    metadata: {
      ...(handle === shown ? {} : { handle }),
      ...(isOld ? { discriminator } : {}),
      ...(roles.length > 0 ? { roles } : {}),
    },
  };
}

/** Discord's kinds of messages by their numbers: the exporter names some, and writes the number of the others. */
const MESSAGE_KINDS: Readonly<Record<string, string>> = {
  0: 'Default',
  1: 'RecipientAdd',
  2: 'RecipientRemove',
  3: 'Call',
  4: 'ChannelNameChange',
  5: 'ChannelIconChange',
  6: 'ChannelPinnedMessage',
  7: 'GuildMemberJoin',
  8: 'GuildBoost',
  9: 'GuildBoostTier1',
  10: 'GuildBoostTier2',
  11: 'GuildBoostTier3',
  12: 'ChannelFollowAdd',
  14: 'GuildDiscoveryDisqualified',
  15: 'GuildDiscoveryRequalified',
  16: 'GuildDiscoveryInitialWarning',
  17: 'GuildDiscoveryFinalWarning',
  18: 'ThreadCreated',
  19: 'Reply',
  20: 'ChatInputCommand',
  21: 'ThreadStarterMessage',
  22: 'GuildInviteReminder',
  23: 'ContextMenuCommand',
  24: 'AutoModerationAction',
  25: 'RoleSubscriptionPurchase',
  26: 'InteractionPremiumUpsell',
  27: 'StageStart',
  28: 'StageEnd',
  29: 'StageSpeaker',
  31: 'StageTopic',
  32: 'GuildApplicationPremiumSubscription',
  36: 'GuildIncidentAlertModeEnabled',
  37: 'GuildIncidentAlertModeDisabled',
  38: 'GuildIncidentReportRaid',
  39: 'GuildIncidentReportFalseAlarm',
  44: 'PurchaseNotification',
  46: 'PollResult',
};

/** Types of messages that people and programs write; all others Discord has written. */
const WRITTEN = new Set(['Default', 'Reply', 'ChatInputCommand', 'ContextMenuCommand']);

/** The names of kinds that come later. */
const NAME = /^\w{1,40}$/;

/** The kind of a message by name, whether it is written as one or as a number; a message without one is a plain one. */
export function kindOf(type: unknown): string {
  const given = textValue(type) ?? 'Default';
  return ownValue(MESSAGE_KINDS, given) ?? (NAME.test(given) ? given : 'unknown');
}

/** True if Discord itself has written a message of this kind. */
export const isSystem = (kind: string): boolean => !WRITTEN.has(kind);
