import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCli } from '../../support/cli-process.ts';
import { rowsOf } from '../../support/postgres.ts';
import type { TwoSystems } from '../phases/two-systems.ts';

/** A process of chatferry on a machine. */
type LiveHere = AsyncDisposable & {
  readonly said: () => string;
  /** Waits until it has said something. */
  readonly untilSaid: (words: string) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>;
  readonly ended: Promise<number | null>;
};

/** A machine: it has a copy of the pipeline file, and copies of states of its own. */
export type Machine = { readonly port: number; readonly start: (...args: readonly string[]) => LiveHere };

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param url what the systems call
 * @param more variables of its environment
 */
export async function machine(
  systems: Pick<TwoSystems, 'folder' | 'pipeline'>,
  name: string,
  url: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Machine> {
  const folder = join(systems.folder, name);
  mkdirSync(folder);
  const port = await freePort();
  const file = join(folder, 'move.yaml');
  const text = readFileSync(systems.pipeline, 'utf8')
    .replace(/listen: \{ port: \d+ \}/, `listen: { port: ${port} }`)
    .replace(/publicUrl: .*/, `publicUrl: ${url}`);
  writeFileSync(file, text);
  const env = { ...process.env, ...more, XDG_CACHE_HOME: join(folder, 'cache') };
  const start = (command: string, ...args: readonly string[]): LiveHere => {
    const child = startCli(['live', ...(command === '' ? [] : [command]), file, ...args], env);
    child.stdin.end();
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const ended = once(child, 'close').then(([exitCode]) => exitCode as number | null);
    return {
      said: () => said,
      untilSaid: async (words) =>
        await until(
          async () => said.includes(words),
          () => `${words} in: ${said}`,
        ),
      kill: async (signal) => {
        child.kill(signal);
        return await ended;
      },
      ended,
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };
  return { port, start };
}

const WAIT_MS = 240_000;

/** Waits until something is so. */
export async function until(is: () => Promise<boolean>, what: () => string): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`not in time: ${what()}`);
    await sleep(100);
  }
}

/** A document of a state on a server; undefined if there is none, or the server is away. */
export async function documentOf(url: string, path: string): Promise<Record<string, unknown> | undefined> {
  const rows = await rowsOf(
    url,
    `SELECT convert_from(substring(string_agg(c.data, ''::bytea ORDER BY c.at) FOR f.bytes::int4), 'UTF8') AS text
     FROM chatferry_files f JOIN chatferry_chunks c ON c.state = f.state AND c.content = f.content
     WHERE f.state = 'move' AND f.path = $1 GROUP BY f.bytes`,
    [path],
  ).catch(() => []);
  const [found] = rows;
  return found && (JSON.parse(String(found['text'])) as Record<string, unknown>);
}

/** What is before receivers: gives each event to one of them in turn; who does not answer is passed over. */
export async function balancer(
  ports: readonly number[],
): Promise<AsyncDisposable & { readonly url: string; readonly answers: Map<number, number> }> {
  const answers = new Map<number, number>();
  let turn = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const headers = Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
      ) as [string, string][];
      const first = turn++;
      let status = 503;
      for (let tries = 0; tries < ports.length && status === 503; tries++) {
        const port = ports[(first + tries) % ports.length];
        status = await fetch(`http://127.0.0.1:${port}${request.url}`, {
          method: 'POST',
          headers,
          body: Buffer.concat(parts),
        }).then(
          (answer) => answer.status,
          () => 503,
        );
        if (status === 200 && port !== undefined) answers.set(port, (answers.get(port) ?? 0) + 1);
      }
      answers.set(status, (answers.get(status) ?? 0) + 1);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
