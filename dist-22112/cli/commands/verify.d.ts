export declare const verify: import("../command.ts").Command<object>;
