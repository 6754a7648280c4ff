import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { countsOf, FILES, held, sum, writes } from './small-export.ts';
import { stoppableRun } from './stoppable-run.ts';

describe('some entities, a time, a conversation', () => {
  test('--only reads nothing of the others, and leaves references to them to the service', async () => {
    await using here = await serviceHere({ files: FILES });
    const first = await here.json('run', '--only', 'users,groups', '--yes');
    expect([first.exitCode, countsOf(first.result, 'created')]).toEqual([0, [6, 3, 0, 0]]);
    rmSync(join(here.folder, 'users.csv'));
    rmSync(join(here.folder, 'groups.csv'));
    const second = await here.json('run', '--only', 'messages', '--yes');
    expect(second.result.entities.messages).toMatchObject({ created: 5, rejected: 1, blocked: 0 });
    expect(second.result.problems.map(({ code }) => code)).toEqual([expect.stringMatching(/^SERVICE\./)]);
    expect((await held(here)).messages).toHaveLength(5);
  });

  test('--since takes what is not older, and the rows that this refers to', async () => {
    await using here = await serviceHere({ files: FILES });
    const users =
      'uid,name,createdAt\nann,A,1600000000\nben,B,1600000000\ncy,C,1600000000\ndee,D,1600000000\neve,E,1600000000\nfay,F,1700000000\n';
    writeFileSync(join(here.folder, 'users.csv'), users);
    const { exitCode } = await here.json(
      'run',
      '--since',
      '2023-11-14T22:13:23Z',
      '--only',
      'users,messages',
      '--yes',
    );
    expect(exitCode).toBe(4);
    expect(await held(here)).toEqual({
      users: ['ann', 'cy', 'dee', 'eve'],
      groups: [],
      messages: ['m3', 'm5'],
    });
  });

  test.each(['club', 'group_club', 'CLUB', 'g club'])(
    '--conversation %s brings its users, group and members',
    async (name) => {
      await using here = await serviceHere({ files: FILES });
      const { exitCode, result } = await here.json('run', '--conversation', name, '--yes');
      expect([exitCode, countsOf(result, 'created')]).toEqual([0, [3, 1, 2, 2]]);
      expect(await held(here)).toEqual({
        users: ['ann', 'cy', 'eve'],
        groups: ['club'],
        messages: ['m1', 'm4'],
      });
    },
  );

  test.each(['ann,cy', 'cy, ann', 'ann_user_cy', 'u ann cy'])(
    '--conversation %s brings two users',
    async (name) => {
      await using here = await serviceHere({ files: FILES });
      const { exitCode } = await here.json('run', '--conversation', name, '--yes');
      expect(exitCode).toBe(0);
      expect(await held(here)).toEqual({ users: ['ann', 'cy'], groups: [], messages: ['m3'] });
    },
  );

  test.each([
    [['--only', 'user'], /did you mean users.*--only users/s],
    [['--limit', '2.5'], /--limit expects a whole number/],
    [['--limit', '0'], /give a number from 1/],
    [['--since', 'monday'], /--since expects a time such as/],
    [
      ['--conversation', 'nobody,else'],
      /no row belongs to this conversation.*validate \S+ --report report\.html/s,
    ],
    [['--limit', '3', '--fresh'], /--fresh cannot be used with --limit 3.*chatferry run \S+ --limit 3/s],
    [['--limit', '3', '--plan', 'plan.json'], /--plan cannot be used with --limit 3/],
    [['--limit', '3', '--confirm', 'abc'], /--confirm cannot be used with --limit 3/],
  ])('%s is refused with what to type', async (options, text) => {
    await using here = await serviceHere({ files: FILES });
    const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes', ...options]);
    expect([exitCode, writes(here)]).toEqual([2, 0]);
    expect(stderr).toMatch(text);
  });
});

describe('beside other runs', () => {
  test('a run of all rows that has begun is finished first', async () => {
    await using run = await stoppableRun({ users: 60, messages: 400 });
    run.pipeline('limits: { requestsPerMinute: 60000, concurrency: 2, batch: 10 }');
    run.afterAnswer = () => {
      if (run.sent.length > 3) run.interrupt();
    };
    expect((await run.command('run', '--yes')).exitCode).toBe(130);
    const { exitCode, text } = await run.command('run', '--limit', '5', '--yes');
    expect([exitCode, text]).toEqual([2, expect.stringContaining('RUN.UNFINISHED')]);
  });

  test('in a sync it removes nothing and proves nothing; the next sync knows its rows, and changes that it has made', async () => {
    await using here = await serviceHere({
      files: FILES,
      rest: 'sync: { onMissing: delete, maxDelete: 100% }\nreferences: open',
    });
    const pilot = await here.json('run', '--limit', '2', '--yes');
    const sent = sum(countsOf(pilot.result, 'created'));
    const first = await here.json('run', '--yes');
    expect(sum(countsOf(first.result, 'unchanged'))).toBe(sent);
    const users = readFileSync(join(here.folder, 'users.csv'), 'utf8');
    writeFileSync(join(here.folder, 'users.csv'), users.replace('ANN', 'Ann').replace('fay,FAY\n', ''));
    const some = await here.json('run', '--only', 'users', '--yes');
    expect(some.result.entities.users).toMatchObject({ updated: 1, unchanged: 4 });
    expect((await held(here)).users).toContain('fay');
    const next = await here.json('run', '--yes');
    expect(next.result.entities.users).toMatchObject({ updated: 0, unchanged: 5 });
    expect((await held(here)).users).not.toContain('fay');
  });
});
