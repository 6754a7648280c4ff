import type { Readable } from 'node:stream';
import type { ErrorDocument, RunError } from '../errors/run-error.ts';
import type { System } from '../system/system.ts';
import type { Prompter } from './prompts.ts';
import type { Style } from './style.ts';

/** Standard output, which gets the result of a command. */
export type Stdout = {
  readonly out: (text: string) => void;
  readonly style: Style;
  /** Width in cells; undefined if it is not a terminal, so lines are not cut. */
  readonly width: number | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
};

/** Standard error, which gets everything else that is printed. */
export type Stderr = {
  readonly err: (text: string) => void;
  readonly errStyle: Style;
  /** True if it is a terminal that can redraw lines, and its width in columns. */
  readonly live: boolean;
  readonly columns: () => number;
  readonly quiet: boolean;
  readonly verbosity: Verbosity;
};

/** Amount of output: 1 adds failed and slow requests, 2 all of them. */
export type Verbosity = 0 | 1 | 2;

/** Ways to ask a person. */
export type Questions = {
  /** Asks a question on the terminal; undefined if there is no terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Asks a question with choices; undefined if the terminal cannot redraw lines, or there is none. */
  readonly prompt?: Prompter | undefined;
};

/** Process and machine that a command works in. */
export type Runtime = {
  /** Time, chance, files and network. */
  readonly system: System;
  /** Standard input; absent in tests that need none. */
  readonly input?: (Readable & { readonly isTTY?: boolean }) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes variables from what code of the user sees in this process; undefined if the process is not ours. */
  readonly hideVariables?: ((names: readonly string[]) => void) | undefined;
  /** Aborted on the first interrupt; the reason is the RunError that ends the command. */
  readonly signal: AbortSignal;
  /**
   * Has SIGHUP call something instead of ending the command, until it is disposed of: for what runs without a terminal. Undefined
   * if the process is not ours.
   */
  readonly onHangUp?: ((work: () => void) => Disposable) | undefined;
  /** `--allow-code`: run what a pipeline names, even if others may change it. */
  readonly allowCode: boolean;
  /** The text of the pipeline file, where it has come with a job; without it, the file is read. */
  readonly pipelineText?: string | undefined;
  /** The command as typed, for locks and hints. */
  readonly commandLine: string;
};

/** A command's access to the outside world; what a command is made of takes the parts that it needs. */
export type CommandContext = Runtime & Stdout & Stderr & Questions;

/** A parsed command, ready to run; returns the exit code. */
export type Run = (context: CommandContext, input: Readable) => Promise<number>;

/** The JSON form of an error. */
export function errorJson({ code, message, hint, where, missingFlags }: RunError): ErrorDocument {
  return { code, message, hint, ...(where ? { where } : {}), ...(missingFlags ? { missingFlags } : {}) };
}
