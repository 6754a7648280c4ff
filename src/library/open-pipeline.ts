import { resolve } from 'node:path';
import { RunError, usageError } from '../errors/run-error.ts';
import type { PlanDocument } from '../features/plan/plan-document.ts';
import type { StatusDocument } from '../features/status/status-document.ts';
import type { UndoDocument } from '../features/undo/undo-document.ts';
import type { VerificationReport } from '../features/verify/result/verification-report.ts';
import { openPipelineFile as readPipeline } from '../pipeline/code/open-pipeline.ts';
import { referenceText } from '../pipeline/reference.ts';
import type { Report } from '../report/result/report.ts';
import type { CommandContext } from '../terminal/context.ts';
import { CallEvents, type CallSetting, resultOf } from './command-result.ts';
import type {
  CallOptions,
  OpenedPipeline,
  PipelineOptions,
  PlanOptions,
  RetryOptions,
  RunOptions,
  UndoOptions,
  ValidateOptions,
  VerifyOptions,
} from './opened-pipeline.ts';

/**
 * Opens a pipeline for a program. Opening locks nothing and sends nothing. Each call reads the pipeline file and its
 * sources again, as a command does.
 * @param file path of the pipeline file: YAML, JSON or code; paths in it are relative to its folder
 * @throws RunError `CONFIG.*` if the file is missing or invalid
 */
export async function openPipeline(file: string, options: PipelineOptions = {}): Promise<OpenedPipeline> {
  const { env = process.env, allowCode = false, to } = options;
  const pipeline = referenceText({ file: resolve(file), to });
  const setting: CallSetting = { file: pipeline, env: { ...env }, allowCode };
  const { name } = await readPipeline(setting.file, setting);
  return new Pipeline(name, resolve(file), setting);
}

/** As on the command line; a timer takes no longer time. */
const [ERRORS_MAX, THREADS_MAX, DURATION_MAX_MS] = [10_000, 16, 2 ** 31 - 1];

function requireWhole(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
  throw usageError(`the option ${name} must be a whole number from 1 to ${most}`);
}

class Pipeline implements OpenedPipeline {
  readonly name: string;
  readonly file: string;
  readonly rejects = { retry: (options: RetryOptions = {}) => this.#retry(options) };
  readonly #setting: CallSetting;
  /** The calls that are under way. */
  readonly #calls = new Map<CallEvents, Promise<unknown>>();
  #isClosed = false;

  constructor(name: string, file: string, setting: CallSetting) {
    this.name = name;
    this.file = file;
    this.#setting = setting;
  }

  run(options: RunOptions = {}): Promise<Report> {
    const { yes = false, allowNotifications = false, fresh = false, strict = false } = options;
    const { maxDurationMs, confirm, plan, metrics, selection, filesOnly, retryFiles, finishFiles } = options;
    return this.#call('run', options, async (context, events) => {
      requireWhole('maxDurationMs', maxDurationMs, DURATION_MAX_MS);
      const { runPipeline } = await import('../features/run/run-pipeline.ts');
      const given = {
        yes,
        allowNotifications,
        fresh,
        strict,
        maxDurationMs,
        confirm,
        plan,
        metrics,
        selection,
        filesOnly,
        retryFiles,
        finishFiles,
      };
      const { file: pipeline } = this.#setting;
      const listeners = [events.listener];
      return runPipeline({ ...given, events: false, listeners, pipeline }, context);
    });
  }

  validate(options: ValidateOptions = {}): Promise<Report> {
    const { strict = false, report, maxErrors, threads, rejects } = options;
    return this.#call('validate', options, async (context) => {
      requireWhole('maxErrors', maxErrors, ERRORS_MAX);
      requireWhole('threads', threads, THREADS_MAX);
      const { validate } = await import('../features/validate/validate.ts');
      const given = { strict, report, maxErrors, threads, rejects };
      return validate({ ...given, pipeline: this.#setting.file, format: 'json' }, context);
    });
  }

  plan(options: PlanOptions = {}): Promise<PlanDocument> {
    const { out, conversations = false, strict = false, selection } = options;
    return this.#call('plan', options, async (context) => {
      const { plan } = await import('../features/plan/plan.ts');
      const given = { out, conversations, strict, selection };
      return plan({ ...given, pipeline: this.#setting.file, online: false, estimates: false }, context);
    });
  }

  verify(options: VerifyOptions = {}): Promise<VerificationReport> {
    const { quick = false, sample, oneWay = false, files } = options;
    return this.#call('verify', options, async (context) => {
      if (quick && sample) throw usageError('the options quick and sample contradict each other');
      const { verifyPipeline } = await import('../features/verify/verify-pipeline.ts');
      return verifyPipeline({ pipeline: this.#setting.file, quick, sample, oneWay, files }, context);
    });
  }

  async undo(options: UndoOptions = {}): Promise<UndoDocument> {
    const { yes = false, confirm } = options;
    const first = await this.#undo(options, confirm);
    return yes && confirm === undefined && first.dry && first.confirm !== undefined
      ? await this.#undo(options, first.confirm)
      : first;
  }

  #undo(options: UndoOptions, confirm: string | undefined): Promise<UndoDocument> {
    const { includeUsed = false } = options;
    return this.#call('undo', options, async (context) => {
      const { undo } = await import('../features/undo/undo.ts');
      return undo({ pipeline: this.#setting.file, confirm, includeUsed }, context);
    });
  }

  status(): Promise<StatusDocument> {
    return this.#call('status', {}, async (context) => {
      const { showStatus } = await import('../features/status/show-status.ts');
      return showStatus({ pipeline: this.#setting.file, watch: false }, context);
    });
  }

  #retry(options: RetryOptions): Promise<Report> {
    const { yes = false, allowNotifications = false, fresh = false, maxDurationMs, finishFiles } = options;
    return this.#call('rejects.retry', options, async (context, events) => {
      requireWhole('maxDurationMs', maxDurationMs, DURATION_MAX_MS);
      const { retryRejects } = await import('../features/rejects/retry-rejects.ts');
      const given = { yes, allowNotifications, fresh, maxDurationMs, finishFiles };
      return retryRejects({ ...given, pipeline: this.#setting.file, listeners: [events.listener] }, context);
    });
  }

  #call<T extends object>(
    method: string,
    { signal, onEvent }: CallOptions & Pick<RunOptions, 'onEvent'>,
    work: (context: CommandContext, events: CallEvents) => Promise<number>,
  ): Promise<T> {
    const events = new CallEvents(onEvent);
    const call = this.#carryOut<T>(method, signal, events, (context) => work(context, events));
    this.#calls.set(events, call);
    return call.finally(() => this.#calls.delete(events));
  }

  async #carryOut<T extends object>(
    method: string,
    signal: AbortSignal | undefined,
    events: CallEvents,
    work: (context: CommandContext) => Promise<number>,
  ): Promise<T> {
    if (this.#isClosed) throw usageError('the pipeline is closed');
    const stop = (): void => events.stop('the signal of the call was aborted', signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const warn = (message: string): void => events.emit({ type: 'warning', message });
    const name = `openPipeline('${this.file}').${method}()`;
    try {
      const result = await resultOf<T>(this.#setting, { name, signal: events.signal, warn }, work);
      events.rethrow();
      return result;
    } catch (error) {
      if (error instanceof RunError) {
        const { code, message, hint, exitCode } = error;
        events.emit({ type: 'run.finished', exitCode, error: { code, message, hint } });
      }
      events.rethrow();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const calls = [...this.#calls];
    for (const [events] of calls) events.stop('the pipeline was closed');
    await Promise.allSettled(calls.map(([, call]) => call));
  }
}
