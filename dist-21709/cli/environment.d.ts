import type { Files } from '../system/files.ts';
import type { DeclaredOption } from './declared.ts';
type Env = Readonly<Record<string, string | undefined>>;
/** An option that the environment gives. */
export type FromEnvironment = {
    readonly name: string;
    readonly value: string;
    readonly variable: string;
};
/** Those of the options that the environment gives. */
export declare const givenBy: (env: Env, options: readonly DeclaredOption[]) => readonly FromEnvironment[];
/**
 * Words that the environment adds to a command line: options of the command that it does not give itself.
 * @throws RunError `USAGE.INVALID` for a switch that is neither on nor off
 */
export declare function addedBy(env: Env, line: readonly string[], options: readonly DeclaredOption[]): readonly {
    readonly words: readonly string[];
    readonly from: FromEnvironment;
}[];
/** A variable of the environment, or several of one meaning, and what it does. */
type Variable = readonly [names: string, does: string];
/** The environment variables that the tool reads, or gives to the programs that it starts. */
export declare const environment: readonly Variable[];
type EnvFiles = Pick<Files, 'readFile' | 'stat'>;
/**
 * The environment with the variables of the files that `--env-file` names; what is set already stays.
 * @param warn gets a sentence about a file with secrets that others can read
 * @throws RunError `USAGE.INVALID` if a file cannot be read
 */
export declare function withEnvFiles(line: readonly string[], env: Env, files: EnvFiles, warn: (text: string) => void): Promise<Env>;
export {};
