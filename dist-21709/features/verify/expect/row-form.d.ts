import { type UserNamesDeps } from '../../../delivery/sending/user-names.ts';
import type { Data, EntityName, TimeRule } from '../../../input/entities/entity.ts';
import { type SentMembers } from './sent-members.ts';
/**
 * The compared values of a row, in the same form for both sides: empty members are absent, members that the service adds
 * by itself are left out, and defaults that it fills in are filled in.
 */
export type RowForm = {
    /** Values that must be equal. */
    readonly exact: ReadonlyMap<string, unknown>;
    /** Times with rules of their own, in the order of `timesOf`. */
    readonly times: readonly (number | undefined)[];
};
/** Which values of one entity are compared. */
export type FormRules = {
    readonly entity: EntityName;
    /** Fields that the pipeline's route carries. */
    readonly carries: ReadonlySet<string>;
    /**
     * True if a reply to a message is written live: then it is a reply in the service, too, and has the time of its call. Absent
     * if none is.
     */
    readonly isLive?: (parentMuid: string) => boolean;
    /** Rows were written by syncs: updates have no times, and within one second the order is that of writing. */
    readonly sync: boolean;
    /** The outcome of mentions in messages; absent for other entities. */
    readonly mentions?: ExpectedMentions;
};
/** The times of an entity that have their own comparison rule. */
export declare function timesOf({ entity, carries, sync }: FormRules): readonly TimeRule[];
/**
 * The form of a valid row of the source.
 * @param unsaid fields of which the row says nothing
 */
export declare function sourceForm(data: Data, comparison: FormRules, unsaid: ReadonlySet<string>): RowForm;
/**
 * The form of a row of the service.
 * @param sent what the row of the source has to say: the rest is no part of the form
 */
export declare function targetForm(row: Data, comparison: FormRules, sent: SentMembers): RowForm;
/** True if a value says anything: empty text, lists and objects are as good as absent. */
export declare function isFilled(value: unknown): boolean;
/** A fingerprint of the values that must be equal, as a safe integer. */
export declare function formFingerprint({ exact }: RowForm): number;
/** JSON with the members of objects sorted by name. */
export declare function stable(value: unknown): string;
/** Mentions in a text as the service must have them. */
type MentionsOfText = {
    /** The users that it must show as mentioned. */
    readonly users: readonly string[];
    /** The text with words in place of the other mentions. */
    readonly words: string;
};
/**
 * Outcome of the mentions in messages: users who have landed are mentioned. Nobody knows whether the service has the
 * others, so words and markup count as the same.
 */
export declare class ExpectedMentions implements Disposable {
    #private;
    constructor(deps: UserNamesDeps);
    /** Looks up what `of` needs for a message. */
    prepare(message: Data): Promise<void>;
    of(text: string): MentionsOfText;
    [Symbol.dispose](): void;
}
export {};
