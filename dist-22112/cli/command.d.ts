import type { Readable } from 'node:stream';
import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { Files } from '../system/files.ts';
import type { CommandContext } from '../terminal/context.ts';
/**
 * One command: a yargs `CommandModule` whose handler also receives the context and returns the exit code. The handler
 * loads its feature when it is called, so that help and usage errors stay quick.
 */
export interface Command<A = object> {
    /** The name and the positional arguments, in yargs' syntax. */
    readonly command: string;
    /** The description in the list of commands. */
    readonly describe: string;
    /** Declares arguments, options and examples. */
    builder(y: Argv): Argv<A>;
    /** @throws RunError `USAGE.INVALID` for a value that yargs cannot check, before anything is done */
    handler(args: ArgumentsCamelCase<A>, context: CommandContext, input: Readable): Promise<number>;
}
/** A command with subcommands. The subcommand `$0` is the default. */
export interface CommandGroup {
    readonly command: string;
    readonly describe: string;
    /** A command line, and what it does. */
    readonly example: readonly [string, string];
    readonly commands: readonly Command[];
}
/** Lets TypeScript infer the handler's arguments from those that the builder declares. */
export declare const defineCommand: <A>(command: Command<A>) => Command;
/** For `catch`: throws the error again, with the pipeline and its target in its hint if it does not know them. */
export declare const namingPipeline: ({ pipeline, to }: Readonly<Record<string, unknown>>) => (error: unknown) => never;
type FolderOf = Pick<Files, 'open' | 'readdir'>;
/**
 * The pipeline of the folder in which the command is typed: `chatferry.yaml`, else the only file that is a pipeline.
 * @throws RunError `USAGE.INVALID` if there is none, or several
 */
export declare function pipelineOfFolder(typed: string, files: FolderOf): Promise<string>;
export {};
