import type { Readable } from 'node:stream';
import type { RunError } from '../errors/run-error.ts';
import type { Style } from './style.ts';

/** Everything a command may touch of the world outside its files. */
export type CommandContext = {
  /** Prints the result. */
  readonly out: (text: string) => void;
  /** Prints everything else. */
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted on the first interrupt, with the RunError that the command ends with. */
  readonly signal: AbortSignal;
  /** Styles for standard output and standard error. */
  readonly style: Style;
  readonly errStyle: Style;
  /** Standard error is a terminal that can redraw lines; its width in columns. */
  readonly live: boolean;
  readonly columns: () => number;
  /** Cells of a line of standard output; undefined where it is no terminal, and lines are not cut. */
  readonly width: number | undefined;
  /** Asks a question on the terminal; undefined where there is nobody to ask. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The command as typed, for locks and hints. */
  readonly commandLine: string;
};

/** A command that was chosen, ready to run; gives the exit code. */
export type Run = (context: CommandContext, input: Readable) => Promise<number>;

/** An error as it goes into JSON. */
export function errorJson({ code, message, hint, where }: RunError): Record<string, unknown> {
  return { code, message, hint, ...(where ? { where } : {}) };
}
