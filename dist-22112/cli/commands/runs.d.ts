export declare const runs: import("../command.ts").Command<object>;
export declare const runsDiff: import("../command.ts").Command<object>;
