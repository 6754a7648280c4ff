export declare const schema: import("../command.ts").Command<object>;
