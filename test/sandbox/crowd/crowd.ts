import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSandboxProcess } from '../../e2e/cli-process.ts';

/** What a crowd sends. */
export type Crowd = {
  /** Sockets on which the head of a request comes byte by byte. */
  readonly sockets: number;
  /** Large bodies that are sent at once. */
  readonly bodies: number;
  readonly kind: 'rows' | 'objects' | 'levels';
};

/** What somebody else sees of the sandbox meanwhile. */
export type Seen = {
  readonly asked: number;
  readonly failed: number;
  readonly slowestMs: number;
  /** Peak memory of the sandbox. */
  readonly peakMb: number;
  /** The statuses that the bodies were answered with. */
  readonly statuses: readonly number[];
};

/** Lets a crowd loose on a sandbox in a process of its own, while somebody else asks it for a user again and again. */
export async function crowd(folder: string, { sockets, bodies, kind }: Crowd): Promise<Seen> {
  await using sandbox = await startSandboxProcess(folder);
  const { hostname, port } = new URL(sandbox.baseUrl);
  const slow = Array.from({ length: sockets }, () => connect(Number(port), hostname).on('error', () => {}));
  for (const socket of slow) socket.write('GET /v3/users HTTP/1.1\r\nHost: x\r\nX: ');
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('a');
  }, 1_000);
  const sender = spawn(
    process.execPath,
    [join(import.meta.dirname, 'send-bodies.ts'), kind, String(bodies), sandbox.baseUrl, sandbox.apiKey],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const statuses = text(sender.stdout);
  let isOver = false;
  void once(sender, 'close').then(() => {
    isOver = true;
  });
  const times: (number | undefined)[] = [];
  while (!isOver) {
    times.push(await asked(`${sandbox.baseUrl}/users?perPage=1`, sandbox.apiKey));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  clearInterval(drip);
  for (const socket of slow) socket.destroy();
  const status = readFileSync(`/proc/${sandbox.child.pid}/status`, 'utf8');
  return {
    asked: times.length,
    failed: times.filter((ms) => ms === undefined).length,
    slowestMs: Math.round(Math.max(...times.map((ms) => ms ?? 0))),
    peakMb: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024),
    statuses: JSON.parse(await statuses) as number[],
  };
}

/** How long an answer takes, on a connection of its own; undefined if there is none. */
function asked(url: string, apikey: string): Promise<number | undefined> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const sent = request(url, { headers: { apikey }, agent: false }, (answer) => {
      const isGood = answer.statusCode === 200;
      answer.resume().on('end', () => resolve(isGood ? performance.now() - begun : undefined));
    });
    sent.on('error', () => resolve(undefined));
    sent.end();
  });
}
