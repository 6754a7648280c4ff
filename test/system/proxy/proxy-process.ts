import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProxySettings } from './connect-proxy.ts';

/** A proxy that runs in a process of its own. */
export type ProxyProcess = AsyncDisposable & {
  readonly port: number;
  /** The places that it was asked for. */
  readonly asked: readonly string[];
  readonly ended: Promise<unknown>;
};

/** Starts a proxy and waits until it listens. */
export async function startProxy(settings: ProxySettings = {}): Promise<ProxyProcess> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'connect-proxy.ts'), JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [port] = (await once(lines, 'line')) as [string];
  const asked: string[] = [];
  lines.on('line', (line: string) => void asked.push(line.replace('CONNECT ', '')));
  return {
    port: Number(port),
    asked,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
