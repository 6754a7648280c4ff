/**
 * Quotes, who pinned a message, the app's own pins, what a reset leaves in its place, records of
 * calls, and documents. `kept_at` of a conversation state is the updatedAt that a reset conversation keeps in the list.
 * An app pin names the other side, because it is pinned for all users. Documents are settings and other resources that
 * the sandbox keeps and answers without acting on them: `kind` says what a document is, `owner` is the user it belongs
 * to, empty for the app.
 */
const RESOURCE_TABLES = `
ALTER TABLE messages ADD COLUMN quoted_id INTEGER;
ALTER TABLE messages ADD COLUMN pinned_by TEXT;
ALTER TABLE conversation_states ADD COLUMN kept_at INTEGER;
UPDATE messages SET pinned_by = 'app_system' WHERE pinned_at IS NOT NULL;
CREATE TABLE app_pins (
  position INTEGER PRIMARY KEY, kind TEXT NOT NULL, peer TEXT NOT NULL, pinned_at INTEGER NOT NULL,
  UNIQUE (kind, peer)
);
CREATE TRIGGER app_pin_of_group_removed AFTER DELETE ON groups BEGIN
  DELETE FROM app_pins WHERE kind = 'group' AND peer = OLD.guid;
END;
CREATE TRIGGER app_pin_of_user_removed AFTER DELETE ON users BEGIN
  DELETE FROM app_pins WHERE kind = 'user' AND peer = OLD.uid;
  DELETE FROM documents WHERE owner = OLD.uid;
END;
CREATE TABLE documents (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,
  UNIQUE (kind, owner, id)
);
CREATE TABLE call_records (
  seq INTEGER PRIMARY KEY, session_id TEXT NOT NULL UNIQUE, initiated_at INTEGER NOT NULL, record TEXT NOT NULL
);
CREATE INDEX call_records_by_time ON call_records (initiated_at);
`;

/**
 * The tables of moderation. A rule and a list of keywords have a row for each revision; the newest one counts. JSON
 * columns hold the text of answers. A record says why a message was blocked or how a moderator has decided about it:
 * `hidden` keeps it from everybody but its sender, `unread` marks it as unread when it is let through. Messages that
 * are only sent in to be judged have a table of their own, with ids of the same sequence.
 */
const MODERATION_TABLES = `
CREATE TABLE moderation_rules (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL, revision INTEGER NOT NULL, active INTEGER NOT NULL, name TEXT NOT NULL,
  enabled INTEGER NOT NULL, description TEXT, action TEXT NOT NULL, filters TEXT NOT NULL, conditions TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (id, revision)
);
CREATE TABLE moderation_keywords (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL, name TEXT, description TEXT,
  category TEXT NOT NULL, is_csv INTEGER NOT NULL, terms TEXT NOT NULL, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE TABLE moderation_reasons (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT,
  is_default INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
INSERT INTO moderation_reasons (id, name, is_default, created_at, updated_at)
  VALUES ('spam', 'Spam', 1, unixepoch(), unixepoch());
CREATE TABLE moderation_records (
  message INTEGER PRIMARY KEY, rule_id TEXT, rule_name TEXT, revision_id TEXT, condition TEXT, action TEXT,
  status TEXT NOT NULL, reviewed INTEGER NOT NULL, hidden INTEGER NOT NULL, unread INTEGER NOT NULL,
  blocked_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX moderation_records_hidden ON moderation_records (message) WHERE hidden = 1;
CREATE TABLE moderation_flags (
  message INTEGER NOT NULL, uid TEXT NOT NULL, reason_id TEXT, remark TEXT, flagged_at INTEGER NOT NULL,
  PRIMARY KEY (message, uid)
) WITHOUT ROWID;
CREATE TABLE moderation_messages (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, receiver TEXT NOT NULL, muid TEXT, sender TEXT NOT NULL,
  category TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, tags TEXT, sent_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, edited_at INTEGER, edited_by TEXT
);
CREATE TRIGGER moderation_of_removed AFTER DELETE ON messages BEGIN
  DELETE FROM moderation_records WHERE message = OLD.id;
  DELETE FROM moderation_flags WHERE message = OLD.id;
END;
CREATE TRIGGER moderation_of_removed_alone AFTER DELETE ON moderation_messages BEGIN
  DELETE FROM moderation_records WHERE message = OLD.id;
  DELETE FROM moderation_flags WHERE message = OLD.id;
END;
`;

/**
 * The first version: the tables of one app. JSON columns hold the text of answers. `seq` gives lists a stable
 * order that new rows only extend. Messages refer to their conversation by number. So their index is small, and
 * its order is the reading order of a conversation (sentAt, then id).
 */
const VERSION_1 = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE api_keys (
  api_key TEXT PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL, created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE roles (
  role TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, metadata TEXT, settings TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER
);
CREATE TABLE users (
  seq INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, avatar TEXT, link TEXT,
  role TEXT NOT NULL, status_message TEXT, metadata TEXT, tags TEXT, created_at INTEGER NOT NULL,
  updated_at INTEGER, last_active_at INTEGER, deactivated_at INTEGER
);
CREATE INDEX users_active ON users (seq) WHERE deactivated_at IS NULL;
CREATE TABLE auth_tokens (
  auth_token TEXT PRIMARY KEY, uid TEXT NOT NULL, created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE groups (
  seq INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL, password TEXT,
  icon TEXT, description TEXT, owner TEXT NOT NULL, metadata TEXT, tags TEXT, created_at INTEGER NOT NULL,
  updated_at INTEGER, has_history INTEGER NOT NULL DEFAULT 0, members_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX groups_listing ON groups (seq);
CREATE TABLE members (
  guid TEXT NOT NULL, uid TEXT NOT NULL, scope TEXT NOT NULL, joined_at INTEGER NOT NULL,
  is_banned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (guid, uid)
) WITHOUT ROWID;
CREATE INDEX members_by_user ON members (uid);
CREATE TRIGGER member_added AFTER INSERT ON members WHEN NEW.is_banned = 0 BEGIN
  UPDATE groups SET members_count = members_count + 1 WHERE guid = NEW.guid;
END;
CREATE TRIGGER member_removed AFTER DELETE ON members WHEN OLD.is_banned = 0 BEGIN
  UPDATE groups SET members_count = members_count - 1 WHERE guid = OLD.guid;
END;
CREATE TRIGGER member_banned AFTER UPDATE OF is_banned ON members WHEN OLD.is_banned <> NEW.is_banned BEGIN
  UPDATE groups SET members_count = members_count + OLD.is_banned - NEW.is_banned WHERE guid = NEW.guid;
END;
CREATE TABLE conversations (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, peer_a TEXT NOT NULL, peer_b TEXT NOT NULL,
  created_at INTEGER NOT NULL, UNIQUE (kind, peer_a, peer_b)
);
CREATE INDEX conversations_by_second ON conversations (kind, peer_b);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, sent_at INTEGER NOT NULL, muid TEXT,
  sender TEXT NOT NULL, category TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, tags TEXT,
  delivered_at INTEGER, read_at INTEGER, updated_at INTEGER NOT NULL
);
CREATE INDEX messages_by_conversation ON messages (conversation, sent_at);
CREATE INDEX messages_by_time ON messages (sent_at);
CREATE INDEX messages_by_muid ON messages (muid) WHERE muid IS NOT NULL;
INSERT INTO roles (role, name, description, created_at)
  VALUES ('default', 'Default', 'Default role', unixepoch());
`;

/**
 * The second version: everything besides users, groups, members and plain messages. `unread` marks a message that
 * counts as unread until its receiver has read it. A conversation state holds what one user has done with a
 * conversation: `hidden_to`, `read_to` and `delivered_to` are the highest message ids that the user has deleted,
 * read and received; `visible_from` is where the list starts after a delete; `unread_from` to `unread_to` are
 * marked as unread by the user. Most indexes are partial, so that imported history writes none of them.
 */
const VERSION_2 = `
ALTER TABLE groups ADD COLUMN updated_by TEXT;
ALTER TABLE messages ADD COLUMN parent_id INTEGER;
ALTER TABLE messages ADD COLUMN reply_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN edited_at INTEGER;
ALTER TABLE messages ADD COLUMN edited_by TEXT;
ALTER TABLE messages ADD COLUMN deleted_at INTEGER;
ALTER TABLE messages ADD COLUMN deleted_by TEXT;
ALTER TABLE messages ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN pinned_at INTEGER;
CREATE INDEX messages_by_parent ON messages (parent_id, sent_at) WHERE parent_id IS NOT NULL;
CREATE INDEX messages_with_replies ON messages (sent_at) WHERE reply_count > 0;
CREATE INDEX messages_unread ON messages (conversation, id, sender) WHERE unread = 1;
CREATE INDEX messages_pinned ON messages (conversation) WHERE pinned_at IS NOT NULL;
CREATE INDEX conversations_by_first ON conversations (peer_a, kind, peer_b);
CREATE INDEX users_by_name ON users (name COLLATE NOCASE);
CREATE INDEX users_by_role ON users (role) WHERE role <> 'default';
DROP INDEX users_active;
CREATE INDEX users_active ON users (seq, deactivated_at) WHERE deactivated_at IS NULL;
CREATE INDEX users_deactivated ON users (seq, deactivated_at) WHERE deactivated_at IS NOT NULL;
CREATE TABLE reactions (
  seq INTEGER PRIMARY KEY, message INTEGER NOT NULL, reaction TEXT NOT NULL, uid TEXT NOT NULL,
  reacted_at INTEGER NOT NULL, UNIQUE (message, reaction, uid)
);
CREATE TABLE saved_messages (
  uid TEXT NOT NULL, message INTEGER NOT NULL, saved_at INTEGER NOT NULL, PRIMARY KEY (uid, message)
) WITHOUT ROWID;
CREATE INDEX saved_messages_by_message ON saved_messages (message);
CREATE TABLE thread_subscriptions (
  uid TEXT NOT NULL, message INTEGER NOT NULL, PRIMARY KEY (uid, message)
) WITHOUT ROWID;
CREATE INDEX thread_subscriptions_by_message ON thread_subscriptions (message);
CREATE TABLE interactions (
  message INTEGER NOT NULL, uid TEXT NOT NULL, elements TEXT NOT NULL, PRIMARY KEY (message, uid)
) WITHOUT ROWID;
CREATE TABLE conversation_states (
  conversation INTEGER NOT NULL, uid TEXT NOT NULL, hidden_to INTEGER NOT NULL DEFAULT 0,
  read_to INTEGER NOT NULL DEFAULT 0, delivered_to INTEGER NOT NULL DEFAULT 0, tags TEXT, pinned_at INTEGER,
  visible_from INTEGER, unread_from INTEGER, unread_to INTEGER, PRIMARY KEY (conversation, uid)
) WITHOUT ROWID;
CREATE INDEX conversation_states_by_user ON conversation_states (uid);
CREATE INDEX conversation_states_hidden ON conversation_states (conversation) WHERE hidden_to > 0;
CREATE TABLE friends (
  uid TEXT NOT NULL, friend TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (uid, friend)
) WITHOUT ROWID;
CREATE TABLE blocks (
  uid TEXT NOT NULL, blocked TEXT NOT NULL, blocked_at INTEGER NOT NULL, PRIMARY KEY (uid, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE TABLE restricted_features (
  role TEXT NOT NULL, feature TEXT NOT NULL, created_at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (role, feature)
) WITHOUT ROWID;
CREATE TABLE permissions (
  guid TEXT NOT NULL, holder TEXT NOT NULL, permission TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (guid, holder, permission)
) WITHOUT ROWID;
CREATE TRIGGER group_permissions_removed AFTER DELETE ON groups BEGIN
  DELETE FROM permissions WHERE guid = OLD.guid;
END;
ALTER TABLE auth_tokens RENAME TO auth_tokens_1;
CREATE TABLE auth_tokens (
  seq INTEGER PRIMARY KEY, auth_token TEXT NOT NULL UNIQUE, uid TEXT NOT NULL, platform TEXT, user_agent TEXT,
  app_info TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX auth_tokens_by_user ON auth_tokens (uid);
INSERT INTO auth_tokens (auth_token, uid, created_at)
  SELECT auth_token, uid, created_at FROM auth_tokens_1 ORDER BY created_at;
DROP TABLE auth_tokens_1;
CREATE TABLE apps (
  app_id TEXT PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL, created_at INTEGER NOT NULL
) WITHOUT ROWID;
`;

/**
 * Tables of the management calls, for every app: in the data file of the first app, as the list of apps. Webhooks,
 * what each of them is told, and the extensions with their settings as JSON text.
 */
const MANAGEMENT_TABLES = `
CREATE TABLE webhooks (
  app_id TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, use_basic_auth INTEGER NOT NULL,
  username TEXT, password TEXT, enabled INTEGER NOT NULL, retry_on_failure INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (app_id, id)
) WITHOUT ROWID;
CREATE TABLE webhook_triggers (
  app_id TEXT NOT NULL, webhook TEXT NOT NULL, trigger_id TEXT NOT NULL, PRIMARY KEY (app_id, webhook, trigger_id)
) WITHOUT ROWID;
CREATE TABLE extensions (
  app_id TEXT NOT NULL, id TEXT NOT NULL, enabled INTEGER NOT NULL DEFAULT 0, settings TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (app_id, id)
) WITHOUT ROWID;
`;

/** The mentioned users of a message, as a JSON list of uids; NULL where its text says that. */
const MENTIONED = 'ALTER TABLE messages ADD COLUMN mentioned TEXT;';

/** The statements from each version to the next. A new file runs all of them. */
export const SCHEMA_STEPS: readonly string[] = [
  VERSION_1,
  VERSION_2,
  MANAGEMENT_TABLES,
  MODERATION_TABLES,
  RESOURCE_TABLES,
  MENTIONED,
];
