export declare const init: import("../command.ts").Command<object>;
