import { describe, expect, test } from 'vitest';
import { pulledIn } from '../../../src/pipeline/pull/pull-origin.ts';
import { Disk } from '../../simulation/disk.ts';
import { type End, Killed, Life } from '../../simulation/life.ts';
import { sized } from '../../support/long-form.ts';
import { seeded } from '../../support/random.ts';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';

/** In the suite a part of the points. */
const STEP = sized(7, 1);

/** Two conversations that go on, one that is deleted while it is listed, one that goes, and one that comes. */
function nights(): { readonly old: OldSystem; readonly change: () => void } {
  const old = new OldSystem();
  old.addConversation('team', ['ann', 'ben', 'cid', 'dan'], 7, START - 20 * DAY);
  old.addConversation('pair', ['ann', 'ben'], 4, START - DAY);
  old.addConversation('doomed', ['cid'], 4, START - DAY);
  old.addConversation('going', ['dan'], 2, START - DAY);
  const change = (): void => {
    old.write('team', { id: 'new', time: START + 1_000, sender: 'eve', text: 'hi' });
    const pair = old.conversation('pair');
    pair.messages = pair.messages.filter(({ id }) => id !== 'pair-2');
    old.conversations.delete('going');
    old.conversation('doomed').version++;
    old.faults.set('messages doomed', 'gone');
    old.faults.set('look doomed', 'gone');
    old.addConversation('coming', ['fay'], 4, START);
  };
  return { old, change };
}

/** Pulls in a process that ends at a point, and again in processes that do not end. */
async function pullWith(end: End, old: OldSystem, place: PullPlaceHere): Promise<number> {
  const life = new Life(end);
  const disk = new Disk(life, seeded(end.at));
  const stopped = new AbortController();
  old.onRequest = () => {
    if (!life.isAlive) return new Promise(() => {});
    try {
      life.point();
      return;
    } catch (error) {
      if (error instanceof Killed) return new Promise(() => {});
      throw error;
    }
  };
  const work = place.pull(old, 'again', disk.files, stopped.signal);
  work.catch(() => {});
  const outcome = await Promise.race([work, life.death.promise]);
  life.die();
  disk.afterKill(end.kind === 'power');
  old.onRequest = () => {};
  const { files } = new Disk(new Life(undefined), seeded(1));
  const found = await pulledIn(place.prepared, files);
  if (outcome === 'killed' && found?.until !== place.now) await place.pull(old, 'again', files);
  return life.points;
}

describe.each(['kill', 'power'] as const)('a pull that a %s ends', (kind) => {
  test('at any point of the first night has the same files in the end', async () => {
    const { old } = nights();
    using quiet = new PullPlaceHere();
    const points = await pullWith({ kind, at: 0 }, old, quiet);
    expect(points).toBeGreaterThan(80);
    for (let at = 1; at <= points; at += STEP) {
      using place = new PullPlaceHere();
      await pullWith({ kind, at }, old, place);
      expect(place.digests(), `point ${at}`).toEqual(quiet.digests());
    }
  });

  test('at any point of a second night has the same files in the end', async () => {
    const { old, change } = nights();
    using first = new PullPlaceHere();
    await first.pull(old);
    change();
    first.now += DAY;
    using quiet = new PullPlaceHere(first);
    const points = await pullWith({ kind, at: 0 }, old, quiet);
    expect(quiet.rows('gone')).toEqual([
      expect.objectContaining({ of: 'pair', row: expect.objectContaining({ id: 'pair-2' }) }),
    ]);
    expect(quiet.rows('conversations').map(({ row }) => (row as { id: string }).id)).toEqual([
      'coming',
      'pair',
      'team',
    ]);
    expect(points).toBeGreaterThan(80);
    for (let at = 1; at <= points; at += STEP) {
      using place = new PullPlaceHere(first);
      await pullWith({ kind, at }, old, place);
      expect(place.digests(), `point ${at}`).toEqual(quiet.digests());
    }
  });

  test('at any point of the first pull of another account has its files in the end, and no others', async () => {
    const { old } = nights();
    const { old: other, change } = nights();
    change();
    using first = new PullPlaceHere();
    first.app = 'first';
    await first.pull(old);
    first.now += DAY;
    using quiet = new PullPlaceHere(first);
    quiet.app = 'second';
    const points = await pullWith({ kind, at: 0 }, other, quiet);
    expect(points).toBeGreaterThan(80);
    for (let at = 1; at <= points; at += 2 * STEP) {
      using place = new PullPlaceHere(first);
      place.app = 'second';
      await pullWith({ kind, at }, other, place);
      expect(place.digests(), `point ${at}`).toEqual(quiet.digests());
    }
  });
});
