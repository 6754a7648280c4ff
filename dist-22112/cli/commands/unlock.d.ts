export declare const unlock: import("../command.ts").Command<object>;
