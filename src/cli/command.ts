import type { Readable } from 'node:stream';
import type { ArgumentsCamelCase, Argv } from 'yargs';
import { RunError, usageError } from '../errors/run-error.ts';
import { referenceText } from '../pipeline/reference.ts';
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
export const defineCommand = <A>(command: Command<A>): Command => command;

/** For `catch`: throws the error again, with the pipeline and its target in its hint if it does not know them. */
export const namingPipeline =
  ({ pipeline, to }: Readonly<Record<string, unknown>>) =>
  (error: unknown): never => {
    throw error instanceof RunError && typeof pipeline === 'string'
      ? error.withHint(error.hint.replaceAll('<pipeline>', named(pipeline, to)))
      : error;
  };

const named = (file: string, to: unknown): string =>
  referenceText({ file, to: typeof to === 'string' ? to : undefined });

type FolderOf = Pick<Files, 'open' | 'readdir'>;

const USUAL = ['chatferry.yaml', 'chatferry.yml', 'chatferry.json'];
const ENDING = /\.(?:ya?ml|json)$/i;
/** Both keys that every pipeline needs stand within its first bytes. */
const HEAD_BYTES = 65_536;
const VERSION = /(?:^|\{|,)[ \t]*"?version"?[ \t]*:[ \t]*1\b/m;
const SOURCES = /(?:^|\{|,)[ \t]*"?sources"?[ \t]*:/m;

/**
 * The pipeline of the folder in which the command is typed: `chatferry.yaml`, else the only file that is a pipeline.
 * @throws RunError `USAGE.INVALID` if there is none, or several
 */
export async function pipelineOfFolder(typed: string, files: FolderOf): Promise<string> {
  const names = (await files.readdir('.')).filter((name) => ENDING.test(name)).sort();
  const usual = USUAL.find((name) => names.includes(name));
  if (usual !== undefined) return usual;
  const found: string[] = [];
  for (const name of names) if (await isPipeline(name, files)) found.push(name);
  const [only] = found;
  if (only === undefined)
    throw usageError('no pipeline file is named, and this folder has none', {
      hint: `chatferry init  writes one; or name one:  chatferry ${typed} FILE`,
    });
  if (found.length > 1)
    throw usageError(`no pipeline file is named, and this folder has ${found.length}: ${shown(found)}`, {
      hint: `chatferry ${typed} ${only}`,
    });
  return only;
}

const shown = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} …` : names.join(', ');

async function isPipeline(name: string, files: FolderOf): Promise<boolean> {
  try {
    await using file = await files.open(name, 'r');
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const text = head.toString('utf8', 0, bytesRead);
    return VERSION.test(text) && SOURCES.test(text);
  } catch {
    return false;
  }
}
