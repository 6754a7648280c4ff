import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuirks, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../../src/service/client/chat-service.ts';

/** An app of a sandbox, over plain http on this machine. */
export type AppHere = AsyncDisposable & {
  readonly baseUrl: string;
  readonly keyFile: string;
  readonly service: ChatService;
  /** Every request that it received, as `GET /v3/users?page=1`. */
  readonly requests: string[];
};

/** A folder of its own, which goes at the end. */
export function folderHere(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-service-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a sandbox with an app. */
export async function appHere(
  folder: string,
  name: string,
  quirks = '',
  clock: () => number = Date.now,
): Promise<AppHere> {
  const requests: string[] = [];
  const place = join(folder, name);
  mkdirSync(place);
  const sandbox = await startSandbox({
    dataFile: join(place, 'app.sqlite'),
    http: true,
    quirks: parseQuirks(quirks),
    clock,
    log: ({ method, path }) => requests.push(`${method} ${path}`),
  });
  const { baseUrl, files } = sandbox;
  const apiKey = readFileSync(files.apiKey, 'utf8').trim();
  const fast = { core: 1e7, standard: 1e7, import: 1e7 };
  const service = chatService({ baseUrl, apiKey, requestsPerMinute: fast });
  return {
    baseUrl,
    keyFile: files.apiKey,
    service,
    requests,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/** Writes a pipeline that moves one app to another. */
export function movePipeline(
  folder: string,
  from: Pick<AppHere, 'baseUrl' | 'keyFile'>,
  to: Pick<AppHere, 'baseUrl' | 'keyFile'>,
  rest: readonly string[] = [],
): string {
  const path = join(folder, 'move.yaml');
  const key = (file: string): string => `{ file: ${JSON.stringify(file)} }`;
  writeFileSync(
    path,
    [
      'version: 1',
      'name: move',
      `target: { baseUrl: "${to.baseUrl}", apiKey: ${key(to.keyFile)} }`,
      'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
      'sources:',
      '  export:',
      '    system: service',
      `    api: { appId: old, baseUrl: "${from.baseUrl}", apiKey: ${key(from.keyFile)}, requestsPerSecond: 1000 }`,
      ...rest,
    ].join('\n'),
  );
  return path;
}
