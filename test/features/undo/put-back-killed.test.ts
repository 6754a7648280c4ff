import { beforeAll, expect, test } from 'vitest';
import type { Ended } from '../../simulation/machine.ts';
import { loadAll } from '../../simulation/simulate.ts';
import { sized } from '../../support/long-form.ts';
import { type End, simulatedSync } from './simulated-sync.ts';

/** Syncs and undos that are ended at any of their points: whatever happens, the first old values come back. */

const T = 1_700_000_000;
/** Of all points, every so manieth; all of them take ten minutes. */
const EVERY = sized(157, 53);

beforeAll(loadAll, 120_000);

function room() {
  const sync = simulatedSync(['users', 'groups', 'members']);
  const { put, imported, rows } = sync;
  /** Says nothing else than the service. */
  const putSame = (): void =>
    put({
      'users.csv': 'uid,name\na,A\nb,B\n',
      'groups.csv': 'guid,name\ng,G\n',
      'members.csv': 'guid,uid,scope\ng,a,participant\ng,b,moderator\n',
    });
  const putOther = (name: string, scope: string): void =>
    put({
      'users.csv': `uid,name,metadata.team\na,${name},${name}\nb,${name},\nours,Ours,x\n`,
      'groups.csv': `guid,name\ng,${name}\n`,
      'members.csv': `guid,uid,scope,isBanned\ng,a,${scope},\ng,b,,true\n`,
    });
  imported('users', {
    a: { uid: 'a', name: 'A', metadata: { team: 'red', app: 1 }, createdAt: T },
    b: { uid: 'b', name: 'B', metadata: { team: 'red' }, createdAt: T },
  });
  imported('groups', { g: { guid: 'g', name: 'G', type: 'private', createdAt: T } });
  imported('members', {
    g_member_a: { memberId: 'g_member_a', guid: 'g', uid: 'a', scope: 'participant', joinedAt: T + 1 },
    g_member_b: { memberId: 'g_member_b', guid: 'g', uid: 'b', scope: 'moderator', joinedAt: T + 2 },
  });
  const snapshot = (): unknown =>
    ['/users', '/groups', '/groups/g/members', '/groups/g/bannedusers'].map((path) => [path, rows(path)]);
  return Object.assign(sync, { putSame, putOther, snapshot });
}

/** Two syncs and an undo, each ended at a point, then done again until it is done. */
async function ended(
  kind: 'kill' | 'power',
  at: readonly [number, number, number],
): Promise<readonly number[]> {
  using space = room();
  const before = space.snapshot();
  const points: number[] = [];
  const untilDone = async (what: (end?: End) => Promise<Ended>, end: number): Promise<void> => {
    const first = await what(end > 0 ? { kind, at: end } : undefined);
    points.push(first.points);
    if (!first.isCut) expect(first.exitCode, first.stderr).toBe(0);
    else expect((await what()).exitCode).toBe(0);
  };
  // Of a member, only an answer tells that others added it: a run that is killed before takes it for its own.
  space.putSame();
  expect((await space.run()).exitCode).toBe(0);
  space.putOther('One', 'admin');
  await untilDone(space.run, at[0]);
  space.putOther('Two', 'moderator');
  await untilDone(space.run, at[1]);
  expect(space.snapshot()).not.toEqual(before);
  const id = String(await space.confirm());
  const first = await space.undo(id, at[2] > 0 ? { kind, at: at[2] } : undefined);
  points.push(first.points);
  // The process may end after all was done.
  if (first.isCut && (await space.confirm()) !== undefined) expect((await space.undo(id)).exitCode).toBe(0);
  expect(space.snapshot(), `${kind} at ${at}`).toEqual(before);
  expect(await space.confirm()).toBeUndefined();
  expect(space.kept()).toBe(false);
  return points;
}

test.each(['kill', 'power'] as const)(
  'whatever a %s ends, the values of before come back',
  async (kind) => {
    const points = await ended(kind, [0, 0, 0]);

    for (const [phase, count] of points.entries())
      for (let at = 1 + (kind === 'power' ? 8 : 0); at <= count; at += EVERY) {
        const ends: [number, number, number] = [0, 0, 0];
        ends[phase] = at;
        await ended(kind, ends);
      }
  },
  600_000,
);
