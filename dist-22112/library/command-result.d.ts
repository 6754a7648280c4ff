import type { StreamEvent } from '../report/events/event-schema.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import { type CommandContext } from '../terminal/context.ts';
/** Setting that every call of one pipeline has in common. */
export type CallSetting = {
    /** The pipeline file, absolute. */
    readonly file: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly allowCode: boolean;
};
/** Setting that each call has of its own. */
export type Call = {
    /** The call as hints, locks and reports name it. */
    readonly name: string;
    readonly signal: AbortSignal;
    /** Gets what the command would print as a warning. */
    readonly warn: (message: string) => void;
};
/**
 * Does what a command does, with a context of its own: nothing is printed, and the JSON document of the command is the result.
 * @throws RunError if the command ends without a document
 */
export declare function resultOf<T extends object>({ file, env, allowCode }: CallSetting, { name, signal, warn }: Call, command: (context: CommandContext) => Promise<number>): Promise<T>;
/** One call: its listener, and the signal that stops it. */
export declare class CallEvents {
    #private;
    constructor(onEvent: ((event: StreamEvent) => void) | undefined);
    /** Aborts on `stop`. */
    get signal(): AbortSignal;
    /** Ends the call as Ctrl-C does: requests under way are finished, and the state is saved. */
    stop(why: string, cause?: unknown): void;
    /** Nothing follows `run.finished`. */
    readonly emit: (event: StreamEvent) => void;
    /** For a run: gets its events. */
    get listener(): RunListener;
    /** @throws what `onEvent` has thrown first */
    rethrow(): void;
}
