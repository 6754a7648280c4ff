import type { Step } from '../delivery/plan.ts';
import type { Files } from '../system/files.ts';
import type { PlanNotes } from './open/plan-notes.ts';
/** People whom a pipeline has forgotten: only digests, so that nothing kept names a person. */
export type Forgotten = {
    readonly version: 1;
    /** Random; the key of the digests. */
    readonly salt: string;
    readonly digests: readonly string[];
    /** The person whose traces are being removed; absent once that is done. */
    readonly pending?: string | undefined;
};
/** The file in the state folder of a pipeline. */
export declare const forgottenPath: (stateFolder: string) => string;
/** The digest of a uid, which is the same in upper and lower case. */
export declare const digestOfUid: (uid: string, salt: string) => string;
/** Reads whom a pipeline has forgotten; undefined if nobody. @throws RunError `STATE.CORRUPT` */
export declare function readForgotten(stateFolder: string, files: Files): Promise<Forgotten | undefined>;
/**
 * Steps without the rows of people who were forgotten: all that are about them are left out by the rule `forgotten`,
 * and other rows lose their names: groups their owner, messages by whom they were edited or deleted.
 * @throws RunError `STATE.FORGETTING` while the traces of one are being removed
 */
export declare function withoutForgotten(steps: readonly Step[], forgotten: Forgotten | undefined, { warnings }: Pick<PlanNotes, 'warnings'>): readonly Step[];
type Fields = Readonly<Record<string, unknown>>;
/** The fields of a row that say which people it is about. */
export declare const PEOPLE: ReadonlySet<string>;
/** The uids of the people that a row is about. */
export declare function peopleIn(fields: Fields): readonly unknown[];
/** Fields of a row that name people it is not about: they are left out, and the row stays. */
export declare const NAMED: readonly ['owner', 'editedBy', 'deletedBy'];
export {};
