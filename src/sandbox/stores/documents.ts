import type { Database } from '../storage/database.ts';
import { parseJson } from '../wire/json-text.ts';
import type { Fields } from '../wire/validation.ts';

/** Key of a document: its kind, the user it belongs to (empty for the app), and its id (empty for a single one). */
export type DocumentKey = { readonly kind: string; readonly owner?: string; readonly id?: string };

/** A document. The caller knows what each kind holds. */
export function findDocument(db: Database, { kind, owner = '', id = '' }: DocumentKey): Fields | undefined {
  const sql = 'SELECT value FROM documents WHERE kind = ? AND owner = ? AND id = ?';
  const value = db.value<string>(sql, kind, owner, id);
  return value === undefined ? undefined : (parseJson(value) as Fields);
}

/** Keeps a document in the place of the one of the same key, if there is one. */
export function keepDocument(db: Database, { kind, owner = '', id = '' }: DocumentKey, value: Fields): void {
  db.run(
    `INSERT INTO documents (kind, owner, id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, owner, id) DO UPDATE SET value = excluded.value`,
    kind,
    owner,
    id,
    JSON.stringify(value),
  );
}

/** Removes a document. False if there was none. */
export function removeDocument(db: Database, { kind, owner = '', id = '' }: DocumentKey): boolean {
  return db.run('DELETE FROM documents WHERE kind = ? AND owner = ? AND id = ?', kind, owner, id) > 0;
}

/** Every document of a kind that belongs to the owner, in the order of their creation. */
export function listDocuments(db: Database, kind: string, owner = ''): readonly Fields[] {
  const sql = 'SELECT value FROM documents WHERE kind = ? AND owner = ? ORDER BY seq';
  return db.all<{ value: string }>(sql, kind, owner).map(({ value }) => parseJson(value) as Fields);
}
