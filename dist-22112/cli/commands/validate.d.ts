export declare const validate: import("../command.ts").Command<object>;
