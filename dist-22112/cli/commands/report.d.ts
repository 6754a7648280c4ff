export declare const report: import("../command.ts").Command<object>;
