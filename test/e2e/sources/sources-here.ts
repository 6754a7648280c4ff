import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from '../../../src/report/result/report.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { type ServiceReader, serviceReader } from '../service-reader.ts';
import { FAST, targetOf } from '../workspace.ts';

/** A pipeline with sources of any form, and the service that it writes to, both in this process. */
export type SourcesHere = AsyncDisposable & {
  readonly folder: string;
  readonly pipeline: string;
  readonly state: string;
  /** What the service holds, read by nothing of the tool. */
  readonly reader: ServiceReader;
  /** Called with every request that the service receives, as `POST /v3/users`. */
  onRequest: (request: string) => void;
  /** Writes a file beside the pipeline. */
  write(name: string, text: string): void;
  /** Writes the pipeline again with other sources. */
  declare(sources: string, rest?: string): void;
  /** Runs a command of the pipeline in this process. */
  run(
    command: string,
    ...options: readonly string[]
  ): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;
  /** Runs it with `--json`. */
  json<T = Report>(command: string, ...options: readonly string[]): Promise<{ exitCode: number; result: T }>;
};

/** The sources of a pipeline, with the files that they name. */
export type Declared = {
  /** File names with their text. */
  readonly files: Readonly<Record<string, string>>;
  /** The lines below `sources:`, indented. */
  readonly sources: string;
  /** Further lines of the pipeline. */
  readonly rest?: string;
};

/** Starts a new service, and writes the files and the pipeline. */
export async function sourcesHere({ files, sources, rest = '' }: Declared): Promise<SourcesHere> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-sources-'));
  const sandbox = await startSandbox({
    dataFile: join(folder, '.service/service.sqlite'),
    http: true,
    log: ({ method, path }) => here.onRequest(`${method} ${path}`),
  });
  const { baseUrl, files: keys } = sandbox;
  const pipeline = join(folder, 'pipeline.yaml');
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const target = { baseUrl, keyFile: keys.apiKey };
  const declare = (lines: string, others = rest): void =>
    write(
      'pipeline.yaml',
      ['version: 1', 'name: here', `target: ${targetOf(target)}`, FAST, 'sources:', lines, others].join('\n'),
    );
  for (const [name, text] of Object.entries(files)) write(name, text);
  declare(sources);
  const reader = serviceReader(baseUrl, readFileSync(keys.apiKey, 'utf8').trim());
  const run = (command: string, ...options: readonly string[]) =>
    runHere([...command.split(' '), pipeline, ...options]);
  const here: SourcesHere = {
    folder,
    pipeline,
    state: join(folder, '.chatferry/here'),
    reader,
    write,
    declare,
    run,
    onRequest: () => {},
    json: (command, ...options) => jsonHere([...command.split(' '), pipeline, '--json', ...options]),
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return here;
}
