/** The version that SCHEMA writes into a new data file. */
export const SCHEMA_VERSION = 1;

/**
 * The tables of one app. JSON columns hold the text as it is answered. `seq` gives lists a stable order that
 * new rows only extend. Messages refer to their conversation by number: its index is then small, and the
 * reading order of a conversation (sentAt, then id) is the order of that index.
 */
export const SCHEMA = `
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
PRAGMA user_version = ${SCHEMA_VERSION};
`;
