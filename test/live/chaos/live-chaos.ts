import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CliProcess } from '../../e2e/cli-process.ts';
import { compareApps } from './compare-apps.ts';
import type { HookFaults } from './hook-proxy.ts';
import { openLiveWorld } from './live-world.ts';
import { peopleOf } from './people.ts';

export type LiveChaos = {
  readonly kills: number;
  readonly messages: number;
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
  readonly differences: readonly string[];
  /** Requests that wrote something after nobody did anything any more. */
  readonly echoes: number;
  readonly problems: readonly string[];
};

/** Time in which everything has to be alike once people are quiet. */
const SETTLE_MS = 120_000;
const QUIET_MS = 6_000;

/**
 * People use two apps at the same time while `live` keeps them alike. It is killed at any moment, and events are lost, doubled
 * and late. In the end the apps are asked.
 * @param quietMs so long nobody may write anything in the end
 * @param acts things that people do between two kills, in each app
 */
export async function liveChaos({
  seed,
  kills,
  acts,
  faults = { lost: 0.03, doubled: 0.1, late: 0.1 },
  quietMs = QUIET_MS,
}: {
  readonly seed: number;
  readonly faults?: HookFaults;
  readonly kills: number;
  readonly acts: number;
  readonly quietMs?: number;
}): Promise<LiveChaos> {
  await using world = await openLiveWorld({ seed, faults });
  const { old, fresh, proxy, random } = world;
  const problems: string[] = [];
  let live: CliProcess = world.start();
  await world.until('live', ({ phase }) => phase === 'live');
  const people = [peopleOf(old, random), peopleOf(fresh, random)];
  for (let kill = 0; kill <= kills; kill++) {
    await Promise.all(
      people.map(async (each) => {
        for (let act = 0; act < acts; act++) {
          await each.act();
          await sleep(random() * 60);
        }
      }),
    );
    if (kill === kills) break;
    live.child.kill('SIGKILL');
    await live.ended;
    live = world.start();
    // Sometimes it is killed while it starts.
    await sleep(random() < 0.3 ? random() * 700 : 700 + random() * 1_500);
    if (live.child.exitCode !== null) {
      const { code, err } = await live.ended;
      problems.push(`live ended with ${code}: ${err.slice(-500)}`);
      live = world.start();
    }
  }
  proxy.heal();
  let differences: readonly string[] = [];
  const end = Date.now() + SETTLE_MS;
  do {
    await sleep(1_000);
    // What is deleted while it is compared is not alike yet.
    differences = await compareApps(old, fresh).catch((error: Error) => [error.message]);
  } while (differences.length > 0 && Date.now() < end);
  // Whoever answers an echo does so again and again.
  await sleep(1_000);
  const before = old.writes.length + fresh.writes.length;
  await sleep(quietMs);
  const echoes = old.writes.length + fresh.writes.length - before;
  differences = await compareApps(old, fresh);
  const status = await world.status();
  for (const [name, counts] of Object.entries({ forward: status?.forward, back: status?.back }))
    if (counts) problems.push(...unbalanced(name, counts));
  const kept = process.env['CHATFERRY_KEEP'];
  if (kept !== undefined && differences.length + echoes > 0)
    cpSync(world.folder, join(kept, String(seed)), { recursive: true });
  if (differences.length + echoes > 0) problems.push(JSON.stringify(status));
  live.child.kill('SIGTERM');
  const { code, err } = await live.ended;
  if (code !== 143) problems.push(`live ended with ${code}: ${err.slice(-500)}`);
  const { lost, doubled, late } = proxy.counts;
  const messages = people.reduce((sum, { said }) => sum + said.size, 0);
  return { kills, messages, lost, doubled, late, differences, echoes, problems };
}

/** Counts that do not add up. */
function unbalanced(name: string, counts: Readonly<Record<string, number>>): string[] {
  const { received = 0, echoes: _, conflicts: __, ...others } = counts;
  const sum = Object.values(others).reduce((total, count) => total + count, 0);
  return sum === received
    ? []
    : [`${name}: received ${received}, and the outcomes are ${sum}: ${JSON.stringify(counts)}`];
}
