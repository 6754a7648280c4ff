import { type SourceMessage } from '../../neutral.ts';
import { type Document } from './documents.ts';
import type { Shape } from './shape.ts';
/** The conversation of a message: of its path, of a field, or the only one, which has the name of the path. */
export declare function roomOf(document: Document, { messages, root }: Shape): string | undefined;
/** The author of a message; undefined if it names none. */
export declare function senderOf(document: Document, { messages, commas }: Shape): string | undefined;
/**
 * @param taken the names of fields that the shape takes
 * @returns undefined if it has no id or no conversation
 */
export declare function messageFrom(document: Document, shape: Shape, taken: ReadonlySet<string>): SourceMessage | undefined;
