import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, exportOf } from '../bench.ts';
import { type Child, startNode } from '../child.ts';
import { startPeer } from '../peer/peer.ts';
import { peerPipeline } from '../peer/peer-pipeline.ts';
import { median } from '../race.ts';
import type { Line } from '../table.ts';

const SHARE_BEFORE_KILL = 0.9;
const GOAL = { atMost: 1 };

/** Kills a run when most rows are there, then measures how soon a new one sends its first rows. */
export async function* resumeFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const files = await exportOf(bench, { messages: bench.rows.sent });
  const killedAt = Math.floor(bench.rows.sent * SHARE_BEFORE_KILL);
  await using peer = await startPeer(bench.scripts('peer/instant-peer'), '--notify-after', String(killedAt));
  const pipeline = await peerPipeline(files, peer.baseUrl);
  const state = join(files.folder, '.chatferry');
  const kept = `${state}-killed`;
  const start = (): Child => {
    const child = startNode([bench.cli, 'run', pipeline, '--yes', '--quiet'], { CHATFERRY_API_KEY: 'bench' });
    child.stdout.resume();
    child.stderr.resume();
    return child;
  };
  await rm(state, { recursive: true, force: true });
  const first = start();
  await peer.reached();
  await kill(first);
  await cp(state, kept, { recursive: true });

  const seconds: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    process.stderr.write(`  resume, ${round + 1} of ${bench.rounds}\n`);
    await rm(state, { recursive: true });
    await cp(kept, state, { recursive: true });
    const next = peer.next();
    const startedAt = Date.now();
    const child = start();
    seconds.push(((await next) - startedAt) / 1_000);
    await kill(child);
  }
  await rm(kept, { recursive: true });
  const value = median(seconds);
  yield [{ figure: 'resume, killed at 90 %: start to the first request', value, unit: 's', goal: GOAL }];
}

async function kill(child: Child): Promise<void> {
  const exited = once(child, 'exit');
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await exited;
  }
}
