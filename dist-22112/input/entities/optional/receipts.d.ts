import type { Data, Entity } from '../entity.ts';
export type ReceiptRow = Data & {
    readonly conversation: string;
    readonly uid: string;
    readonly deliveredAt?: number | undefined;
    readonly readAt?: number | undefined;
};
/**
 * The times up to which users have read their conversations, or got their messages; keyed by conversation and user. Before
 * blocks and bans, which take conversations away.
 */
export declare const receipts: Entity<ReceiptRow>;
