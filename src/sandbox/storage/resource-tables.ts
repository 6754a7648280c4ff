/**
 * Quotes, who pinned a message, the app's own pins, what a reset leaves in its place, records of
 * calls, and documents. `kept_at` of a conversation state is the updatedAt that a reset conversation keeps in the list.
 * An app pin names the other side, because it is pinned for all users. Documents are settings and other resources that
 * the sandbox keeps and answers without acting on them: `kind` says what a document is, `owner` is the user it belongs
 * to, empty for the app.
 */
export const RESOURCE_TABLES = `
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
