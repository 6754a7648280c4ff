import type { InspectedColumn } from '../../../input/columns/column.ts';
import { type EntityName } from '../../../input/entities/entity.ts';
/** Which entity the rows of a file most likely are. */
export type EntityGuess = {
    readonly entity: EntityName;
    readonly evidence: string;
    /** False if another entity is nearly as likely, or only the forms of the columns suggest it. */
    readonly certain: boolean;
};
/** The evidence of what the user has said. */
export declare const SPECIFIED = "as you specified";
/** Says by which evidence something was recognised. */
export declare const recognisedText: (evidence?: string) => string;
/** Guesses the entity from the name of the file and its columns; undefined if neither suggests one. */
export declare function guessEntity(path: string, columns: readonly InspectedColumn[]): EntityGuess | undefined;
/** True if no value of a column repeats, as far as it is known. */
export declare const isUnique: ({ filled, distinct }: InspectedColumn) => boolean;
/** True if few values of a column repeat, as where some rows were exported twice. */
export declare const isNearlyUnique: ({ filled, distinct }: InspectedColumn) => boolean;
/** Without a matching name: the only column of times, the only column of unique ids, the column of the longest texts. */
export declare function fieldsByForm(fields: Map<string, string>, columns: readonly InspectedColumn[]): void;
/** A table whose rows belong to messages: their files, or something that is not imported from a file of its own. */
type SideTable = {
    readonly kind: 'attachments';
    readonly ref: string;
    readonly url: string;
    readonly name?: string;
} | {
    readonly kind: 'reactions';
    readonly ref: string;
};
/** A column with the places of files: URLs or paths. */
export declare const hasFiles: ({ type, filled, looks }: InspectedColumn) => boolean;
/** Tells what a table with a reference to messages and no text is; undefined if it is no such table. */
export declare function sideTableOf(columns: readonly InspectedColumn[]): SideTable | undefined;
export {};
