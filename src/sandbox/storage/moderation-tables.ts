/**
 * The tables of moderation. A rule and a list of keywords have a row for each revision; the newest one counts. JSON
 * columns hold the text of answers. A record says why a message was blocked or how a moderator has decided about it:
 * `hidden` keeps it from everybody but its sender, `unread` marks it as unread when it is let through. Messages that
 * are only sent in to be judged have a table of their own, with ids of the same sequence.
 */
export const MODERATION_TABLES = `
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
