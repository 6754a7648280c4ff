import { type Data, type Entity } from './entity.ts';
export type MessageRow = Data & {
    readonly muid: string;
    readonly sender: string;
    readonly receiver: string;
    readonly receiverType: 'user' | 'group';
    readonly category: string;
    readonly type: string;
    readonly sentAt: number;
    readonly data?: object | undefined;
};
/** Messages between users and in groups; keyed by `muid`. */
export declare const messages: Entity<MessageRow>;
