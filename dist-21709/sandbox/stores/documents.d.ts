import type { Database } from '../storage/database.ts';
import type { Fields } from '../wire/validation.ts';
/** Key of a document: its kind, the user it belongs to (empty for the app), and its id (empty for a single one). */
export type DocumentKey = {
    readonly kind: string;
    readonly owner?: string;
    readonly id?: string;
};
/** A document. The caller knows what each kind holds. */
export declare function findDocument(db: Database, { kind, owner, id }: DocumentKey): Fields | undefined;
/** Keeps a document in the place of the one of the same key, if there is one. */
export declare function keepDocument(db: Database, { kind, owner, id }: DocumentKey, value: Fields): void;
/** Removes a document. False if there was none. */
export declare function removeDocument(db: Database, { kind, owner, id }: DocumentKey): boolean;
/** Every document of a kind that belongs to the owner, in the order of their creation. */
export declare function listDocuments(db: Database, kind: string, owner?: string): readonly Fields[];
