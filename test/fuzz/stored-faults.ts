import { DatabaseSync } from 'node:sqlite';

/** What must hold of the stored rows whatever was sent: each statement finds the rows that break it. */
const RULES: Readonly<Record<string, string>> = {
  'a group counts its members wrong': `SELECT guid FROM groups WHERE members_count <>
     (SELECT count(*) FROM members WHERE members.guid = groups.guid AND is_banned = 0)`,
  'a member is in a group that is gone':
    'SELECT guid FROM members WHERE guid NOT IN (SELECT guid FROM groups)',
  'a member is a user that is gone': 'SELECT uid FROM members WHERE uid NOT IN (SELECT uid FROM users)',
  'a message is in no conversation':
    'SELECT id FROM messages WHERE conversation NOT IN (SELECT seq FROM conversations)',
  'a message counts its replies wrong': `SELECT id FROM messages AS m WHERE reply_count <>
     (SELECT count(*) FROM messages WHERE parent_id = m.id AND deleted_at IS NULL)`,
  'a reaction is on a message that is gone':
    'SELECT seq FROM reactions WHERE message NOT IN (SELECT id FROM messages)',
  'a friendship has one side': `SELECT uid FROM friends AS f WHERE NOT EXISTS
     (SELECT 1 FROM friends WHERE uid = f.friend AND friend = f.uid)`,
  'an id is not in the service charset': `SELECT uid FROM users WHERE uid GLOB '*[^a-z0-9_-]*' OR uid = ''
     UNION SELECT guid FROM groups WHERE guid GLOB '*[^a-z0-9_-]*' OR guid = ''`,
  'stored data is no JSON': `SELECT id FROM messages WHERE NOT json_valid(data)
     UNION SELECT seq FROM users WHERE metadata IS NOT NULL AND NOT json_valid(metadata)`,
};

/** The rules that a sandbox's data file breaks; the file must not be in use. */
export function storedFaults(dataFile: string): readonly string[] {
  const db = new DatabaseSync(dataFile, { readOnly: true });
  try {
    const broken = Object.entries(RULES).flatMap(([rule, sql]) => {
      const rows = db.prepare(`${sql} LIMIT 3`).all();
      return rows.length === 0 ? [] : [`${rule}: ${JSON.stringify(rows)}`];
    });
    const integrity = JSON.stringify(db.prepare('PRAGMA integrity_check').all());
    return integrity === '[{"integrity_check":"ok"}]' ? broken : [...broken, integrity];
  } finally {
    db.close();
  }
}
