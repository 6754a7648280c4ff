import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { RunError } from '../../../src/errors/run-error.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type Clock, realClock } from '../../../src/system/clock.ts';
import type { Files } from '../../../src/system/files.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { styleFor } from '../../../src/terminal/style.ts';

/** A write that a run sent: the keys of its rows, and the status of the answer; 0 without one. */
type Sent = { readonly path: string; readonly keys: readonly string[]; readonly status: number };

/** What a run may do with a request before it goes out: let it pass, or fail as if nothing was sent. */
type BeforeRequest = (path: string) => 'pass' | 'refuse';

export type Ran = { readonly exitCode: number; readonly report: Report; readonly text: string };

/** A folder with an export, a service over HTTP, and runs in this process that can be stopped at a given request. */
export type StoppableRun = AsyncDisposable & {
  /** With the export and the pipeline file. */
  readonly folder: string;
  readonly service: Sandbox;
  /** Every write of every run, in the order of the answers. */
  readonly sent: Sent[];
  /** Called before each write of the runs to come. */
  beforeRequest: BeforeRequest;
  /** What becomes of the answers to writes: `html`: another page arrives instead. */
  answers: 'arrive' | 'lost' | 'html';
  /** Makes time pass so many times as fast. */
  haste: number;
  /** Replaces parts of the file system. */
  files: Partial<Files>;
  /** Called after each answer to a write. */
  afterAnswer: () => void;
  readonly apiKey: string;
  /**
   * Writes the pipeline file.
   * @param rest further top-level lines
   * @param baseUrl another address of the service
   * @param files other names of files, by entity
   */
  pipeline(rest: string, baseUrl?: string, files?: Readonly<Record<string, string>>): void;
  /** Moves the folder; `copy` gives every file a new time, as most ways to another machine do. */
  move(name: string, copy: boolean): void;
  /** Puts messages that the service refuses between the others. */
  addBadMessages(count: number): void;
  /** The lines of the rejects file with messages. */
  rejected(): readonly string[];
  /** Gives the rejected messages a sender, a different one each. */
  correctRejects(): void;
  /** Runs a command with `--json`. */
  command(...args: readonly string[]): Promise<Ran>;
  /** Stops the run that is under way as Ctrl-C would. */
  interrupt(): void;
};

const file = (name: string, count: number, row: (index: number) => object): [string, string] => [
  name,
  Array.from({ length: count }, (_, index) => `${JSON.stringify(row(index))}\n`).join(''),
];

/** Users and groups, and messages of many conversations, so that batches fill at different times. */
const exported = (users: number, messages: number): readonly (readonly [string, string])[] => [
  file('users.ndjson', users, (n) => ({ uid: `u-${n}`, name: `User ${n}` })),
  file('groups.ndjson', 20, (n) => ({ guid: `g-${n}`, name: `Group ${n}`, type: 'public' })),
  file('members.ndjson', users, (n) => ({ guid: `g-${n % 20}`, uid: `u-${n}`, scope: 'participant' })),
  file('messages.ndjson', messages, (n) => ({
    muid: `m-${n}`,
    sender: `u-${n % users}`,
    receiver: `u-${(n * n + 1) % users === n % users ? (n + 1) % users : (n * n + 1) % users}`,
    receiverType: 'user',
    sentAt: 1_700_000_000 + n,
    text: `number ${n}`,
  })),
];

class RecordingPool extends Pool {
  // Not private: undici composes dispatchers with a proxy around this one.
  readonly record: StoppableRun;
  constructor(origin: string, options: Pool.Options, run: StoppableRun) {
    super(origin, options);
    this.record = run;
  }
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (options.method === 'GET') return super.dispatch(options, handler);
    const path = `${options.method} ${options.path}`;
    if (this.record.beforeRequest(path) === 'refuse') {
      const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      queueMicrotask(() => handler.onResponseError?.(undefined as never, refused));
      return true;
    }
    const keys = keysOf(options.path, String(options.body));
    return super.dispatch(options, this.#recorded(handler, { path, keys }));
  }

  /** A handler that records the answer before it passes it on, or what is made of it. */
  #recorded(
    handler: Dispatcher.DispatchHandler,
    sent: { readonly path: string; readonly keys: string[] },
  ): Dispatcher.DispatchHandler {
    const { record } = this;
    let status = 0;
    return {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onResponseStart(controller, code, headers) {
        status = code;
        handler.onResponseStart?.(controller, code, headers);
      },
      onResponseData(controller, chunk) {
        if (record.answers === 'arrive') handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd(controller, trailers) {
        record.sent.push({ ...sent, status });
        setImmediate(record.afterAnswer);
        if (record.answers === 'lost') {
          const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
          handler.onResponseError?.(controller, lost);
          return;
        }
        if (record.answers !== 'arrive')
          handler.onResponseData?.(controller, Buffer.from('<html>Welcome</html>'));
        handler.onResponseEnd?.(controller, trailers);
      },
      onResponseError: (...args) => handler.onResponseError?.(...args),
    };
  }
}

/** The keys of the rows in a request that creates rows. */
function keysOf(path: string, body: string): string[] {
  const parsed = JSON.parse(body === 'null' ? '{}' : body) as Record<string, unknown>;
  const { messages } = parsed;
  if (Array.isArray(messages)) return messages.map(({ muid }) => muid as string);
  const rows = path.includes('data_import')
    ? Object.values(parsed).flatMap((part) => (part && typeof part === 'object' ? Object.keys(part) : []))
    : [];
  return rows.length > 0 ? rows : [JSON.stringify(parsed)];
}

export async function stoppableRun({ users = 300, messages = 1_500 } = {}): Promise<StoppableRun> {
  const base = mkdtempSync(join(tmpdir(), 'chatferry-stop-'));
  const service = await startSandbox({ dataFile: join(base, 'service.sqlite'), http: true });
  let folder = join(base, 'pipeline');
  mkdirSync(folder);
  for (const [name, text] of exported(users, messages)) writeFileSync(join(folder, name), text);
  const rejects = (): string => join(folder, '.chatferry/stopped/rejects/messages.ndjson');
  let controller = new AbortController();
  const run: StoppableRun = {
    get folder() {
      return folder;
    },
    service,
    sent: [],
    files: {},
    answers: 'arrive',
    haste: 1,
    beforeRequest: () => 'pass',
    afterAnswer: () => {},
    apiKey: readFileSync(service.files.apiKey, 'utf8').trim(),
    pipeline: (rest, baseUrl = service.baseUrl, files = {}) =>
      writeFileSync(
        join(folder, 'pipeline.yaml'),
        [
          'version: 1',
          'name: stopped',
          `target: { baseUrl: "${baseUrl}", apiKey: { file: "${service.files.apiKey}" } }`,
          'sources:',
          ...['users', 'groups', 'members', 'messages'].map(
            (name) => `  ${name}: { path: ${files[name] ?? `${name}.ndjson`} }`,
          ),
          rest,
        ].join('\n'),
      ),
    move: (name, copy) => {
      const to = join(base, name);
      if (copy) cpSync(folder, to, { recursive: true });
      else renameSync(folder, to);
      if (copy) rmSync(folder, { recursive: true });
      folder = to;
    },
    addBadMessages: (count) => {
      const path = join(folder, 'messages.ndjson');
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      const bad = { receiver: 'u-1', receiverType: 'user', sentAt: 1_700_000_000, text: 'x' };
      for (let index = 0; index < count; index++)
        lines.splice(4 * (index + 1), 0, JSON.stringify({ muid: `bad-${index}`, sender: 'nobody', ...bad }));
      writeFileSync(path, `${lines.join('\n')}\n`);
    },
    rejected: () => readFileSync(rejects(), 'utf8').trimEnd().split('\n'),
    correctRejects: () => {
      const corrected = run.rejected().map((line, index) => line.replace('nobody', `u-${2 + (index % 200)}`));
      writeFileSync(rejects(), `${corrected.join('\n')}\n`);
    },
    command: async (...args) => {
      controller = new AbortController();
      const at = args[0] === 'rejects' ? 2 : 1;
      return await commandHere(
        [...args.slice(0, at), join(folder, 'pipeline.yaml'), ...args.slice(at)],
        controller.signal,
        {
          ...realSystem,
          files: { ...realSystem.files, ...run.files },
          clock: fasterClock(run.haste),
          connect: (origin, options) => new RecordingPool(origin, options, run),
        },
      );
    },
    interrupt: () => controller.abort(new RunError('RUN.INTERRUPTED', 'asked to stop')),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      rmSync(base, { recursive: true, force: true });
    },
  };
  return run;
}

/** The time of this machine, so many times as fast. */
const fasterClock = (times: number): Clock => ({
  ...realClock,
  elapsed: () => realClock.elapsed() * times,
  sleep: (ms, signal) => realClock.sleep(ms / times, signal),
  after: (ms, work) => realClock.after(ms / times, work),
});

async function commandHere(args: readonly string[], signal: AbortSignal, system: System): Promise<Ran> {
  const parsed = await parseArguments([...args, '--json']);
  if (!('run' in parsed)) throw new Error(parsed.text);
  const style = styleFor(false);
  let text = '';
  const context = {
    system,
    signal,
    style,
    errStyle: style,
    env: {},
    ask: undefined,
    live: false,
    width: undefined,
    columns: () => 80,
    ...parsed.flags,
    out: (part: string) => {
      text += part;
    },
    err: () => {},
    commandLine: ['chatferry', ...args].join(' '),
  };
  try {
    const exitCode = await parsed.run(context, Readable.from([]));
    return { exitCode, text, report: JSON.parse(text) as Report };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return {
      exitCode: error.exitCode,
      text: `${error.code} ${error.message} ${error.hint}`,
      report: {} as Report,
    };
  }
}

/** How many rows a report says are in the service. */
export const landed = ({ entities }: Report): number =>
  Object.values(entities).reduce((sum, { created, exists, updated }) => sum + created + exists + updated, 0);
