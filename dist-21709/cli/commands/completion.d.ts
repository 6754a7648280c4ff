export declare const completion: import("../command.ts").Command<object>;
