import type { Management } from '../service/client/management.ts';
import { type Check, type CheckContext } from './check.ts';
type Users = CheckContext['service']['users'];
type Groups = CheckContext['service']['groups'];
export type AnsweredUser = Awaited<ReturnType<Users['get']>>;
export type AnsweredGroup = Awaited<ReturnType<Groups['get']>>;
export type AnsweredMessage = Awaited<ReturnType<CheckContext['service']['messages']['get']>>;
/** A check that only reads. */
export declare const reads: (name: string, covers: Check['covers'], run: Check['run']) => Check;
/** A check that creates its own rows and removes them. */
export declare const writes: (name: string, covers: Check['covers'], run: Check['run']) => Check;
/** Registers the removal of a row. The row may be gone by then, or may never have existed. */
export declare function removeLater({ later }: CheckContext, remove: () => Promise<unknown>): void;
/** An id of this check; what is created with it is removed at the end. */
export declare function ownId(context: CheckContext, label: string, remove: (id: string) => Promise<unknown>): string;
/** The same for a user. */
export declare const ownUid: (context: CheckContext, label: string) => string;
/** The same for a group. */
export declare const ownGuid: (context: CheckContext, label: string) => string;
/** Creates a user and removes it at the end. */
export declare const newUser: (context: CheckContext, label: string, fields?: Partial<Parameters<Users['create']>[0]>) => Promise<AnsweredUser>;
/** Creates a user for each label and returns their uids. */
export declare function newUids(context: CheckContext, ...labels: readonly string[]): Promise<string[]>;
/** Creates a group and removes it at the end. */
export declare function newGroup(context: CheckContext, label: string, fields?: Partial<Parameters<Groups['create']>[0]>): Promise<AnsweredGroup>;
/** Sends a text between users. The conversation is removed at the end. */
export declare function say(context: CheckContext, from: string, to: string, text: string, more?: {
    readonly tags?: readonly string[];
    readonly muid?: string;
}): Promise<AnsweredMessage>;
/** Sends a text into a group. The text is removed with the group. */
export declare const sayIn: ({ service }: CheckContext, from: string, guid: string, text: string) => Promise<AnsweredMessage>;
/** The first rows of a list, at most `most`. */
export declare function firstOf<T>(list: AsyncIterable<T>, most: number): Promise<T[]>;
/** The client of the account. Skips the check if no address and keys were given. */
export declare function accountOf({ management }: CheckContext): Management;
/** The id of an app of the account. */
export declare function someApp(account: Management): Promise<string>;
/** Every row of a list that is known to be short. Fails the check if the list does not end. */
export declare function allOf<T>(list: AsyncIterable<T>): Promise<T[]>;
/** One member of every row of such a list. */
export declare const columnOf: <T, Name extends keyof T>(list: AsyncIterable<T>, name: Name) => Promise<T[Name][]>;
/** Number of the newest messages that the checks search. */
export declare const RECENT = 100;
/** Two existing users of whom one has written to the other. */
export declare function talkingPair({ service, }: CheckContext): Promise<readonly [sender: string, receiver: string]>;
export {};
