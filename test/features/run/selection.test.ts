import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { stoppableRun } from './stoppable-run.ts';

const USERS = ['ann', 'ben', 'cy', 'dee', 'eve', 'fay'];
const line = (row: object): string => `${JSON.stringify(row)}\n`;
const message = (muid: string, sender: string, receiver: string, sentAt: number): string => {
  const receiverType = USERS.includes(receiver) ? 'user' : 'group';
  return line({ muid, sender, receiver, receiverType, sentAt, text: muid });
};

/** Six users, three groups with owners, and messages of which the first are to somebody unknown. */
const FILES = {
  'users.csv': `uid,name\n${USERS.map((uid) => `${uid},${uid.toUpperCase()}\n`).join('')}`,
  'groups.csv': 'guid,name,owner\nteam,Team,fay\nclub,Club,ann\nlost,Lost,\n',
  'members.csv': 'guid,uid\nteam,ann\nteam,ben\nclub,eve\nclub,cy\nlost,dee\n',
  'messages.ndjson': [
    message('m0', 'ann', 'nowhere', 1_700_000_000),
    message('m1', 'ann', 'club', 1_700_000_001),
    message('m2', 'ben', 'team', 1_700_000_002),
    message('m3', 'cy', 'ann', 1_700_000_003),
    message('m4', 'cy', 'club', 1_700_000_004),
    message('m5', 'eve', 'dee', 1_700_000_005),
  ].join(''),
};

const writes = ({ requests }: ServiceHere): number =>
  requests.filter((request) => /^(?:POST|PUT|PATCH|DELETE)/.test(request)).length;

/** What the service itself says that it has of ours. */
async function held({ service }: ServiceHere) {
  const keysOf = async (rows: AsyncIterable<object>, name: string): Promise<string[]> =>
    (await Array.fromAsync(rows)).map((row) => String((row as Record<string, unknown>)[name])).sort();
  const messages = service.messages.list({ category: 'message', limit: 1_000 });
  return {
    users: (await keysOf(service.users.list(), 'uid')).filter((uid) => USERS.includes(uid)),
    groups: await keysOf(service.groups.list(), 'guid'),
    messages: await keysOf(messages, 'muid'),
  };
}

const countsOf = ({ entities }: Report, status: 'created' | 'unchanged' | 'updated' | 'read'): number[] =>
  Object.values(entities).map((counts) => counts[status]);
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe('a pilot of N rows', () => {
  test('writes at most N rows of each entity, whose references hold, and undo takes them back', async () => {
    await using here = await serviceHere({ files: FILES });
    const planned = await here.json<PlanDocument>('plan', '--limit', '3');
    expect(Object.values(planned.result.entities).map((rows) => rows.new)).toEqual([3, 3, 2, 2]);
    expect(writes(here)).toBe(0);
    const pilot = await here.json('run', '--limit', '3', '--yes');
    expect(pilot.exitCode).toBe(0);
    // m0 is to a group that no row has; with cy and eve of the later messages there would be more than three users.
    expect(countsOf(pilot.result, 'created')).toEqual([3, 3, 2, 2]);
    expect(await held(here)).toEqual({
      users: ['ann', 'ben', 'fay'],
      groups: ['club', 'lost', 'team'],
      messages: ['m1', 'm2'],
    });
    const { stdout } = await runHere(['undo', here.pipeline, '--json']);
    const { confirm } = JSON.parse(stdout) as { confirm: string };
    expect((await runHere(['undo', here.pipeline, '--confirm', confirm])).exitCode).toBe(0);
    expect(await held(here)).toEqual({ users: [], groups: [], messages: [] });
  });

  test('repeated with the same options it sends nothing, and the run of all rows sends none of its rows again', async () => {
    await using here = await serviceHere({ files: FILES });
    const pilot = await here.json('run', '--limit', '2', '--yes');
    const sent = sum(countsOf(pilot.result, 'created'));
    const before = writes(here);
    const again = await here.json('run', '--limit', '2', '--yes');
    expect([again.exitCode, writes(here) - before, again.result.requests.sent]).toEqual([0, 0, 0]);
    expect(sum(countsOf(again.result, 'unchanged'))).toBe(sent);
    const all = await here.json('run', '--yes');
    // One message is to a group that no row has.
    expect(all.exitCode).toBe(4);
    expect(sum(countsOf(all.result, 'unchanged'))).toBe(sent);
    expect(sum(countsOf(all.result, 'created'))).toBe(sum(countsOf(all.result, 'read')) - sent - 1);
    expect((await held(here)).messages).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
    const done = await here.json('run', '--yes');
    expect(done.result.requests.sent).toBe(0);
  });

  test('what was mended after the pilot is changed by the run of all rows, and what others had before stays as it is', async () => {
    await using here = await serviceHere({ files: FILES });
    await here.service.users.create({ uid: 'ben', name: 'Not ours' });
    await here.json('run', '--limit', '3', '--yes');
    writeFileSync(
      join(here.folder, 'users.csv'),
      FILES['users.csv'].replace('ANN', 'Ann').replace('BEN', 'Ben'),
    );
    const all = await here.json('run', '--yes');
    expect(all.result.entities.users).toMatchObject({ updated: 1, exists: 1, unchanged: 1, created: 3 });
    expect(await here.service.users.get('ann')).toMatchObject({ name: 'Ann' });
    expect(await here.service.users.get('ben')).toMatchObject({ name: 'Not ours' });
  });

  test('killed at any request, it is repeated without a row that arrives twice, and so is the run of all rows', async () => {
    await using run = await stoppableRun({ users: 60, messages: 400 });
    run.pipeline('limits: { requestsPerMinute: 60000, concurrency: 2, batch: 10 }');
    let lost = 0;
    run.answers = 'lost';
    run.afterAnswer = () => {
      if (++lost > 7) run.interrupt();
    };
    expect((await run.command('run', '--limit', '50', '--yes')).exitCode).toBe(130);
    run.answers = 'arrive';
    run.afterAnswer = () => {};
    const again = await run.command('run', '--limit', '50', '--yes');
    expect([again.exitCode, again.report.entities.users.exists]).toEqual([0, 0]);
    const all = await run.command('run', '--yes');
    expect([all.exitCode, sum(countsOf(all.report, 'read'))]).toEqual([0, 60 + 20 + 60 + 400]);
    expect(all.report.entities.messages).toMatchObject({ created: 350, unchanged: 50, exists: 0 });
    expect(countsOf(all.report, 'updated')).toEqual([0, 0, 0, 0]);
  });

  test('any N chooses rows that are all imported', async () => {
    await using here = await serviceHere({ files: FILES });
    const id = fc.nat(9);
    const world = fc.record({
      limit: fc.integer({ min: 1, max: 12 }),
      users: fc.uniqueArray(id, { maxLength: 10, minLength: 1 }),
      groups: fc.uniqueArray(fc.tuple(id, fc.option(id)), {
        selector: ([guid]) => guid,
        maxLength: 8,
        minLength: 1,
      }),
      members: fc.uniqueArray(fc.tuple(id, id), { selector: String, minLength: 1, maxLength: 25 }),
      messages: fc.array(fc.tuple(id, id, fc.boolean()), { minLength: 1, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ limit, users, groups, members, messages }) => {
        const write = (name: string, text: string) => writeFileSync(join(here.folder, name), text);
        write('users.csv', `uid,name\n${users.map((n) => `u${n},U\n`).join('')}`);
        write(
          'groups.csv',
          `guid,name,owner\n${groups.map(([n, o]) => `g${n},G,${o === null ? '' : `u${o}`}\n`).join('')}`,
        );
        write('members.csv', `guid,uid\n${members.map(([g, u]) => `g${g},u${u}\n`).join('')}`);
        const rows = messages.map(([from, to, toGroup], n) => ({
          ...{ muid: `r${n}`, sender: `u${from}`, receiver: toGroup ? `g${to}` : `u${to}` },
          ...{ receiverType: toGroup ? 'group' : 'user', sentAt: 1_700_000_000 + n, text: 'x' },
        }));
        write(
          'messages.ndjson',
          rows
            .filter(({ sender, receiver }) => sender !== receiver)
            .map(line)
            .join('') || line({}),
        );
        const { exitCode, result } = await here.json<PlanDocument>('plan', '--limit', String(limit));
        expect(exitCode).toBe(0);
        for (const planned of Object.values(result.entities)) {
          expect(planned.new).toBeLessThanOrEqual(limit);
          expect([planned.refused, planned.repeated]).toEqual([0, 0]);
        }
        // Users have no references, so as many are taken as there are.
        expect(result.entities.users.new).toBe(Math.min(limit, users.length));
      }),
      { numRuns: 60 },
    );
  });
});

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
    [['--conversation', 'nobody,else'], /no row is of this conversation.*plan \S+ --conversations/s],
    [['--limit', '3', '--fresh'], /--fresh has no use with --limit 3.*chatferry run \S+ --limit 3/s],
    [['--limit', '3', '--plan', 'plan.json'], /--plan has no use with --limit 3/],
    [['--limit', '3', '--confirm', 'abc'], /--confirm has no use with --limit 3/],
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
