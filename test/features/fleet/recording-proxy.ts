import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request that a worker has sent for a pipeline. */
type Sent = { readonly pid: number; readonly pipeline: string };

/** A proxy before the service that knows which process sends what. */
export type RecordingProxy = AsyncDisposable & {
  readonly baseUrl: string;
  readonly sent: readonly Sent[];
  /**
   * Keeps the requests of a pipeline back, so that it is at work however slow or fast the machine is.
   * @param left so many more of them pass first
   */
  hold(pipeline: string, left: number): void;
  /** How many requests are kept back. */
  readonly held: () => number;
  /** Lets through what is kept back, and all that comes. */
  open(): void;
};

/**
 * Starts a proxy. It finds the process at the other end of a connection by the tables of the kernel, so only on Linux.
 * @param target the base URL of the service
 * @param pids the processes that may connect
 * @param pipelineIn the pipeline that the body of a request is of
 */
export async function startRecordingProxy(
  target: string,
  pids: () => readonly number[],
  pipelineIn: (body: string) => string | undefined,
): Promise<RecordingProxy> {
  const sent: Sent[] = [];
  const holds = new Map<string, number>();
  const held: (() => void)[] = [];
  const mayPass = (pipeline = ''): boolean => {
    const left = holds.get(pipeline);
    if (left !== undefined) holds.set(pipeline, left - 1);
    return left === undefined || left > 0;
  };
  const owners = new WeakMap<Socket, number>();
  const agent = new Agent({ keepAlive: true });
  const { origin } = new URL(target);
  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const pipeline = pipelineIn(body.toString());
      const pid = owners.get(incoming.socket) ?? 0;
      if (pipeline !== undefined) sent.push({ pid, pipeline });
      const pass = (): void => {
        // What its sender has given up meanwhile is not sent.
        if (answer.destroyed) return;
        const { method, headers } = incoming;
        const forwarded = request(`${origin}${incoming.url}`, { method, headers, agent }, (given) => {
          answer.writeHead(given.statusCode ?? 502, given.headers);
          given.pipe(answer);
        });
        forwarded.on('error', () => answer.destroy());
        forwarded.end(body);
      };
      if (mayPass(pipeline)) pass();
      else held.push(pass);
    });
  });
  server.on('connection', (socket) => owners.set(socket, ownerOf(socket, pids())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: target.replace(origin, `http://127.0.0.1:${port}`),
    sent,
    hold: (pipeline, left) => void holds.set(pipeline, left),
    held: () => held.length,
    open: () => {
      holds.clear();
      for (const pass of held.splice(0)) pass();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

const inTable = (port = 0): string => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;

/** The process at the other end of a connection; 0 if it is gone. Connections to different ports may share their own port. */
function ownerOf({ remotePort, localPort }: Socket, pids: readonly number[]): number {
  const [local, remote] = [inTable(remotePort), inTable(localPort)];
  const inodes = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      readFileSync(table, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((cells) => cells[1]?.endsWith(local) && cells[2]?.endsWith(remote))
        .map((cells) => `socket:[${cells[9]}]`),
    ),
  );
  return pids.find((pid) => socketsOf(pid).some((name) => inodes.has(name))) ?? 0;
}

function socketsOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(`${folder}/${name}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
