import type { Database } from '../storage/database.ts';

const NAME = 'moderation version';

/** A number that grows with each change of rules or lists; undefined before the first one. */
export function moderationVersion(db: Database): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', NAME)?.value;
}

/** Says that rules or lists have changed, so that what was made of them is made again. */
export function markChanged(db: Database): void {
  const next = Number(moderationVersion(db) ?? 0) + 1;
  db.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', NAME, String(next));
}
