import { type Data, type Entity } from './entity.ts';
export type GroupRow = Data & {
    readonly guid: string;
    readonly owner?: string | undefined;
};
/** Groups (rooms, channels) of the chat system; keyed by `guid`. */
export declare const groups: Entity<GroupRow>;
