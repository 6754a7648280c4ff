import { exitCodes, RunError } from '../errors/run-error.ts';
import { checkedFiles } from '../files/checked-files.ts';
import { toRunError } from '../files/to-run-error.ts';
import type { StreamEvent } from '../report/events/event-schema.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import { realSystem } from '../system/system.ts';
import { type CommandContext, errorJson } from '../terminal/context.ts';
import { ownContext } from '../terminal/own-context.ts';

/** Setting that every call of one pipeline has in common. */
export type CallSetting = {
  /** The pipeline file, absolute. */
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly allowCode: boolean;
};

/** Setting that each call has of its own. */
export type Call = {
  /** The call as hints, locks and reports name it. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Gets what the command would print as a warning. */
  readonly warn: (message: string) => void;
};

/** Parts that every document has. */
type Document = {
  readonly exitCode?: number;
  readonly error?: object;
  readonly warnings?: readonly string[];
};

/**
 * Does what a command does, with a context of its own: nothing is printed, and the JSON document of the command is the result.
 * @throws RunError if the command ends without a document
 */
export async function resultOf<T extends object>(
  { file, env, allowCode }: CallSetting,
  { name, signal, warn }: Call,
  command: (context: CommandContext) => Promise<number>,
): Promise<T> {
  const warnings: string[] = [];
  const heard = (message: string): void => {
    warnings.push(message);
    warn(message);
  };
  const checked = checkedFiles(realSystem.files, name);
  const system = { ...realSystem, files: checked.files };
  const own = ownContext({ name, system, env, signal, allowCode, warn: heard });
  try {
    const exitCode = await command(own.context);
    const document = withWarnings(JSON.parse(own.printed()) as T & Document, warnings);
    const refused = exitCode === exitCodes.ok ? checked.refused() : undefined;
    // Something that was to be written is not there, though the rows are.
    if (refused) return { ...document, exitCode: refused.exitCode, error: errorJson(refused) };
    return document.exitCode === undefined ? document : { ...document, exitCode };
  } catch (thrown) {
    throw inProgram(toRunError(thrown, own.context), file);
  }
}

/** Adds those warnings to a document that came beside it, if it has warnings. */
const withWarnings = <T extends Document>(document: T, warnings: readonly string[]): T =>
  document.warnings ? { ...document, warnings: [...document.warnings, ...warnings] } : document;

/** The error with hints for a program: options instead of those of the command line. */
function inProgram(error: RunError, file: string): RunError {
  const { code, message, where, cause, missingFlags = [] } = error;
  const options = missingFlags.map(optionOf);
  const asOptions = (text: string): string =>
    missingFlags.reduce(
      (changed, flag, index) => changed.replaceAll(flag, `the option ${options[index]}`),
      text,
    );
  const hint = error.hint.replaceAll('<pipeline>', file);
  return new RunError(code, asOptions(message), {
    hint: options.length > 0 ? `give the option ${options.join(', ')}` : hint,
    cause: cause ?? error,
    where,
    missingFlags: options.length > 0 ? missingFlags.map(camelCase) : undefined,
  });
}

/** `--allow-code` as `allowCode: true`. */
const optionOf = (flag: string): string => `${camelCase(flag)}: true`;

const camelCase = (flag: string): string =>
  flag.replace(/^--/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const PROGRESS_EVERY_MS = 1_000;

/** One call: its listener, and the signal that stops it. */
export class CallEvents {
  readonly #onEvent: ((event: StreamEvent) => void) | undefined;
  readonly #stop = new AbortController();
  #hasEnded = false;
  #thrown: { readonly error: unknown } | undefined;

  constructor(onEvent: ((event: StreamEvent) => void) | undefined) {
    this.#onEvent = onEvent;
  }

  /** Aborts on `stop`. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends the call as Ctrl-C does: requests under way are finished, and the state is saved. */
  stop(why: string, cause?: unknown): void {
    this.#stop.abort(new RunError('RUN.INTERRUPTED', `${why}: stopped, the state is saved`, { cause }));
  }

  /** Nothing follows `run.finished`. */
  readonly emit = (event: StreamEvent): void => {
    if (this.#hasEnded || !this.#onEvent) return;
    this.#hasEnded = event.type === 'run.finished';
    try {
      this.#onEvent(event);
    } catch (error) {
      // A bug of the program must be seen, but only once the rows under way have their outcome.
      this.#thrown ??= { error };
      this.stop('onEvent has thrown an error', error);
    }
  };

  /** For a run: gets its events. */
  get listener(): RunListener {
    return { everyMs: PROGRESS_EVERY_MS, observe: this.emit };
  }

  /** @throws what `onEvent` has thrown first */
  rethrow(): void {
    if (this.#thrown) throw this.#thrown.error;
  }
}
