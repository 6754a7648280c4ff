import type { Header } from './header.ts';
/** Speaker and text of the first line of a message. */
export type Said = {
    /** The name that the author is known by; absent where the app itself says it. */
    readonly author?: string;
    /** The author as the file shows them. */
    readonly name?: string;
    /** Its first line, without the author. */
    readonly text: string;
    /** An iPhone marks what the app says, and names the chat as its author. */
    readonly isMarked?: true;
    /** No blank stands behind the colon, as it does behind every author. */
    readonly isTight?: true;
};
/** Takes apart what stands behind the time. Only the file as a whole tells whether a name is that of an author. */
export declare function saidIn({ rest, dialect }: Pick<Header, 'rest' | 'dialect'>): Said;
/**
 * True if a name is the beginning of what the app says of an author, such as `Ann added Bob` of somebody who is called
 * `Bob: the builder`.
 */
export declare function isSaidOf(name: string, authors: Iterable<string>): boolean;
/** The name of a person or a chat as it is shown: without marks, with plain blanks, in one form of Unicode. */
export declare const shownName: (name: string) => string;
/** The id that a person is known by: the name, or a phone number without what only makes it readable. */
export declare function idOfName(name: string): string;
/** True if the name of a file may be that of a person. */
export declare const isSameName: (a: string, b: string) => boolean;
/** The name of the chat in the name that the app gives to its file, folder or archive; undefined for any other name. */
export declare function chatNameIn(stem: string): string | undefined;
