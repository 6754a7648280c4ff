import type { SourceConversation, SourcePicture } from '../../neutral.ts';
import type { Chat } from './chats.ts';
import { userId } from './peers.ts';

/** Facts about a chat that its messages tell. */
export type ChatFacts = {
  /** Everybody who writes, acts or reacts in it. */
  readonly people: Set<string>;
  owner?: string | undefined;
  /** Milliseconds since 1970. */
  createdAt?: number | undefined;
  /** Its picture, in the export. */
  picture?: SourcePicture | undefined;
};

/** The conversation that a chat is, and how its messages are known. */
export type ChatOf = {
  readonly conversation: SourceConversation;
  /** All members of a conversation that is its members alone. */
  readonly members: readonly string[];
  /** The account that the export is of, as far as anybody can tell. */
  readonly account: string | undefined;
  /** Set if everything in it is of one person. */
  readonly self?: string;
  /** Telegram's word for its type. */
  readonly type: string | undefined;
  /** The key that it is known by in all exports of one account, in which its messages have the same numbers. */
  readonly numbers: string;
  /** The program that it is with. */
  readonly bot?: string | undefined;
  /** True if nobody can tell who made the export, so that a stand-in is the other one of two. */
  readonly isUnclear?: boolean;
};

/** Chats in which each account has numbers of its own for the messages. */
const PERSONAL: ReadonlySet<string> = new Set(['personal_chat', 'private_group']);

/**
 * True if a message has no number that others know: in such a chat, or of a small group that has become a larger one, or
 * in an old export without numbers.
 */
export const isByContent = (type: string | undefined, number: string | undefined): boolean =>
  PERSONAL.has(type ?? '') || number === undefined || number.startsWith('-');

/** Chats of Telegram's own that repeat messages of others, or hold codes. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['replies', 'verification_codes']);

const PUBLIC = /^public_/;
const DIRECT = new Set(['personal_chat', 'bot_chat']);

/** The key that a chat is known by in all exports of one account. */
export const numbersOf = ({ type, id }: Chat): string => `${type} ${id}`;

/** The key under which facts of a chat are collected: of a group in all exports, of a chat of one or two in each for itself. */
export const factsKey = (chat: Chat): string =>
  chat.id === undefined || DIRECT.has(chat.type ?? '') || chat.type === 'saved_messages'
    ? chat.key
    : numbersOf(chat);

/** The key of a pin: where messages have the same numbers for everybody, one export may say that a message of another one is pinned. */
export const pinKey = (of: Pick<Chat, 'key' | 'type'> & Pick<ChatOf, 'numbers'>, number: string): string =>
  `${isByContent(of.type, number) ? of.key : of.numbers}\n${number}`;

/** @param exporter whose account the export is of, if it or the pipeline says so */
export function chatOf(chat: Chat, facts: ChatFacts, exporter: string | undefined): ChatOf {
  if (chat.type === 'saved_messages') return selfChat(chat, facts, exporter);
  if (DIRECT.has(chat.type ?? '')) return directChat(chat, facts, exporter);
  const metadata = { ...(chat.type ? { type: chat.type } : {}), ...(chat.isLeft ? { left: true } : {}) };
  return {
    conversation: {
      id: openId(chat),
      type: PUBLIC.test(chat.type ?? '') ? 'public' : 'private',
      name: chat.name,
      owner: facts.owner,
      createdAt: facts.createdAt,
      metadata,
    },
    members: [],
    account: exporter,
    type: chat.type,
    numbers: numbersOf(chat),
  };
}

/** Numbers of small groups and of all others are apart; a chat without one is known by its place alone. */
function openId({ id, type, key, file }: Chat): string {
  if (id === undefined) return `file:${file.name}:${key.slice(key.indexOf(':') + 1)}`;
  if (type === undefined) return `peer${id}`;
  return type === 'private_group' ? `chat${id}` : `channel${id}`;
}

function selfChat(chat: Chat, { people }: ChatFacts, exporter: string | undefined): ChatOf {
  const { id, type } = chat;
  const [first, second] = people;
  const self = (second === undefined ? first : undefined) ?? exporter ?? userId(id) ?? UNKNOWN;
  return {
    conversation: { id: `saved-${self}`, type: 'direct', metadata: { type } },
    members: [self],
    account: self,
    self,
    type,
    numbers: numbersOf(chat),
  };
}

/** Stands for the person who exported a chat in which they never wrote. */
export const UNKNOWN = 'exporter';

function directChat(chat: Chat, { people }: ChatFacts, exporter: string | undefined): ChatOf {
  const { id, type } = chat;
  const other = userId(id);
  const members = pairOf([...people], other, exporter, id).toSorted();
  const isOther = other !== undefined && members.includes(other);
  const account = exporter ?? (isOther ? members.find((member) => member !== other) : undefined);
  return {
    conversation: { id: members.join('-'), type: 'direct', metadata: { type } },
    members,
    account: account === UNKNOWN ? undefined : account,
    type,
    numbers: numbersOf(chat),
    ...(type === 'bot_chat' ? { bot: isOther ? other : members.find((member) => member !== exporter) } : {}),
    ...(members.includes(UNKNOWN) ? { isUnclear: true } : {}),
  };
}

/** The two of a chat: those who write in it, or if that is one or nobody, its partner and who made the export. */
function pairOf(
  [one, two, third]: readonly string[],
  other: string | undefined,
  exporter: string | undefined,
  id = '',
): readonly string[] {
  const known = [exporter, other].filter((each) => each !== undefined);
  if (one !== undefined && two !== undefined && (third === undefined || known.length < 2)) return [one, two];
  const first = third === undefined ? (one ?? other ?? `chat-${id}`) : (other ?? '');
  return [first, known.find((each) => each !== first) ?? UNKNOWN];
}
