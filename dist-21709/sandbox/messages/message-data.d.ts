import * as field from '../wire/field.ts';
/** The kinds of a plain message. */
export declare const MESSAGE_TYPES: readonly ['text', 'image', 'file', 'audio', 'video'];
/** The data of a message as JSON text, without `entities`, which the service writes itself. */
export declare const messageData: field.Field<string>;
type Kind = {
    readonly category: string | null;
    readonly type: string;
};
/** Refuses a text message without a text. `data` is the data as received. */
export declare function checkText({ category, type }: Kind, data: unknown): void;
/** Refuses a message without the content of its kind: a text, a file, or custom data. */
export declare function checkContent(kind: Kind, given: unknown): void;
export {};
