export declare const inspect: import("../command.ts").Command<object>;
