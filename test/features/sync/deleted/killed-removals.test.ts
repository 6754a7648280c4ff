import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { NO_LIMITS } from '../../../../src/sandbox/app/rate-limits.ts';
import { readService } from '../../../simulation/checker.ts';
import type { End } from '../../../simulation/life.ts';
import { Machine } from '../../../simulation/machine.ts';
import { SimulatedPeer } from '../../../simulation/peer.ts';
import { loadAll } from '../../../simulation/simulate.ts';
import { seeded } from '../../../support/random.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NUMBERS = Array.from({ length: 8 }, (_, n) => n + 1);
const DELETED = 5;

beforeAll(loadAll, 60_000);

const PIPELINE = {
  version: 1,
  name: 'sim',
  policies: { reactions: 'write' },
  target: { baseUrl: 'https://sim.example/v3', api: 'import', apiKey: { env: 'CHATFERRY_API_KEY' } },
  sources: {
    users: { path: 'users.csv' },
    messages: { path: 'messages.csv' },
    reactions: { path: 'reactions.csv' },
  },
  limits: { concurrency: 2, timeoutSeconds: 5 },
  sync: { maxDelete: 10 },
};

const messages = (deleted: number): string =>
  [
    'muid,sender,receiver,receiverType,sentAt,text,deletedAt',
    ...NUMBERS.map(
      (n) => `m${n},ben,ann,user,${1_770_000_000 + n},text ${n},${n <= deleted ? 1_770_100_000 : ''}`,
    ),
    '',
  ].join('\n');

/**
 * A night in which messages were deleted at the source, ended at one of its points; then the same command until it is done.
 * @returns whether it was ended before it was done
 */
async function night(end: End): Promise<{ readonly isCut: boolean }> {
  const folder = mkdtempSync(join(ROOT, 'chatferry-deleted-'));
  const random = seeded(end.at);
  const clock = new VirtualClock(START);
  using peer = new SimulatedPeer(folder, NO_LIMITS, clock, random);
  try {
    const work = join(folder, 'work');
    mkdirSync(work);
    const write = (name: string, text: string): void => writeFileSync(join(work, name), text);
    write('pipeline.yaml', JSON.stringify(PIPELINE));
    write('users.csv', 'uid,name\nann,Ann\nben,Ben\n');
    write('reactions.csv', 'muid,uid,reaction\nm1,ann,👍\nm2,ann,👍\nm8,ann,👍\n');
    write('messages.csv', messages(0));
    const machine = new Machine(peer, clock, random);
    const args = ['run', join(work, 'pipeline.yaml'), '--yes', '--json', '--allow-notifications'];
    expect((await machine.run(args)).exitCode).toBe(0);

    write('messages.csv', messages(DELETED));
    const first = peer.handled.length;
    const { isCut } = await machine.run(args, end);
    let tries = 1;
    for (let last = await machine.run(args); last.exitCode !== 0; last = await machine.run(args))
      expect(tries++, last.stderr).toBeLessThan(3);
    const left = NUMBERS.slice(DELETED).map((n) => `m${n}`);
    expect([...readService(peer.app).messages.keys()].sort()).toEqual(left);
    const removed = peer.handled
      .slice(first)
      .filter(
        ({ method, path, reply }) => method === 'DELETE' && /messages\/\d+$/.test(path) && reply.status < 300,
      );
    expect(new Set(removed.map(({ path }) => path)).size).toBe(DELETED);
    expect(removed.length).toBe(DELETED);
    const verified = await machine.run(['verify', join(work, 'pipeline.yaml'), '--json']);
    expect(verified.exitCode, verified.stdout).toBe(0);
    return { isCut };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a sync that is killed while it removes what was deleted at the source goes on, and removes nothing twice', async () => {
  for (let at = 1, isCut = true; isCut; at += 37)
    ({ isCut } = await night({ kind: at % 2 === 0 ? 'kill' : 'power', at }));
}, 120_000);
