import { type Table } from '../files/tables.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
import { type Drafting } from './drafting.ts';
/** The columns of the fields of a table, by their names. */
export declare const fieldsIn: (entity: 'users' | 'groups' | 'members', { columns }: Table) => Map<string, string>;
/** The column that names the rows by its name: an id, else the name. */
export declare function idOrName(entity: 'users' | 'groups', table: Table): string | undefined;
/** Drafts the source of a table of users or of groups. */
export declare function draftOwners(entity: 'users' | 'groups', table: Table, drafting: Drafting): DraftSource;
/** Drafts the source of a table of members. */
export declare function draftMembers(table: Table, drafting: Drafting): DraftSource;
/** A group whose kind is not known is best a private one: nobody sees what they could not see before. */
export declare const PRIVATE: {
    readonly type: {
        readonly const: 'private';
    };
};
/** The remark where nothing tells the kind of groups. */
export declare const KIND_UNKNOWN = "? the type of these groups is unknown, so all are private; if everyone may read them:  type: { const: public }";
