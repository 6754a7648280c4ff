import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliProcess, startCli } from '../../e2e/cli-process.ts';
import { compareApps } from '../chaos/compare-apps.ts';
import type { LiveApp } from '../chaos/live-app.ts';
import { openLiveWorld } from '../chaos/live-world.ts';

/** Files of a state, as parts of their paths, that a pass of either direction or its receiver writes. */
export const PARTS = [
  'people/ledger.log',
  'live/back/ledger.log',
  'live/links.ndjson',
  'live/links.sqlite',
  'live/lane-old.json',
  'live/lane-new.json',
  'live/done-old',
  'live/done-new',
  'live/reading-old',
  'live/in/old',
  'live/in/new',
  'live/receiver/beat',
  'live/numbers',
  'live/phase',
  'live/hooks',
  'live/gaps',
] as const;

/** A write in the life of a process: the first, second … of a part. */
export type LivePoint = { readonly part: string; readonly at: number };

/** What was done at some points, and what was wrong afterwards. */
export type PointsTried = {
  /** Points at which the process was ended, or its disk was full. */
  readonly reached: number;
  readonly trouble: readonly string[];
};

const READY_MS = 40_000;
const REACHED_MS = 6_000;
const ALIKE_MS = 60_000;

/** Waits until something is so; false after a time. */
async function until(is: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!(await is())) {
    if (Date.now() > end) return false;
    await sleep(50);
  }
  return true;
}

/** People of an app in one round: they write, change what they wrote, take it back, and bring others along. */
async function use(app: LiveApp, round: number): Promise<void> {
  const word = (name: string): string => `${name}-${app.appId}-${round}`;
  const send = async (name: string, by = 'ann'): Promise<string> => {
    const { data } = await app.call(
      'POST',
      '/messages',
      {
        receiver: 'team',
        receiverType: 'group',
        category: 'message',
        type: 'text',
        data: { text: `${word(name)} hello` },
      },
      by,
    );
    return String((data as { readonly id: string }).id);
  };
  const edited = await send('edited');
  const deleted = await send('deleted', 'ben');
  await app.call('POST', `/messages/${edited}/reactions/x`, undefined, 'cleo');
  await app.call('PUT', `/messages/${edited}`, { data: { text: `${word('edited')} again` } }, 'ann');
  await sleep(300);
  await app.call('DELETE', `/messages/${deleted}`, undefined, 'ben');
  await app.call('POST', '/users', { uid: word('guest'), name: word('guest') });
  await app.call('POST', '/groups/team/members', { participants: [word('guest')] });
  await send('last', 'cleo');
}

/**
 * Ends a process that keeps two apps alike right before one of its writes, or fills its disk there, while people use both. Then
 * another process goes on, and both apps must be the same.
 * @param library of `buildLibrary`
 */
export async function tryLivePoints(
  library: string,
  points: readonly LivePoint[],
  how: 'killed' | 'full',
): Promise<PointsTried> {
  // No list finds what a pass forgets: it lists what was missed while nobody received, and little more.
  await using world = await openLiveWorld({ seed: 1, live: { reconcile: 'off', overlap: '1s' } });
  const { old, fresh, folder, pipeline } = world;
  const trouble: string[] = [];
  let reached = 0;
  const start = (point?: LivePoint): CliProcess =>
    startCli(['live', pipeline, '--yes', '--allow-notifications', '--unproven'], {
      UV_USE_IO_URING: '0',
      ...(point
        ? {
            LD_PRELOAD: library,
            WRITE_POINTS_FOLDER: join(folder, '.chatferry'),
            WRITE_POINTS_PART: point.part,
            WRITE_POINTS_AT: String(point.at),
            ...(how === 'full' ? { WRITE_POINTS_FULL: '1' } : {}),
          }
        : {}),
    });
  const isReady = ({ said, child }: CliProcess): boolean =>
    child.exitCode !== null || child.signalCode !== null || said().includes('phase: live');
  const isAlike = async (): Promise<boolean> => (await compareApps(old, fresh)).length === 0;
  // Both apps have the same people before anything fails.
  const begun = start();
  await until(() => isReady(begun), READY_MS);
  begun.child.kill('SIGTERM');
  await begun.ended;
  for (const [round, point] of points.entries()) {
    const name = `${how} at ${point.part} ${point.at}`;
    const first = start(point);
    await until(() => isReady(first), READY_MS);
    await Promise.all([use(old, round), use(fresh, round)]);
    const hasEnded = (): boolean => first.child.exitCode !== null || first.child.signalCode !== null;
    await until(hasEnded, REACHED_MS);
    if (!hasEnded()) first.child.kill('SIGTERM');
    const ended = await first.ended;
    if (how === 'killed' ? ended.signal === 'SIGKILL' : /ENOSPC|full/i.test(ended.err)) reached++;
    const expected = how === 'killed' ? ['SIGKILL'] : ['7'];
    if (![...expected, '143'].includes(String(ended.signal ?? ended.code)))
      trouble.push(`${name}: it ended with ${ended.signal ?? ended.code}: ${ended.err.slice(-600)}`);
    const second = start();
    const became = await until(isAlike, ALIKE_MS);
    if (!became)
      trouble.push(
        ...(await compareApps(old, fresh)).map((each) => `${name}: ${each}`),
        `${name}: ${second.said().slice(-2_000)}`,
      );
    await until(() => isReady(second), READY_MS);
    second.child.kill('SIGTERM');
    const { code, err } = await second.ended;
    if (code !== 143) trouble.push(`${name}: the next one ended with ${code}: ${err.slice(-600)}`);
    if (!became) break;
  }
  const last = start();
  await until(() => isReady(last), READY_MS);
  await sleep(1_500);
  const before = old.writes.length + fresh.writes.length;
  await sleep(2_500);
  const echoes = old.writes.length + fresh.writes.length - before;
  if (echoes > 0) trouble.push(`${echoes} requests write although nobody does anything`);
  const status = await world.status();
  for (const [direction, counts] of Object.entries({ forward: status?.forward, back: status?.back })) {
    const { received = 0, echoes: _, conflicts: __, ...others } = counts ?? {};
    const sum = Object.values(others).reduce((total, count) => total + count, 0);
    if (sum !== received || others['dead'] !== 0) trouble.push(`${direction}: ${JSON.stringify(counts)}`);
  }
  trouble.push(...(await compareApps(old, fresh)).map((each) => `at the end: ${each}`));
  last.child.kill('SIGTERM');
  await last.ended;
  return { reached, trouble };
}
