export declare const status: import("../command.ts").Command<object>;
