import type { Data, Entity } from '../entity.ts';
export type PinRow = Data & {
    readonly muid: string;
    readonly uid?: string | undefined;
};
/** Messages that are pinned for everyone in their conversation, by a user or by the app; keyed by the message. */
export declare const pins: Entity<PinRow>;
