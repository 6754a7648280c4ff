import { type Data, type Entity } from './entity.ts';
export type ReactionRow = Data & {
    readonly muid: string;
    readonly uid: string;
    readonly reaction: string;
};
/** Reactions of users to messages; keyed by user, reaction and message. */
export declare const reactions: Entity<ReactionRow>;
