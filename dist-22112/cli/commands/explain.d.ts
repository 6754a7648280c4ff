export declare const explain: import("../command.ts").Command<object>;
