import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../../src/features/plan/plan-document.ts';
import type { VerificationReport } from '../../../../src/features/verify/result/verification-report.ts';
import { mainHere } from '../../../support/main-here.ts';
import {
  DELETED,
  type Ended,
  file,
  message,
  muids,
  nightly,
  setSync,
  texts,
  write,
  writes,
} from './night.ts';

describe('a message whose file says that it was deleted', () => {
  test('is removed from the service, whatever onMissing says of rows that are in no file', async () => {
    await using here = await nightly(file(message(1), message(2), message(3)));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);

    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result.entities.messages).toMatchObject({
      same: 1,
      missing: 1,
      removed: 0,
      deletedAtSource: 1,
      deletedAtSourceRemoved: 1,
    });
    const shown = await mainHere(['plan', here.pipeline]);
    expect(shown.out).toMatch(/messages .*- 1 missing {3}deleted at the source 1 \(remove 1\)/);

    const { exitCode, result }: Ended = await here.json('run', '--yes');
    expect([exitCode, result.balanced]).toEqual([0, true]);
    expect(result.missing?.messages).toEqual({ kept: 1, deactivated: 0, deleted: 0, failed: 0 });
    expect(result.deletedAtSource).toEqual({ messages: { kept: 0, removed: 1, failed: 0 } });
    expect(await texts(here)).toEqual({ m1: 'text 1', m3: 'text 3' });

    const verified = await here.json<VerificationReport>('verify');
    expect([verified.exitCode, verified.result.entities.messages]).toMatchObject([
      0,
      { same: 2, onlySource: 0, onlyTarget: 0, differs: 0 },
    ]);
    const sent = here.requests.length;
    const again: Ended = await here.json('run', '--yes');
    expect([again.exitCode, again.result.deletedAtSource, writes(here, sent)]).toEqual([0, undefined, []]);

    // The row changes back.
    write(here, 'messages.csv', file(message(1), message(2), message(3)));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await texts(here)).toEqual({ m1: 'text 1', m2: 'text 2', m3: 'text 3' });
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('is removed where the file has emptied its text with it', async () => {
    await using here = await nightly(file(message(1), message(2)));
    await here.json('run', '--yes');
    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED, text: '' })));
    expect(await here.json('run', '--yes')).toMatchObject({
      exitCode: 0,
      result: { deletedAtSource: { messages: { removed: 1 } }, skipped: { 'messages.deleted': 1 } },
    });
    expect(await texts(here)).toEqual({ m1: 'text 1' });
  });

  test('stays with onDeleted: keep, and plan, run and verify say so', async () => {
    await using here = await nightly(file(message(1), message(2)), 'sync: { onDeleted: keep }');
    await here.json('run', '--yes');
    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
    const shown = await mainHere(['plan', here.pipeline]);
    expect(shown.out).toMatch(/deleted at the source 1 \(keep 1\)/);
    const { exitCode, result }: Ended = await here.json('run', '--yes');
    expect([exitCode, result.deletedAtSource, result.missing?.messages]).toEqual([
      0,
      { messages: { kept: 1, removed: 0, failed: 0 } },
      { kept: 0, deactivated: 0, deleted: 0, failed: 0 },
    ]);
    expect(await texts(here)).toEqual({ m1: 'text 1', m2: 'text 2' });
    const verified = await here.json<VerificationReport>('verify');
    expect([verified.exitCode, verified.result.entities.messages]).toMatchObject([0, { same: 2 }]);

    const text = await mainHere(['run', here.pipeline, '--yes']);
    expect(text.out).toContain('missing 0 · deleted at the source 1 (kept 1)');
    // And from the night on which the key is taken away, it goes.
    setSync(here, 'sync: {}');
    const open = await here.json<VerificationReport>('verify');
    expect([open.exitCode, open.result.entities.messages]).toMatchObject([5, { same: 1, onlyTarget: 1 }]);
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await texts(here)).toEqual({ m1: 'text 1' });
  });

  test('stays as its note with policies: { deletions: metadata }', async () => {
    const rest = 'policies: { deletions: metadata }\nsync: {}';
    await using here = await nightly(file(message(1), message(2), message(3)), rest);
    await here.json('run', '--yes');
    write(
      here,
      'messages.csv',
      file(message(1), message(2, { deleted: DELETED }), message(3, { deleted: DELETED, text: '' })),
    );
    const { exitCode, result }: Ended = await here.json('run', '--yes');
    expect([exitCode, result.deletedAtSource]).toEqual([0, undefined]);
    expect(await texts(here)).toEqual({ m1: 'text 1', m2: '[deleted]', m3: '[deleted]' });
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('is never removed if it was there before this pipeline', async () => {
    await using here = await nightly(file(message(1), message(2)));
    await here.service.dataImport.users([
      { uid: 'ann', name: 'Ann' },
      { uid: 'ben', name: 'Ben' },
    ]);
    await here.service.dataImport.messages([
      {
        muid: 'm2',
        sender: 'ben',
        receiver: 'ann',
        receiverType: 'user',
        category: 'message',
        type: 'text',
        sentAt: 1793527262,
        data: { text: 'text 2' },
      },
    ]);
    await here.json('run', '--yes');
    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
    expect(await here.json('run', '--yes')).toMatchObject({
      exitCode: 0,
      result: { deletedAtSource: { messages: { kept: 1, removed: 0 } } },
    });
    expect(await muids(here)).toEqual(['m1', 'm2']);
    expect((await here.json('verify')).exitCode).toBe(0);
  });
});

describe('many messages that were deleted at the source', () => {
  const numbers = Array.from({ length: 40 }, (_, n) => n + 1);
  const before = file(...numbers.map((n) => message(n)));
  const after = file(...numbers.map((n) => message(n, n <= 12 ? { deleted: DELETED } : {})));

  test('are held back by maxDelete until they are confirmed, also if they were deleted nights ago', async () => {
    // With keep, a night leaves the state that a version without onDeleted leaves.
    await using here = await nightly(before, 'sync: { onDeleted: keep }');
    await here.json('run', '--yes');
    write(here, 'messages.csv', after);
    await here.json('run', '--yes');
    setSync(here, 'sync: {}');

    const planned = await here.json<PlanDocument>('plan');
    expect([planned.exitCode, planned.result.guard]).toEqual([
      0,
      {
        code: 'GUARD.MAX_DELETE',
        message: '12 of 40 messages were deleted at the source; sync.maxDelete allows 3 to be removed',
      },
    ]);
    const sent = here.requests.length;
    expect((await mainHere(['run', here.pipeline, '--yes'])).code).toBe(11);
    expect([writes(here, sent), (await muids(here)).length]).toEqual([[], 40]);

    const { id = '' } = planned.result;
    expect((await here.json('run', '--yes', '--confirm', id)).exitCode).toBe(0);
    expect((await muids(here)).length).toBe(28);
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('count together with those that are in no file', async () => {
    await using here = await nightly(before, 'sync: { onMissing: delete, maxDelete: 3 }');
    await here.json('run', '--yes');
    write(
      here,
      'messages.csv',
      file(...numbers.slice(4).map((n) => message(n, n <= 6 ? { deleted: DELETED } : {}))),
    );
    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result.guard?.message).toBe(
      '4 of 40 messages are in no source any more and 2 were deleted at the source; sync.maxDelete allows 3 to be removed',
    );
    const { id = '' } = planned.result;
    expect(await here.json('run', '--yes', '--confirm', id)).toMatchObject({
      exitCode: 0,
      result: { missing: { messages: { deleted: 4 } }, deletedAtSource: { messages: { removed: 2 } } },
    });
    expect((await muids(here)).length).toBe(34);
  });
});

describe('what stands beside a deleted message', () => {
  test('its reactions and pins go with it, come back with it, and no new one is sent meanwhile', async () => {
    const reactions = 'muid,uid,reaction\nm2,ann,🎉\nm1,ann,👍\n';
    const rest = 'policies: { reactions: write, pins: write }\nsync: {}';
    await using here = await nightly(file(message(1), message(2)), rest, { 'reactions.csv': reactions });
    expect((await here.json('run', '--yes', '--allow-notifications')).exitCode).toBe(0);

    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
    write(here, 'reactions.csv', `${reactions}m2,ben,👀\n`);
    const { exitCode, result }: Ended = await here.json('run', '--yes', '--allow-notifications');
    expect([exitCode, result.deletedAtSource, result.skipped]).toMatchObject([
      0,
      { messages: { removed: 1 }, reactions: { removed: 1 } },
      { 'messages.deleted': 1, 'reactions.messageLeftOut': 2 },
    ]);
    expect(here.requests.filter((each) => /POST .*reactions/.test(each))).toHaveLength(2);
    expect((await here.json('verify')).exitCode).toBe(0);
    const sent = here.requests.length;
    expect((await here.json('run', '--yes', '--allow-notifications')).exitCode).toBe(0);
    expect(writes(here, sent)).toEqual([]);

    write(here, 'messages.csv', file(message(1), message(2)));
    expect((await here.json('run', '--yes', '--allow-notifications')).exitCode).toBe(0);
    expect((await here.json('verify')).exitCode).toBe(0);
    expect(here.requests.filter((each) => /POST .*reactions/.test(each))).toHaveLength(4);
  });

  test('a row that a where leaves out is in no file; it says nothing of a deletion', async () => {
    await using here = await nightly(file(message(1), message(2)), 'sync: {}');
    await here.json('run', '--yes');
    const pipeline = readFileSync(here.pipeline, 'utf8');
    writeFileSync(
      here.pipeline,
      pipeline.replace('{ path: messages.csv }', '{ path: messages.csv, where: { muid: { not: m2 } } }'),
    );
    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
    expect(await here.json('run', '--yes')).toMatchObject({
      exitCode: 0,
      result: { missing: { messages: { kept: 1 } } },
    });
    expect(await muids(here)).toEqual(['m1', 'm2']);
  });
});

test('undo after a removal leaves nothing, and looks for nothing that is gone', async () => {
  await using here = await nightly(file(message(1), message(2)));
  await here.json('run', '--yes');
  write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
  await here.json('run', '--yes');
  const { confirm, entities } = (await here.json<{ confirm: string; entities: object }>('undo')).result;
  expect(entities).toMatchObject({ messages: { direct: 1 } });
  expect((await here.json('undo', '--confirm', confirm)).exitCode).toBe(0);
  expect(await texts(here)).toEqual({});
});
