export declare const plan: import("../command.ts").Command<object>;
