import { expect, test } from 'vitest';
import type { OriginRow } from '../../../src/origin/origin.ts';
import { fillApp } from '../../origins/service/filled-app.ts';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { writerHere } from './writer-here.ts';

const signal = new AbortController().signal;
const ENDED = 1_780_009_000;

const message = (at: number, text: string): OriginRow => ({
  list: 'messages',
  row: {
    id: `9${at}`,
    muid: `live-${at}`,
    sender: 'u-1',
    receiverType: 'group',
    receiver: 'g-1',
    category: 'message',
    type: 'text',
    sentAt: ENDED + at,
    data: { text },
  },
});

for (const sync of [false, true])
  test(`after live passes, commands of the pipeline work ${sync ? 'of a sync' : 'of a migration'}`, async () => {
    using here = folderHere();
    await using old = await appHere(here.folder, 'old');
    await using next = await appHere(here.folder, 'next');
    await fillApp(old.service, { users: 20, groups: 4, messages: 120 });
    const pipeline = movePipeline(here.folder, old, next, sync ? ['sync: { onMissing: keep }'] : []);
    expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
    expect((await runHere(['verify', pipeline])).exitCode).toBe(0);
    const count = async (): Promise<number> =>
      (await Array.fromAsync(next.service.messages.list({ limit: 1_000 }))).length;
    const before = await count();
    for (const round of [0, 1, 2]) {
      await using writer = await writerHere(pipeline, 'new');
      const { rows } = await writer.convert(
        [message(round, `live ${round}`), message(round + 10, 'leaves')],
        signal,
      );
      await writer.write({ rows, removals: [], how: 'send' }, signal);
      const gone = { entity: 'messages', key: `live-${round + 10}` } as const;
      await writer.write({ rows: {}, removals: [gone], how: 'send' }, signal);
    }
    expect(await count()).toBe(before + 3);
    expect((await runHere(['state', 'check', pipeline])).exitCode).toBe(0);
    expect((await runHere(['status', pipeline])).exitCode).toBe(0);
    // The records that were read for the run have no message of today.
    const { exitCode: different, stdout } = await runHere(['verify', pipeline]);
    expect([different, stdout]).toEqual([
      5,
      expect.stringMatching(
        sync ? /messages\s+differ in several fields\s+3\n/ : /messages\s+only in the service\s+3\n/,
      ),
    ]);
    // A run finds nothing of what it has written to be done again.
    next.requests.length = 0;
    const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    expect(next.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
    expect(await count()).toBe(before + 3);
    const undone = await jsonHere<{ confirm: string }>(['undo', pipeline, '--json']);
    const confirmed = await runHere(['undo', pipeline, '--confirm', undone.result.confirm]);
    expect(confirmed.exitCode).toBe(0);
    const left = await Array.fromAsync(next.service.messages.list({ limit: 1_000 }));
    expect(left.filter(({ category }) => category === 'message')).toEqual([]);
    expect(await Array.fromAsync(next.service.users.list())).toEqual([]);
  });
