import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanDocument } from '../../../../src/features/plan/plan-document.ts';
import type { VerificationReport } from '../../../../src/features/verify/result/verification-report.ts';
import { type CoreName, coreNames } from '../../../../src/input/entities/entity.ts';
import type { Report } from '../../../../src/report/result/report.ts';
import { parseFaults, startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../../../src/service/client/chat-service.ts';
import { runHere } from '../../verify/migrated.ts';

/** Rows of an export; a value that is not text is written as JSON. */
export type Rows = readonly Readonly<Record<string, unknown>>[];
/** The files of one entity: one, or several in order; text is written unchanged. */
type Files = Rows | string | readonly (Rows | string)[];
export type Export = Readonly<Partial<Record<CoreName, Files>>>;

/** The result of one sync run. */
type SyncEnd = {
  readonly exitCode: number;
  readonly report: Report;
  readonly stderr: string;
  /** Write requests that the service received. */
  readonly writes: number;
};

/** A pipeline with `sync:` and the service that it writes to. */
export type SyncScenario = AsyncDisposable & {
  readonly folder: string;
  readonly pipeline: string;
  readonly state: string;
  readonly service: ChatService;
  /** Every request that the service received, as `POST /v3/users`. */
  readonly requests: string[];
  /** Emits `request` after each request, before the client can read the answer. */
  readonly requestEvents: EventEmitter;
  /** Milliseconds by which the clocks of the service and of started processes are behind. */
  readonly clock: { behindMs: number };
  /** Replaces the last export. */
  put(rows: Export): void;
  /** Replaces the pipeline file. */
  describe(options: PipelineOptions): void;
  /** Runs the pipeline. */
  run(...options: readonly string[]): Promise<SyncEnd>;
  /** Replaces the export and runs the pipeline; throws if the exit code is not 0. */
  sync(rows: Export, ...options: readonly string[]): Promise<SyncEnd>;
  plan(...options: readonly string[]): Promise<PlanDocument>;
  /** How many differences `verify` counts. */
  differences(): Promise<number>;
};

export type PipelineOptions = {
  /** As YAML; false for a pipeline without it. */
  readonly sync?: string | false | undefined;
  /** Maps by entity, as YAML. */
  readonly maps?: Readonly<Partial<Record<CoreName, string>>> | undefined;
  /** Further limits, as YAML within braces. */
  readonly limits?: string | undefined;
  readonly api?: 'rest' | undefined;
};

const WRITES = /^(POST|PUT|DELETE|PATCH) /;

/**
 * A new service, and a pipeline that syncs to it.
 * @param names the entities of the pipeline
 */
export async function syncScenario(
  names: readonly CoreName[],
  options: PipelineOptions = {},
  faults = '',
): Promise<SyncScenario> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-sync-'));
  const requests: string[] = [];
  const requestEvents = new EventEmitter();
  const clock = { behindMs: 0 };
  const sandbox = await startSandbox({
    dataFile: join(folder, 'service.sqlite'),
    http: true,
    clock: () => Date.now() - clock.behindMs,
    ...(faults === '' ? {} : { faults: parseFaults(faults) }),
    log: ({ method, path }) => {
      requests.push(`${method} ${path}`);
      requestEvents.emit('request');
    },
  });
  const apiKey = readFileSync(sandbox.files.apiKey, 'utf8').trim();
  const service = chatService({ baseUrl: sandbox.baseUrl, apiKey });
  const pipeline = join(folder, 'pipeline.yaml');
  const written: string[] = [];
  const describe = ({ sync = '{}', maps = {}, limits = '', api }: PipelineOptions): void =>
    writeFileSync(
      pipeline,
      [
        'version: 1',
        'name: scenario',
        `target: { baseUrl: "${sandbox.baseUrl}", apiKey: { file: ${JSON.stringify(sandbox.files.apiKey)} }${api ? `, api: ${api}` : ''} }`,
        `limits: { requestsPerMinute: 10000000, timeoutSeconds: 30, ${limits} }`,
        ...(sync === false ? [] : [`sync: ${sync}`]),
        'sources:',
        ...names.map(
          (name) => `  ${name}: { path: "${name}-*.*"${maps[name] ? `, map: ${maps[name]}` : ''} }`,
        ),
        '',
      ].join('\n'),
    );
  describe(options);
  const put = (rows: Export): void => {
    for (const path of written.splice(0)) rmSync(path);
    for (const name of coreNames) {
      const files = rows[name];
      if (files !== undefined)
        filesOf(files).forEach((file, index) => {
          const text = typeof file === 'string' ? file : csv(file);
          const path = join(folder, `${name}-${index}.${endingOf(text)}`);
          writeFileSync(path, text);
          written.push(path);
        });
    }
  };
  const run = async (...more: readonly string[]): Promise<SyncEnd> => {
    const before = requests.length;
    const { exitCode, stdout, stderr } = await runHere('run', pipeline, '--yes', '--json', ...more);
    const report = JSON.parse(stdout || '{}') as Report;
    const writes = requests.slice(before).filter((each) => WRITES.test(each)).length;
    return { exitCode, report, stderr, writes };
  };
  return {
    folder,
    pipeline,
    state: join(folder, '.chatferry', 'scenario'),
    service,
    requests,
    requestEvents,
    clock,
    put,
    describe,
    run,
    async sync(rows, ...more) {
      put(rows);
      const ended = await run(...more);
      if (ended.exitCode !== 0)
        throw new Error(
          `the sync run ended with ${ended.exitCode}: ${ended.stderr}${JSON.stringify(ended.report.problems)}`,
        );
      return ended;
    },
    async plan(...more) {
      const { stdout, stderr } = await runHere('plan', pipeline, '--json', ...more);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as PlanDocument;
    },
    async differences() {
      const { stdout, stderr } = await runHere('verify', pipeline, '--json');
      const { entities } = JSON.parse(stdout || '{}') as VerificationReport;
      if (!entities) throw new Error(stderr);
      return Object.values(entities)
        .flatMap((marks) => Object.entries(marks as object))
        .reduce((sum, [mark, count]) => sum + (mark === 'same' || mark === '=' ? 0 : Number(count)), 0);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isFile = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value);

/** An empty list is one file without rows. */
function filesOf(files: Files): readonly (Rows | string)[] {
  if (typeof files === 'string') return [files];
  return files.length > 0 && files.every(isFile) ? (files as readonly (Rows | string)[]) : [files as Rows];
}

/** Rows as CSV, with every column that any of them has. */
export function csv(rows: Rows, columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]): string {
  const cell = (value: unknown): string => {
    const text = value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('');
}

export const ndjson = (rows: Rows): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const endingOf = (text: string): string =>
  /^\s*\[/.test(text) ? 'json' : /^\s*\{/.test(text) ? 'ndjson' : 'csv';
