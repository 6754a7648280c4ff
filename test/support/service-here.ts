import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type EntityName, entityNames } from '../../src/input/entities/entity.ts';
import type { Report } from '../../src/report/result/report.ts';
import { parseQuirks, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../src/service/client/chat-service.ts';
import { jsonHere } from './command-here.ts';

/** A pipeline and the service that it writes to, both in this process. */
export type ServiceHere = AsyncDisposable & {
  readonly folder: string;
  readonly pipeline: string;
  readonly baseUrl: string;
  /** The address of the view of the service for people. */
  readonly viewUrl: string;
  /** Writes the same pipeline for another address of the service. */
  pipelineAt(baseUrl: string): string;
  /** Writes it with other further lines. */
  rest(lines: string): void;
  readonly service: ChatService;
  /** Every request that the service received, as `POST /v3/users`. */
  readonly requests: string[];
  /** Runs a command of the pipeline: its exit code and its JSON. */
  json<T = Report>(command: string, ...options: readonly string[]): Promise<{ exitCode: number; result: T }>;
};

/** What the pipeline reads and how it writes. */
export type PipelineHere = {
  /** File names with their text; the name without endings is the entity. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly api?: string;
  /** Further lines of the pipeline. */
  readonly rest?: string;
  /** Switches of the service, as `sandbox --quirks` takes them. */
  readonly quirks?: string;
};

/** Starts a new service, and writes the files and the pipeline. */
export async function serviceHere({
  files,
  api = 'import',
  rest: given = '',
  quirks,
}: PipelineHere): Promise<ServiceHere> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-here-'));
  const requests: string[] = [];
  const sandbox = await startSandbox({
    dataFile: join(folder, 'service.sqlite'),
    http: true,
    ...(quirks === undefined ? {} : { quirks: parseQuirks(quirks) }),
    log: ({ method, path }) => requests.push(`${method} ${path}`),
  });
  const { baseUrl, files: keys } = sandbox;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const pipeline = join(folder, 'pipeline.yaml');
  let rest = given;
  const path = (entity: EntityName): string | undefined =>
    Object.keys(files).find((name) => name.split('.')[0] === entity);
  const pipelineAt = (address: string): string => {
    writeFileSync(pipeline, textAt(address));
    return pipeline;
  };
  const textAt = (address: string): string =>
    [
      'version: 1',
      'name: here',
      `target: { baseUrl: "${address}", apiKey: { file: ${JSON.stringify(keys.apiKey)} }, api: ${api} }`,
      'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
      'sources:',
      ...entityNames.flatMap((entity) => (path(entity) ? [`  ${entity}: { path: ${path(entity)} }`] : [])),
      rest,
    ].join('\n');
  pipelineAt(baseUrl);
  const service = chatService({ baseUrl, apiKey: readFileSync(keys.apiKey, 'utf8').trim() });
  return {
    folder,
    pipeline,
    baseUrl,
    viewUrl: sandbox.viewUrl,
    pipelineAt,
    rest: (lines) => {
      rest = lines;
      pipelineAt(baseUrl);
    },
    service,
    requests,
    json: (command, ...options) => jsonHere([command, pipeline, '--json', ...options]),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
