/**
 * The only command whose logic is not a feature: the sandbox depends on nothing else, so the command calls it directly.
 */
export declare const sandbox: import("../command.ts").Command<object>;
