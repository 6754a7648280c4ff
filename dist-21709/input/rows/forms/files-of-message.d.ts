import type { Values } from '../row.ts';
import type { ColumnFinder } from './context.ts';
type Fields = Record<string, unknown>;
/** The column with the number of the message among those that a row makes, from 1. */
export declare const PART = "$part";
/** A message with files and without text has the type of its first file. */
export declare function setTypeOfFiles(fields: Fields): void;
/** Counts the messages that a row makes: one for its text, and one for each file. */
export declare function countParts(fields: Readonly<Fields>): number;
/** Leaves of a row's fields one of its messages: the one with the text under the row's muid, those with a file `-f1` … */
export declare function partReader(find: ColumnFinder): ((fields: Fields, values: Values) => void) | undefined;
export {};
