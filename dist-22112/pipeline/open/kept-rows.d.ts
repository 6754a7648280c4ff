import type { Step } from '../../delivery/plan.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { Policies } from '../../input/entities/policies.ts';
/** Content that is gathered of the rows of one message, and the field of the message that it becomes. */
type Kept<T> = {
    readonly field: string;
    /** Adds a row to what there is of its message. */
    add(before: T | undefined, row: Data): T;
    /** The value of the field. */
    value(gathered: T): unknown;
};
declare const KEPT: {
    readonly reactions: Kept<Map<string, Set<string>>>;
    readonly pins: Kept<Readonly<Record<string, unknown>>>;
};
/** The entities whose rows the metadata of their messages keeps, as the policies say. */
export declare const keptNames: (policies: Policies) => readonly (keyof typeof KEPT)[];
/**
 * Steps whose messages have what is attached to them, to be kept in metadata: reactions in the field `reactions`, pins in
 * `pinned`. Reads all these rows, unless there is no step of messages.
 * @param from the steps of these rows; others are not read
 * @throws RunError `LOOKUP.TOO_LARGE` if there are too many to be held in memory; `SOURCE.*`
 */
export declare function withKept(steps: readonly Step[], from: readonly Step[], policies: Policies, signal: AbortSignal): Promise<readonly Step[]>;
export {};
