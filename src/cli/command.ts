import type { Readable } from 'node:stream';
import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { CommandContext } from '../terminal/context.ts';

/**
 * One command: a yargs `CommandModule`, except that its handler also gets the world and gives the exit code. The handler
 * loads its feature when it is called, so that help and usage errors stay quick.
 */
export interface Command<A = object> {
  /** The verb and its positional arguments, as yargs reads them. */
  readonly command: string;
  /** Its line in the list of commands. */
  readonly describe: string;
  /** Declares arguments, options and examples. */
  builder(y: Argv): Argv<A>;
  /** @throws RunError `USAGE.INVALID` for a value that yargs cannot judge, before anything is done */
  handler(args: ArgumentsCamelCase<A>, context: CommandContext, input: Readable): Promise<number>;
}

/** A verb with commands below it; the one named `$0` runs where none of the others is named. */
export interface CommandGroup {
  readonly command: string;
  readonly describe: string;
  readonly commands: readonly Command[];
}

/** Ties the arguments that the builder declares to those that the handler gets. */
export const defineCommand = <A>(command: Command<A>): Command => command;
