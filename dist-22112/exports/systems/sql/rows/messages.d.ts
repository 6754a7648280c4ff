import type { MessageSink } from '../../../export-reader.ts';
import type { Keys } from './lookups.ts';
import { type RolesInput } from './role-rows.ts';
type Messages = {
    readonly sink: MessageSink;
    readonly keys: Keys;
    readonly input: RolesInput;
};
/** Reads the files of messages, then the messages, then the reactions. */
export declare function readMessages(messages: Messages): Promise<void>;
export {};
