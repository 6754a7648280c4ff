import type { ExportObject } from '../../files/export-rows.ts';
import { type Held } from './paths.ts';
import { type Field } from './shape.ts';
/** The documents of one collection in a file of their own, as the shape declares it by `in`. */
export type OwnFile = {
    /** Ids that the name of the file has. */
    readonly ids: Readonly<Partial<Record<Held, string>>>;
};
/** Tells if a file has documents of a section; undefined if its name is another one. */
export declare function ownFile(name: string, declared: string): OwnFile | undefined;
/** Names of the files that sections of a shape have for themselves. */
export declare const ownNames: (shape: Readonly<Record<string, unknown>> | undefined) => readonly string[];
/** The id of a document of a list. */
export declare function idInRow(row: ExportObject, key: Field | undefined): string | undefined;
/** True if a text has a document on each line, or is a list of them; else they stand under their ids. */
export declare function isListed(head: string, name: string): boolean;
/** The path of the collection that a file of Firefoo has; empty for a whole database, undefined if it is none. */
export declare function firefooPath(head: string): readonly string[] | undefined;
