import { type Data, type Entity } from '../entity.ts';
export type BlockRow = Data & {
    readonly uid: string;
    readonly blockedUid: string;
};
/**
 * Blocks of one user by another, in this direction; keyed by both. After the messages: the service refuses those of
 * a blocked pair.
 */
export declare const blocks: Entity<BlockRow>;
