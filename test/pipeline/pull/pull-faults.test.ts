import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pulledIn } from '../../../src/pipeline/pull/pull-origin.ts';
import { realFiles } from '../../../src/system/files.ts';
import type { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';
import { ids, populated } from './populated.ts';

/** A conversation is deleted once the list of conversations was read. */
function deletedMeanwhile(old: OldSystem, ...conversations: readonly string[]): void {
  old.onRequest = () => {
    if (old.asked.includes('conversations')) for (const id of conversations) old.conversations.delete(id);
  };
}

describe('faults', () => {
  test.each([
    ['forbidden', 'PULL.FORBIDDEN'],
    ['form', 'PULL.FORM'],
    ['refused', 'PULL.FORM'],
  ] as const)(
    '%s of one conversation leaves its records as they were, and is tried again',
    async (fault, code) => {
      using place = new PullPlaceHere();
      const old = populated();
      await place.pull(old);
      old.write('team', { id: 'new', time: START + 60_000, sender: 'ann', text: 'hi' });
      old.faults.set('messages team', fault);
      place.now += DAY;
      expect((await place.pull(old)).faults).toMatchObject([{ conversation: 'team', code }]);
      expect(place.rows('messages')).toHaveLength(14);
      old.faults.clear();
      place.now += DAY;
      expect((await place.pull(old)).faults).toEqual([]);
      expect(place.rows('messages')).toHaveLength(15);
    },
  );

  test('a conversation that is deleted while it is listed is as one that was not listed', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    deletedMeanwhile(old, 'team');
    expect(await place.pull(old)).toMatchObject({ faults: [], deleted: 1 });
    expect(ids(place.rows('conversations'))).toEqual(['Müll/../x', 'empty']);
    expect(place.rows('members').some(({ of }) => of === 'team')).toBe(false);
  });

  test.each([
    ['forbidden', 'PULL.FORBIDDEN'],
    ['form', 'PULL.FORM'],
    ['gone', 'PULL.FORM'],
  ] as const)('%s of a list of the account ends the pull', async (fault, code) => {
    using place = new PullPlaceHere();
    const old = populated();
    old.faults.set('conversations', fault);
    await expect(place.pull(old)).rejects.toMatchObject({ code });
    await expect(place.pull(old, 'use')).rejects.toMatchObject({ code: 'PULL.NOT_PULLED' });
    old.faults.clear();
    old.asked = [];
    await place.pull(old);
    // Users were read before.
    expect(old.asked.join()).not.toContain('users');
    expect(place.rows('messages')).toHaveLength(14);
  });

  test('an expired place begins the list again, and not for ever', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.expires = 2;
    await place.pull(old);
    expect(place.rows('users')).toHaveLength(4);
    expect(place.rows('messages')).toHaveLength(14);
    old.expires = 100;
    place.now += DAY;
    await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.FORM' });
  });

  test('a place that leads back ends the list', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.circles = 'messages team';
    const { faults } = await place.pull(old);
    expect(faults).toMatchObject([{ conversation: 'team', code: 'PULL.FORM' }]);
    expect(faults[0]?.text).toContain('leads back');
    expect(place.rows('messages').some(({ of }) => of === 'team')).toBe(false);
  });

  test.each(['users', 'conversations'] as const)(
    'no %s where there were some replaces nothing',
    async (kind) => {
      using place = new PullPlaceHere();
      const old = populated();
      const { until } = await place.pull(old);
      const before = place.digests();
      const saved = [...old[kind]];
      old[kind].clear();
      place.now += DAY;
      await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.EMPTY', exitCode: 11 });
      expect(place.digests()).toEqual(before);
      expect(await place.pull(old, 'use')).toMatchObject({ until });
      for (const [id, each] of saved) (old[kind] as Map<string, unknown>).set(id, each);
      await place.pull(old);
      expect(place.rows('messages')).toHaveLength(14);
    },
  );

  test('a job that fails is replaced by lists, unless it was asked for', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.hasJob = true;
    await place.pull(old);
    expect(place.said.join()).toContain('lists are read in place of the export job');
    expect(old.asked).toContain('job');
    expect(place.rows('messages')).toHaveLength(14);
    using other = new PullPlaceHere();
    other.by = 'export';
    await expect(other.pull(old)).rejects.toMatchObject({ code: 'PULL.JOB_FAILED', exitCode: 7 });
  });

  test('an error that ends the pull ends what others of it are doing', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    const stop = new AbortController();
    let requests = 0;
    old.onRequest = () => {
      if (++requests === 9) stop.abort(new Error('Ctrl-C'));
    };
    await expect(place.pull(old, 'again', realFiles, stop.signal)).rejects.toThrow('Ctrl-C');
    old.onRequest = () => {};
    await place.pull(old);
    expect(place.rows('messages')).toHaveLength(14);
  });
});

describe('what is on the disk', () => {
  test('that is missing or cut is no complete pull, and is read again', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const before = place.rows('messages');
    rmSync(join(place.prepared, 'pulled/messages/team.1.ndjson.zst'));
    truncateSync(join(place.prepared, 'pulled/users.1.ndjson.zst'), 5);
    expect(await pulledIn(place.prepared, realFiles)).toBeUndefined();
    place.now += DAY;
    await place.pull(old, 'missing');
    expect(place.rows('messages')).toHaveLength(before.length);
    expect(place.rows('users')).toHaveLength(4);
  });

  test('of the account that is lost while a pull is stopped makes it read everything', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    place.now += DAY;
    old.faults.set('conversations', 'forbidden');
    await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.FORBIDDEN' });
    old.faults.clear();
    old.asked = [];
    rmSync(join(place.prepared, 'pulled/users.1.ndjson.zst'));
    await place.pull(old);
    expect(old.asked).toContain('messages team');
    expect(place.rows('messages')).toHaveLength(14);
    expect(place.rows('users')).toHaveLength(4);
  });

  test('with a log that nobody understands is read as if nothing was there', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const log = join(place.prepared, 'pulled.log');
    writeFileSync(log, `nonsense\n${readFileSync(log, 'utf8')}`);
    place.now += DAY;
    await place.pull(old);
    expect(place.events.filter(({ type }) => type === 'pull.started').at(-1)).toMatchObject({
      mode: 'first',
    });
    expect(place.rows('messages')).toHaveLength(14);
  });

  test('that is full ends the pull with a name, and it goes on once there is room', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    let writes = 0;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    await expect(
      place.pull(old, 'again', {
        ...realFiles,
        async open(path, flags, mode) {
          if (path.includes('messages') && ++writes > 1) throw full;
          return await realFiles.open(path, flags, mode);
        },
      }),
    ).rejects.toMatchObject({ code: 'SOURCE.SPOOL_FULL' });
    await place.pull(old);
    expect(place.rows('messages')).toHaveLength(14);
  });
});
