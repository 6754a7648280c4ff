import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';

/** Shares of events, from 0 to 1. */
export type HookFaults = {
  /** Answered, and never passed on. */
  readonly lost: number;
  readonly doubled: number;
  /** Answered at once, and passed on much later: after other events. */
  readonly late: number;
};

/** The way between the systems and the receiver. */
export type HookProxy = AsyncDisposable & {
  readonly url: string;
  readonly counts: { passed: number; lost: number; doubled: number; late: number; refused: number };
  /** Passes everything on from now on. */
  heal(): void;
};

/** Opens a proxy that loses, doubles and delays events, as a network and senders do. */
export async function openHookProxy(to: string, faults: HookFaults, random: Random): Promise<HookProxy> {
  const counts = { passed: 0, lost: 0, doubled: 0, late: 0, refused: 0 };
  const closing = new AbortController();
  let isHealed = false;
  const pass = async (path: string, headers: Record<string, string>, body: Buffer): Promise<number> => {
    try {
      const answer = await fetch(`${to}${path}`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(2_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 503;
    }
  };
  /** Tries until it is taken: what was promised to the sender is not lost twice. */
  const passLater = async (...given: Parameters<typeof pass>): Promise<void> => {
    await sleep(200 + random() * 1_500, undefined, { signal: closing.signal });
    while ((await pass(...given)) >= 300) await sleep(200, undefined, { signal: closing.signal });
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts);
      const kept = Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
      ) as [string, string][];
      const given = [request.url ?? '', Object.fromEntries(kept), body] as const;
      const end = (status: number): void => void response.writeHead(status).end();
      const dice = isHealed ? 1 : random();
      if (dice < faults.lost) {
        counts.lost++;
        end(200);
      } else if (dice < faults.lost + faults.late) {
        counts.late++;
        end(200);
        passLater(...given).catch(() => {});
      } else {
        const status = await pass(...given);
        if (status < 300) counts.passed++;
        else counts.refused++;
        end(status);
        if (status < 300 && dice < faults.lost + faults.late + faults.doubled) {
          counts.doubled++;
          passLater(...given).catch(() => {});
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    heal() {
      isHealed = true;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
