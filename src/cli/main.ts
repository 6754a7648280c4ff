import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { exitCodes, RunError, usageError } from '../errors/run-error.ts';
import { checkedFiles } from '../files/checked-files.ts';
import { toRunError } from '../files/to-run-error.ts';
import { errorBlock } from '../report/screen/error-block.ts';
import { connectTo } from '../system/connections.ts';
import type { System } from '../system/system.ts';
import {
  type CommandContext,
  errorJson,
  type Runtime,
  type Stderr,
  type Stdout,
  type Verbosity,
} from '../terminal/context.ts';
import { printable, printableJson, withoutHidden } from '../terminal/printable.ts';
import { listPrompter } from '../terminal/prompts.ts';
import { styleFor, wantsColour } from '../terminal/style.ts';
import { TITLE_GIVEN_BACK } from '../terminal/title.ts';
import { foldText } from '../terminal/width.ts';
import type { Flags, Parsed } from './arguments.ts';
import { COMPLETE } from './completion-scripts.ts';
import { fastPath } from './fast-path.ts';

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

/** Commands whose result is words, a script or a path for another program. */
const FOR_PROGRAMS = new Set([COMPLETE, 'completion', 'report', 'schema']);

/** Turns the check of certificates off in every other program for Node.js. */
const UNCHECKED_TLS = 'NODE_TLS_REJECT_UNAUTHORIZED';
const TLS_NOTICE = `${UNCHECKED_TLS}=0 is ignored: certificates are always checked; target.caFile names a private authority\n`;

/** Runs one command line and returns its exit code. Never rejects. */
export async function main(args: readonly string[], outside: World): Promise<number> {
  const output = lastingOutput(outside);
  let world = outside;
  const { signal, onHangUp } = interruptSignal(world, output.err);
  const commandLine = ['chatferry', ...args].join(' ');
  const checked = checkedFiles(world.system.files, commandLine);
  const settingOf = (): Setting => ({
    world,
    output,
    signal,
    onHangUp,
    commandLine,
    isForProgram: FOR_PROGRAMS.has(args[0] ?? '') || askedFormat(args, world.env) !== undefined,
    system: { ...world.system, files: checked.files },
  });
  const plain = contextOf({ json: false, quiet: false, verbosity: 0, allowCode: false }, settingOf());
  let json = args.includes('--json') || /^(?:1|true|yes|on)$/i.test(world.env['CHATFERRY_JSON'] ?? '');
  try {
    const env = await environmentOf(args, outside, plain.err);
    if (env !== outside.env) world = { ...outside, env, system: withProxiesOf(env, outside.system) };
    const setting = settingOf();
    const parsed = fastPath(args, env) ?? (await parsedByYargs(args, setting));
    if ('text' in parsed) {
      if (json && parsed.exitCode !== 0) throw usageError('a command is missing');
      (parsed.exitCode === 0 ? plain.out : plain.err)(`${parsed.text}\n`);
      return parsed.exitCode;
    }
    json = parsed.flags.json;
    if (world.env[UNCHECKED_TLS] === '0') plain.err(TLS_NOTICE);
    const exitCode = await parsed.run(contextOf(parsed.flags, setting), world.input);
    const refused = checked.refused();
    if (exitCode !== exitCodes.ok || !refused) return exitCode;
    // Something that was to be written is not there, whoever could go on without it.
    plain.err(errorBlock(refused, plain));
    return refused.exitCode;
  } catch (thrown) {
    const format = json ? 'json' : askedFormat(args, world.env);
    return await report(toRunError(thrown, settingOf()), output.hasResult() ? undefined : format, plain);
  }
}

async function parsedByYargs(args: readonly string[], { world, system }: Setting): Promise<Parsed> {
  const [first, ...words] = args;
  if (first === COMPLETE)
    return { text: await (await import('./complete.ts')).complete(words, system.files), exitCode: 0 };
  return (await import('./arguments.ts')).parseArguments(args, widthOf(world.out, world.env), world.env);
}

/** The format that a command line asks `validate` for, whether or not the rest of it is understood; undefined for a text. */
function askedFormat(args: readonly string[], env: World['env']): string | undefined {
  const typed = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (typed.find((word) => !word.startsWith('-')) !== 'validate') return undefined;
  const given = typed.flatMap((word, at) => {
    if (word === '--format') return [typed[at + 1]];
    return word.startsWith('--format=') ? [word.slice('--format='.length)] : [];
  });
  const format = given.at(-1) ?? env['CHATFERRY_FORMAT'];
  return format === 'text' ? undefined : format || undefined;
}

/**
 * The environment, with what `--env-file` names. Node.js reads this option too, wherever it stands: it has ended with exit code 9
 * before this if there is no such file, and obeys `NODE_OPTIONS` in it.
 */
async function environmentOf(
  args: readonly string[],
  { env, system: { files } }: World,
  err: (text: string) => void,
): Promise<World['env']> {
  if (!args.some((word) => word.startsWith('--env-file'))) return env;
  const { withEnvFiles } = await import('./environment.ts');
  return withEnvFiles(args, env, files, (text) => err(`! ${text}\n`));
}

/** Connections go through the proxy that these variables name: those of the process do not have what a file names. */
function withProxiesOf(env: World['env'], system: System): System {
  return { ...system, connect: (origin, options) => connectTo(origin, options, env) };
}

/** @param format of the result, if nothing of it is printed: the error is printed in it */
async function report(error: RunError, format: string | undefined, context: CommandContext): Promise<number> {
  if (format === 'json') {
    const body = { version: 1, exitCode: error.exitCode, error: errorJson(error) };
    context.out(printableJson(body));
  } else if (format !== undefined)
    context.out(await (await import('../report/formats/formats.ts')).endingText(format, error, context));
  context.err(errorBlock(error, context));
  return error.exitCode;
}

/** Setting that is the same for every context of a process. */
type Setting = {
  readonly world: World;
  readonly system: System;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly onHangUp: Runtime['onHangUp'];
  readonly commandLine: string;
  /** True if another program reads the result: then no line of it is folded. */
  readonly isForProgram: boolean;
};

function contextOf(
  flags: Flags,
  { world, system, output, signal, onHangUp, commandLine, isForProgram }: Setting,
): CommandContext {
  const { out, err, input, env, hideVariables } = world;
  const colour = (stream: NodeJS.WriteStream): boolean =>
    wantsColour({ flag: flags.color, env, isTTY: stream.isTTY === true });
  // Lines of requests would tear a display that is drawn again and again.
  const live = isLiveIn(world) && flags.verbosity === 0;
  const interactive = input.isTTY === true && err.isTTY === true && !env['CI'];
  const { verbosity } = flags;
  const width = widthOf(out, env);
  return {
    system: verbosity === 0 ? system : { ...system, traced: requestLines(verbosity, system, output.err) },
    out: (text) =>
      output.out(foldText(withoutHidden(text, colour(out)), flags.json || isForProgram ? undefined : width)),
    err: (text) =>
      output.err(foldText(withoutHidden(text, live || colour(err)), columnsOf(err) || declaredWidth(env))),
    input,
    env,
    hideVariables,
    signal,
    onHangUp,
    style: styleFor(colour(out)),
    errStyle: styleFor(colour(err)),
    live,
    columns: () => columnsOf(err) || 80,
    width,
    ask: interactive ? (question) => ask(question, input, err, signal) : undefined,
    prompt: interactive && live ? listPrompter(input, err, signal) : undefined,
    json: flags.json,
    quiet: flags.quiet,
    verbosity,
    allowCode: flags.allowCode,
    commandLine,
  };
}

/** Milliseconds from which a request is slow. */
const SLOW_MS = 1_000;

/** Prints requests, never their bodies or headers: every one, or those that failed or were slow. */
function requestLines(
  verbosity: Verbosity,
  { clock }: System,
  err: (text: string) => void,
): System['traced'] {
  return ({ method, path, status, ms, rateClass }) => {
    const isNotable = status === undefined || status >= 400 || ms >= SLOW_MS;
    if (verbosity < 2 && !isNotable) return;
    const answer = status ?? 'no answer';
    err(
      `${new Date(clock.now()).toISOString()} ${method} ${printable(path)} ${answer} ${ms.toFixed(0)} ms ${rateClass}\n`,
    );
  };
}

/** True if standard error is a terminal that can redraw lines. */
const isLiveIn = ({ err, env }: World): boolean => err.isTTY === true && !env['CI'] && env['TERM'] !== 'dumb';

/** The width of a terminal at this moment: `columns` is that of the last signal, which may come after a drawing. */
function columnsOf(stream: NodeJS.WriteStream): number {
  if (!stream.isTTY) return 0;
  try {
    return (stream as WriteStream).getWindowSize()[0];
  } catch {
    // The terminal is gone.
    return 0;
  }
}

/** Without a terminal, `COLUMNS` gives the width, as in many other tools. */
const widthOf = (out: NodeJS.WriteStream, env: World['env']): number | undefined =>
  out.columns || declaredWidth(env);

function declaredWidth(env: World['env']): number | undefined {
  const declared = Number(env['COLUMNS'] || 0);
  return Number.isInteger(declared) && declared > 0 ? declared : undefined;
}

async function ask(
  question: string,
  input: Readable,
  output: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output });
  const answered = new AbortController();
  const interrupted = once(lines, 'SIGINT', { signal: answered.signal }).then(() => {
    throw new RunError('RUN.INTERRUPTED', 'interrupted at the question, nothing was sent');
  });
  // The wait is aborted after the answer, when nothing awaits this promise any more.
  interrupted.catch(() => {});
  try {
    return await Promise.race([lines.question(question, { signal }), interrupted]);
  } catch (error) {
    if (error instanceof RunError || signal.aborted) throw error;
    // Ctrl-D: the input ended without an answer.
    return '';
  } finally {
    answered.abort();
    lines.close();
  }
}

const SIGNAL_CODES = { SIGINT: 'RUN.INTERRUPTED', SIGTERM: 'RUN.TERMINATED', SIGHUP: 'RUN.HUNG_UP' } as const;

/** The first signal requests a stop, the second one exits at once: the next run is correct either way. */
function interruptSignal(world: World, say: (text: string) => void): Pick<Setting, 'signal' | 'onHangUp'> {
  const { onSignal, exit } = world;
  const isLive = isLiveIn(world);
  const stop = new AbortController();
  let hungUp: (() => void) | undefined;
  onSignal((name) => {
    // A terminal that is gone ends its command all the same.
    if (name === 'SIGHUP' && hungUp && !isLive) return hungUp();
    const error = new RunError(SIGNAL_CODES[name], `${name}: stopped, the state is saved`);
    if (stop.signal.aborted) {
      say('\nStopped. Type the same command to continue; it finds out what became of the open requests.\n');
      if (isLive) say(TITLE_GIVEN_BACK);
      exit(error.exitCode);
    } else {
      say(
        '\nStopping: the open requests are finished and saved first. Press Ctrl-C again to stop at once; that is safe, too.\n',
      );
      stop.abort(error);
    }
  });
  return {
    signal: stop.signal,
    onHangUp(work) {
      hungUp = work;
      return {
        [Symbol.dispose]: () => {
          hungUp = undefined;
        },
      };
    },
  };
}

type Output = Pick<Stdout, 'out'> &
  Pick<Stderr, 'err'> & {
    /** True if anything was printed on standard output. */
    readonly hasResult: () => boolean;
  };

/**
 * Output that ends alone: where it cannot be written any more (`| head -1`, a full disk, a terminal that is gone),
 * nothing more is printed there, and the command goes on with its own exit code.
 */
function lastingOutput({ out, err }: World): Output {
  let hasResult = false;
  const write = printer(out);
  return {
    out: (text) => {
      hasResult = true;
      write(text);
    },
    err: printer(err),
    hasResult: () => hasResult,
  };
}

function printer(stream: NodeJS.WriteStream): (text: string) => void {
  let hasEnded = false;
  stream.on('error', () => {
    hasEnded = true;
  });
  return (text) => {
    if (!hasEnded) stream.write(text);
  };
}
