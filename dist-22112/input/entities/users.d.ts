import { type Data, type Entity } from './entity.ts';
export type UserRow = Data & {
    readonly uid: string;
    readonly name: string;
};
/** Users of the chat system; keyed by `uid`. */
export declare const users: Entity<UserRow>;
