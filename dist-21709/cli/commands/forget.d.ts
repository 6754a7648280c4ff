export declare const forget: import("../command.ts").Command<object>;
