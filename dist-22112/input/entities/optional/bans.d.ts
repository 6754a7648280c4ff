import { type Data, type Entity } from '../entity.ts';
export type BanRow = Data & {
    readonly guid: string;
    readonly uid: string;
};
/**
 * Bans of users from groups, members or not; keyed as memberships are, `<guid>_member_<uid>`. After the messages: a banned
 * user cannot write.
 */
export declare const bans: Entity<BanRow>;
