export declare const doctor: import("../command.ts").Command<object>;
