export declare const run: import("../command.ts").Command<object>;
