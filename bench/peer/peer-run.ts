import { type Bench, chatferry, type Export } from '../bench.ts';
import type { Sample } from '../race.ts';
import { startPeer } from './peer.ts';
import { peerPipeline } from './peer-pipeline.ts';

/** Starts a fresh peer for one run, and checks that all rows have arrived. */
export async function withPeer(
  { scripts }: Bench,
  options: readonly string[],
  run: (baseUrl: string) => Promise<Sample>,
): Promise<Sample> {
  const peer = await startPeer(scripts('peer/instant-peer'), ...options);
  const sample = await run(peer.baseUrl).catch(async (error: unknown) => {
    await peer[Symbol.asyncDispose]();
    throw error;
  });
  const { rows, requests } = await peer.counts();
  if (rows !== sample.rows - sample.rejected || requests !== sample.requests)
    throw new Error(`${rows} rows in ${requests} requests arrived, not ${JSON.stringify(sample)}`);
  return sample;
}

/** A run from nothing into a fresh peer. */
export async function runIntoPeer(
  bench: Bench,
  files: Export,
  { options = [], lines = [] }: { options?: readonly string[]; lines?: readonly string[] } = {},
): Promise<Sample> {
  return withPeer(bench, options, async (baseUrl) =>
    chatferry(bench, files, ['run', await peerPipeline(files, baseUrl, ...lines), '--yes']),
  );
}
