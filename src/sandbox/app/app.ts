import type { Quirks } from '../quirks/quirks.ts';
import { Database } from '../storage/database.ts';
import { AuthTokenStore } from '../stores/auth-token-store.ts';
import { ConversationStateStore } from '../stores/conversation-state-store.ts';
import { ConversationStore } from '../stores/conversation-store.ts';
import { GroupStore } from '../stores/group-store.ts';
import { KeyStore } from '../stores/key-store.ts';
import { MemberStore } from '../stores/member-store.ts';
import { MessageStore } from '../stores/message-store.ts';
import { PermissionStore } from '../stores/permission-store.ts';
import { BlockStore, FriendStore } from '../stores/relation-stores.ts';
import { RoleStore } from '../stores/role-store.ts';
import { UserStore } from '../stores/user-store.ts';
import { Events } from './events.ts';
import { type Limits, RateLimits } from './rate-limits.ts';
import type { Network } from './webhooks/receiver.ts';

/** Settings that all apps of one sandbox share. `clock` gives milliseconds since the epoch. */
export type AppSettings = {
  readonly quirks: Quirks;
  readonly limits: Limits;
  readonly clock: () => number;
  /** Hosts that webhooks may be sent to. */
  readonly network: Network;
};

/** Opens the data file as an app. */
export function openApp(dataFile: string, { quirks, limits, clock }: Omit<AppSettings, 'network'>) {
  const db = new Database(dataFile);
  const users = new UserStore(db);
  const groups = new GroupStore(db);
  return {
    db,
    users,
    groups,
    members: new MemberStore(db),
    messages: new MessageStore(db, users, groups, quirks),
    conversations: new ConversationStore(db),
    conversationStates: new ConversationStateStore(db),
    roles: new RoleStore(db),
    keys: new KeyStore(db),
    blocks: new BlockStore(db),
    friends: new FriendStore(db),
    authTokens: new AuthTokenStore(db),
    permissions: new PermissionStore(db),
    /** Receiver of the events that calls publish. */
    events: new Events(db),
    limits: new RateLimits(limits, clock, quirks.window),
    quirks,
    /** The time in Unix seconds. */
    now: () => Math.floor(clock() / 1000),
  };
}

/** One chat app: its data, switches, budgets and clock. Handlers use nothing else. */
export type App = Readonly<ReturnType<typeof openApp>>;

/** A setting in the data file. `make` gives its value on first use. */
export function setting(app: App, name: string, make: () => string): string {
  const known = app.db.value<string>('SELECT value FROM settings WHERE name = ?', name);
  if (known !== undefined) return known;
  const value = make();
  app.db.run('INSERT INTO settings (name, value) VALUES (?, ?)', name, value);
  return value;
}
