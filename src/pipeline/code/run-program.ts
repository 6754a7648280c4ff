import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { RunError } from '../../errors/run-error.ts';
import { childEnv } from '../../system/child-env.ts';
import type { Clock } from '../../system/clock.ts';
import { cut, printable } from '../../terminal/printable.ts';

/** A program and its arguments. */
export type ProgramCommand = readonly [string, ...string[]];

export type ProgramOptions = {
  /** Folder in which it runs. */
  readonly folder: string;
  /** Its environment; what is for chatferry itself is left out, and what the pipeline names as secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of variables. */
  readonly secrets: readonly string[];
  /** Ends the program, and those that it has started. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /**
   * The longest time without any output, milliseconds.
   * @default 600000
   */
  readonly silentMs?: number | undefined;
};

const SILENT_MS = 600_000;
const STOP_MS = 5_000;
const LAST_WORDS_MS = 500;
const STDERR_CHARS = 8_000;
const STDERR_LINES = 5;
const LINE_CHARS = 200;

/** The name of a program in messages and as the file of its rows. */
export const programName = ([program]: ProgramCommand): string => `command:${basename(program)}`;

/**
 * Runs a program without a shell, without standard input, and in a process group of its own.
 * @param take reads the output to its end, and calls `said` whenever there is some; gives its bytes
 * @returns what `take` gives
 * @throws RunError `SOURCE.COMMAND_FAILED`, `SOURCE.COMMAND_SILENT`; the error of `take`; the reason of the signal
 */
export async function runProgram<Taken extends { readonly bytes: number }>(
  command: ProgramCommand,
  options: ProgramOptions,
  take: (output: Readable, said: () => void) => Promise<Taken>,
): Promise<Taken> {
  const { signal, clock } = options;
  signal.throwIfAborted();
  const child = start(command, options);
  // A program that cannot start has no process.
  if (child.pid === undefined) throw await startError(child, command);
  using group = groupOf(child, clock);
  const stderr = lastLines(child.stderr, group.said);
  const silence = new AbortController();
  using _watch = group.watch(options.silentMs ?? SILENT_MS, () => silence.abort());
  const stop = AbortSignal.any([signal, silence.signal]);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const closed = once(child, 'close');
  try {
    const taken = await take(addAbortSignal(stop, child.stdout), group.said);
    const [code, killed] = await Promise.race([exited, aborted(stop)]);
    await lastWords(closed, clock);
    const why = failureOf(code, killed, taken.bytes);
    if (why !== undefined) throw failed(command, why, stderr());
    return taken;
  } catch (error) {
    group.stop();
    child.stdout.destroy();
    await exited;
    group.kill();
    child.stderr.destroy();
    signal.throwIfAborted();
    if (silence.signal.aborted) throw silent(command, options.silentMs ?? SILENT_MS, stderr());
    throw error;
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start([program, ...args]: ProgramCommand, { folder, env, secrets }: ProgramOptions): Child {
  return spawn(program, args, {
    cwd: folder,
    env: childEnv(env, secrets),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C reaches us alone, and we end all of it.
    detached: true,
  });
}

async function startError(child: Child, command: ProgramCommand): Promise<RunError> {
  const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException];
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such program',
    EACCES: 'the file is not executable',
  };
  return failed(command, `did not start: ${reasons[error.code ?? ''] ?? error.message}`, []);
}

type Group = Disposable & {
  /** The program gave a sign of life. */
  readonly said: () => void;
  /** Calls `late` once there was none for so long. */
  readonly watch: (ms: number, late: () => void) => Disposable;
  /** Asks all of it to end; five seconds later it must. */
  readonly stop: () => void;
  /** Ends what is left of it. */
  readonly kill: () => void;
};

/** The process group of a program; it ends with this process, however that ends. */
function groupOf({ pid }: Child, clock: Clock): Group {
  const kill = (name: NodeJS.Signals): void => {
    try {
      process.kill(process.platform === 'win32' ? (pid as number) : -(pid as number), name);
    } catch {
      // It has ended already.
    }
  };
  const killAll = (): void => kill('SIGKILL');
  process.once('exit', killAll);
  let last = clock.elapsed();
  let forced: Disposable | undefined;
  return {
    said: () => {
      last = clock.elapsed();
    },
    watch: (ms, late) =>
      clock.every(Math.min(ms, 1_000), () => {
        if (clock.elapsed() - last >= ms) late();
      }),
    stop: () => {
      kill('SIGTERM');
      forced = clock.after(STOP_MS, killAll);
    },
    kill: killAll,
    [Symbol.dispose]: () => {
      process.off('exit', killAll);
      forced?.[Symbol.dispose]();
    },
  };
}

/** Waits until all output is read, but not for a program in the background that keeps standard error open. */
async function lastWords(closed: Promise<unknown>, clock: Clock): Promise<void> {
  const read = new AbortController();
  await Promise.race([closed, clock.sleep(LAST_WORDS_MS, read.signal)]);
  read.abort();
}

/** Never resolves; rejects once the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

/** The last lines of a stream. */
function lastLines(stream: Readable, said: () => void): () => string[] {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    said();
    text = (text + chunk).slice(-STDERR_CHARS);
  });
  return () =>
    text
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== '')
      .slice(-STDERR_LINES)
      .map((line) => cut(printable(line.replaceAll('\t', ' ')), LINE_CHARS));
}

function failureOf(code: number | null, killed: NodeJS.Signals | null, bytes: number): string | undefined {
  if (killed) return `was ended by ${killed}`;
  if (code !== 0) return `ended with exit code ${code}`;
  return bytes === 0 ? 'printed nothing' : undefined;
}

function failed(
  command: ProgramCommand,
  why: string,
  lines: readonly string[],
  code: 'SOURCE.COMMAND_FAILED' | 'SOURCE.COMMAND_SILENT' = 'SOURCE.COMMAND_FAILED',
): RunError {
  const where = { file: programName(command) };
  return new RunError(code, [`${command[0]} ${why}`, ...lines].join('\n'), { where });
}

function silent(command: ProgramCommand, ms: number, lines: readonly string[]): RunError {
  const time = ms < 60_000 ? `${ms / 1000} seconds` : `${Math.round(ms / 60_000)} minutes`;
  return failed(command, `printed nothing for ${time} and was ended`, lines, 'SOURCE.COMMAND_SILENT');
}
