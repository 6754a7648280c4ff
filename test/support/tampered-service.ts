import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../src/service/client/chat-service.ts';
import { realSystem, type System } from '../../src/system/system.ts';
import { runHere } from './command-here.ts';
import { skippingClock } from './skipping-clock.ts';

/** A request on its way to the service, with its path after the version. */
type Passing = { readonly method: string; readonly path: string; readonly body: string };
/** An answer; an object is sent as JSON. With status 0 the connection ends without one. */
export type Answer = { readonly status: number; readonly body: unknown };
/** Answers a request itself, or with what `forward` gets from the service, changed or not. */
export type Tamper = (request: Passing, forward: () => Promise<Answer>) => Answer | Promise<Answer>;

/** A sandbox behind a proxy that may change every answer, and a folder for pipelines that write to it. */
export type TamperedService = AsyncDisposable & {
  readonly folder: string;
  /** The first line of `target:` in pipeline files. */
  readonly target: string;
  /** Reads and writes past the proxy. */
  readonly service: ChatService;
  /** Every request that the proxy received, as `POST /users`. */
  readonly requests: string[];
  /** Replaces what the proxy does. */
  tamper(how: Tamper): void;
  write(name: string, content: string | Uint8Array): string;
  /** Runs a command in this process, with waits that take no time. */
  run(
    ...args: readonly string[]
  ): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;
};

const untouched: Tamper = (_request, forward) => forward();

/** Starts a sandbox and a proxy before it. */
export async function tamperedService(system: Partial<System> = {}): Promise<TamperedService> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-tampered-'));
  const sandbox = await startSandbox({ dataFile: join(folder, 'service.sqlite'), http: true });
  const apiKey = readFileSync(sandbox.files.apiKey, 'utf8').trim();
  const { origin, pathname } = new URL(sandbox.baseUrl);
  const requests: string[] = [];
  let how = untouched;
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    const { method = 'GET', url = '/' } = request;
    const path = url.slice(pathname.length);
    requests.push(`${method} ${path}`);
    const forward = async (): Promise<Answer> => {
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        /^(apikey|onbehalfof|content-type)$/.test(name) ? [[name, String(value)]] : [],
      ) as [string, string][];
      const answer = await fetch(origin + url, { method, headers, ...(body === '' ? {} : { body }) });
      return { status: answer.status, body: await answer.json() };
    };
    const answer = await how({ method, path, body }, forward);
    if (answer.status === 0) return void response.destroy();
    response.statusCode = answer.status;
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const clock = skippingClock();
  return {
    folder,
    target: `target: { baseUrl: "http://127.0.0.1:${port}${pathname}", apiKey: { file: ${JSON.stringify(sandbox.files.apiKey)} }`,
    service: chatService({ baseUrl: sandbox.baseUrl, apiKey }),
    requests,
    tamper(next) {
      how = next;
    },
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    run: (...args) => runHere(args, undefined, { ...realSystem, clock, ...system }),
    async [Symbol.asyncDispose]() {
      proxy.close();
      proxy.closeAllConnections();
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
