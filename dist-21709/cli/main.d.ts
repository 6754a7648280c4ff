import type { System } from '../system/system.ts';
import { type Runtime } from '../terminal/context.ts';
/** Parts of the process that the command line uses. */
export type World = {
    readonly system: System;
    readonly out: NodeJS.WriteStream;
    readonly err: NodeJS.WriteStream;
    readonly input: NodeJS.ReadStream;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** As in a Runtime. */
    readonly hideVariables?: Runtime['hideVariables'];
    readonly onSignal: (listener: (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void) => void;
    readonly exit: (code: number) => void;
};
/** Runs one command line and returns its exit code. Never rejects. */
export declare function main(args: readonly string[], outside: World): Promise<number>;
