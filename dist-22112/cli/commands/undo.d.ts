export declare const undo: import("../command.ts").Command<object>;
