import { type Data, type Entity } from './entity.ts';
export type MemberRow = Data & {
    readonly guid: string;
    readonly uid: string;
};
/** Memberships of users in groups; keyed by `<guid>_member_<uid>`, the key of the service's import API. */
export declare const members: Entity<MemberRow>;
