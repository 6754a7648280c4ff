import { Readable } from 'node:stream';
import { parseArguments } from '../../src/cli/arguments.ts';
import { fastPath } from '../../src/cli/fast-path.ts';
import { RunError } from '../../src/errors/run-error.ts';
import { realSystem } from '../../src/system/system.ts';
import type { CommandContext } from '../../src/terminal/context.ts';
import { styleFor } from '../../src/terminal/style.ts';

/** Runs a command line in this process, where starting another for each of many would take the time. */
export async function runHere(
  args: readonly string[],
  ask?: CommandContext['ask'],
  system: CommandContext['system'] = realSystem,
): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }> {
  const parsed = fastPath(args) ?? (await parseArguments(args));
  if (!('run' in parsed)) return { exitCode: parsed.exitCode, stdout: parsed.text, stderr: '' };
  const out: string[] = [];
  const err: string[] = [];
  const style = styleFor(false);
  const said = () => ({ stdout: out.join(''), stderr: err.join('') });
  try {
    const exitCode = await parsed.run(
      {
        system,
        out: (text) => out.push(text),
        err: (text) => err.push(text),
        env: {},
        signal: new AbortController().signal,
        style,
        errStyle: style,
        live: false,
        width: undefined,
        columns: () => 80,
        ask,
        ...parsed.flags,
        commandLine: ['chatferry', ...args].join(' '),
      },
      Readable.from([]),
    );
    return { exitCode, ...said() };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    err.push(`${error.code}\n${error.message}\n${error.hint}\n`);
    return { exitCode: error.exitCode, ...said() };
  }
}

/** Runs a command line in this process that prints JSON; one that prints none is an error of the test. */
export async function jsonHere<T>(
  args: readonly string[],
): Promise<{ readonly exitCode: number; readonly result: T }> {
  const { exitCode, stdout, stderr } = await runHere(args);
  if (stdout === '') throw new Error(`${args[0]} ended with ${exitCode}: ${stderr}`);
  return { exitCode, result: JSON.parse(stdout) as T };
}
