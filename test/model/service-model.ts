/** Metadata, settings, and the data of messages. */
type Fields = Readonly<Record<string, unknown>>;

export type Scope = 'admin' | 'moderator' | 'participant';

export type User = {
  readonly uid: string;
  name: string;
  avatar?: string | undefined;
  link?: string | undefined;
  role: string;
  statusMessage?: string | undefined;
  metadata?: Fields | undefined;
  tags?: readonly string[] | undefined;
  readonly createdAt: number;
  updatedAt?: number | undefined;
  lastActiveAt?: number | undefined;
  deactivatedAt?: number | undefined;
};

export type Group = {
  readonly guid: string;
  name: string;
  type: string;
  password?: string | undefined;
  icon?: string | undefined;
  description?: string | undefined;
  owner: string;
  metadata?: Fields | undefined;
  tags?: readonly string[] | undefined;
  readonly createdAt: number;
  updatedAt?: number | undefined;
  updatedBy?: string | undefined;
  /** Whether an import said when it was created. */
  readonly isHistoric: boolean;
  /** Members and banned users by uid. */
  readonly people: Map<string, { scope: Scope; readonly joinedAt: number; isBanned: boolean }>;
};

export type Kind = 'user' | 'group';

/** Between two users, in ascending order, or in a group. */
export type Peers = { readonly kind: Kind; readonly a: string; readonly b: string };

export type Message = Peers & {
  readonly id: number;
  readonly sender: string;
  readonly muid?: string | undefined;
  readonly category: string;
  readonly type: string;
  data: Fields;
  tags?: readonly string[] | undefined;
  readonly sentAt: number;
  deliveredAt?: number | undefined;
  readAt?: number | undefined;
  updatedAt: number;
  readonly parentId?: number | undefined;
  editedAt?: number | undefined;
  editedBy?: string | undefined;
  deletedAt?: number | undefined;
  deletedBy?: string | undefined;
  /** Whether it counts as unread until it is read: sent ones do, and notices about members. */
  readonly counts: boolean;
  /** Reactions in the order they came, as `reaction uid` with their time. */
  readonly reactions: Map<string, number>;
};

/** What one user has done with a conversation: what it has deleted for itself, and, by message id, what is read. */
export type State = {
  hiddenTo: number;
  readonly read: Set<number>;
  readonly markedUnread: Set<number>;
  tags?: readonly string[] | undefined;
};

export type Conversation = Peers & { readonly createdAt: number; readonly states: Map<string, State> };

export type Role = {
  readonly role: string;
  name: string;
  description?: string | undefined;
  settings?: Fields | undefined;
  readonly createdAt: number;
  updatedAt?: number | undefined;
  /** Restricted features with their time. */
  readonly features: Map<string, number>;
};

export type Key = { readonly name: string; readonly scope: string; readonly createdAt: number };

/** The actor of calls on nobody's behalf. */
export const SYSTEM: User = { uid: 'app_system', name: 'System', role: 'default', createdAt: 0 };

/** Ids are kept in lower case. */
export const low = (id: string): string => id.toLowerCase();

/** Two ids as one key, in this order. */
export const pair = (a: string, b: string): string => `${a} ${b}`;

/** One app of the service, as plain maps; they keep the order in which things were made. */
export class ServiceModel {
  /** Unix seconds. */
  now = 0;
  lastMessageId = 0;
  readonly users = new Map<string, User>();
  readonly groups = new Map<string, Group>();
  /** Friends since, by both uids in ascending order. */
  readonly friends = new Map<string, number>();
  /** Blocked since, by who blocks and who is blocked. */
  readonly blocks = new Map<string, number>();
  /** Tokens by uid, newest first. */
  readonly tokens = new Map<string, { authToken: string; readonly createdAt: number }[]>();
  readonly roles = new Map<string, Role>();
  readonly keys = new Map<string, Key>();
  readonly messages = new Map<number, Message>();
  readonly conversations = new Map<string, Conversation>();
  /** Ids of all messages there ever were, and all keys that were ever made, for calls to refer to. */
  readonly everMessages: number[] = [];
  readonly everKeys: string[] = [];

  /** A user that can act and be acted upon. */
  active(uid: string): User | undefined {
    const user = this.users.get(low(uid));
    return user?.deactivatedAt === undefined ? user : undefined;
  }

  /** A user, deactivated or not, or the system. */
  known(uid: string): User | undefined {
    return uid === SYSTEM.uid ? SYSTEM : this.users.get(uid);
  }

  /** A membership; bans are none. */
  member(guid: string, uid: string | undefined) {
    const found = uid === undefined ? undefined : this.groups.get(guid)?.people.get(uid);
    return found?.isBanned === false ? found : undefined;
  }

  areFriends(a: string, b: string): boolean {
    return this.friends.has(pair(...sorted(a, b)));
  }

  conversation({ kind, a, b }: Peers): Conversation | undefined {
    return this.conversations.get(`${kind} ${a} ${b}`);
  }

  /** The messages of a conversation that a user (without one: the app) sees, in the order of lists. */
  history(peers: Peers, uid?: string): readonly Message[] {
    const hiddenTo = this.state(peers, uid)?.hiddenTo ?? 0;
    return [...this.messages.values()]
      .filter(({ kind, a, b, id }) => kind === peers.kind && a === peers.a && b === peers.b && id > hiddenTo)
      .sort((one, other) => one.sentAt - other.sentAt || one.id - other.id);
  }

  /** What a user has done with a conversation, if anything. */
  state(peers: Peers, uid: string | undefined): State | undefined {
    return uid === undefined ? undefined : this.conversation(peers)?.states.get(uid);
  }

  /** The same, to be written to. */
  ownState(conversation: Conversation, uid: string): State {
    const state = conversation.states.get(uid) ?? { hiddenTo: 0, read: new Set(), markedUnread: new Set() };
    conversation.states.set(uid, state);
    return state;
  }

  /** Adds a message and, where it is the first, its conversation. */
  add(message: Omit<Message, 'id' | 'reactions'>): Message {
    this.lastMessageId += 1;
    const added = { ...message, id: this.lastMessageId, reactions: new Map<string, number>() };
    this.messages.set(added.id, added);
    this.everMessages.push(added.id);
    const { kind, a, b, sentAt } = message;
    const key = `${kind} ${a} ${b}`;
    if (!this.conversations.has(key)) {
      this.conversations.set(key, { kind, a, b, createdAt: sentAt, states: new Map() });
    }
    return added;
  }

  /** Removes messages of one conversation for good, and the conversation where none is left. */
  removeMessages(...ids: readonly number[]): void {
    const peers = ids.map((id) => this.messages.get(id)).find((message) => message !== undefined);
    for (const id of ids) this.messages.delete(id);
    if (peers && this.history(peers).length === 0) this.removeConversation(peers);
  }

  /** Removes a conversation with all of its messages. */
  removeConversation({ kind, a, b }: Peers): void {
    for (const { id } of this.history({ kind, a, b })) this.messages.delete(id);
    this.conversations.delete(`${kind} ${a} ${b}`);
  }
}

export const sorted = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a]);

/** The two sides of what a sender says to a receiver. */
export function peersOf(kind: Kind, sender: string, receiver: string): Peers {
  if (kind === 'group') return { kind, a: receiver, b: '' };
  const [a, b] = sorted(sender, receiver);
  return { kind, a, b };
}
