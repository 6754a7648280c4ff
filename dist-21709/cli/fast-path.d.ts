import type { Parsed } from './arguments.ts';
/**
 * The short command lines that scripts call again and again: `--version`, `status PIPELINE` with or without `--json`, and
 * `validate` and `run` with the pipeline first and plain options after it. Understood without yargs, which takes as long to
 * load as they take; with the same result. Undefined for every other command line.
 */
export declare function fastPath(argv: readonly string[], env?: Env): Parsed | undefined;
type Env = Readonly<Record<string, string | undefined>>;
export {};
