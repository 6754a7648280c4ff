import { type Data, type Entity } from './entity.ts';
export type FriendRow = Data & {
    readonly uid: string;
    readonly friendUid: string;
};
/** Friendships of two users. They are mutual, so a row says the same with its ids exchanged; keyed by both, sorted. */
export declare const friends: Entity<FriendRow>;
