import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { countsOf, FILES, held, line, sum, USERS, writes } from './small-export.ts';
import { stoppableRun } from './stoppable-run.ts';

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
    expect(pilot.result.latency).toBeDefined();
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

  test.each(['import', 'rest'])(
    'api %s: no membership is made beyond its rows, and all have what their rows say in the end',
    async (api) => {
      const uids = Array.from({ length: 30 }, (_, n) => `u${n}`);
      await using here = await serviceHere({
        api,
        files: {
          'users.csv': `uid,name\n${uids.map((uid) => `${uid},${uid}\n`).join('')}`,
          'groups.csv': 'guid,name,owner\nteam,Team,u29\nside,Side,\n',
          'members.csv': `guid,uid,joinedAt\n${uids.map((uid) => `team,${uid},1700002000\n`).join('')}`,
          'bans.csv': 'guid,uid\nteam,u17\nside,u1\nteam,u3\nteam,u22\n',
        },
      });
      const pilot = await here.json('run', '--limit', '10', '--yes');
      expect(pilot.result.entities.members?.created).toBeLessThanOrEqual(10);
      // Who is in no row of members is banned as well.
      expect(pilot.result.entities.bans).toMatchObject({ read: 2, created: 2 });
      const all = await here.json('run', '--yes');
      expect(all.result.entities.bans).toMatchObject({ created: 2, exists: 0 });
      const { members } = all.result.entities;
      expect([members?.exists, (members?.created ?? 0) + (members?.unchanged ?? 0)]).toEqual([0, 30]);
      expect((await here.json('verify')).exitCode).toBe(0);
    },
  );

  test('with the ordinary calls it is the same', async () => {
    await using here = await serviceHere({ files: FILES, api: 'rest' });
    const pilot = await here.json('run', '--limit', '3', '--yes');
    const sent = sum(countsOf(pilot.result, 'created'));
    expect([pilot.exitCode, sent]).toEqual([0, 10]);
    const before = writes(here);
    expect((await here.json('run', '--limit', '3', '--yes')).result.requests.sent).toBe(0);
    expect(writes(here)).toBe(before);
    const mended = FILES['messages.ndjson'].replace('"text":"m1"', '"text":"mended"');
    writeFileSync(join(here.folder, 'messages.ndjson'), mended);
    const all = await here.json('run', '--yes');
    expect(all.result.entities.messages).toMatchObject({ updated: 1, unchanged: 1, exists: 0 });
    const held = await Array.fromAsync(here.service.messages.list({ category: 'message', limit: 1_000 }));
    expect(held.filter(({ muid }) => muid === 'm1')).toMatchObject([{ data: { text: 'mended' } }]);
  });

  test('rows of tables, documents and derived sources are chosen like others, with the places of their files', async () => {
    await using here = await serviceHere({ files: { 'unused.txt': '' } });
    const rooms = USERS.slice(0, 4).map((uid, n) => ({
      id: `Room ${n}`,
      posts: USERS.map((from, at) => ({
        id: `p${n}-${at}`,
        from,
        at: 1_700_000_000 - at,
        text: at === 5 ? '' : uid,
      })),
    }));
    writeFileSync(join(here.folder, 'export.json'), JSON.stringify({ rooms }));
    const document = '{ path: export.json, rows: "$.rooms[*].posts[*]", order: byTime,';
    const pipeline = readFileSync(here.pipeline, 'utf8').split('sources:')[0];
    writeFileSync(
      here.pipeline,
      `${pipeline}sources:
  users: [ { from: messages, key: sender } ]
  groups: { path: export.json, rows: "$.rooms[*]", map: { guid: { from: id, as: slug }, name: id } }
  members: [ { from: messages, key: [receiver, sender] } ]
  messages: ${document} map: { muid: id, sender: from, receiver: { from: "^.id", as: slug }, receiverType: { const: group }, sentAt: at } }
`,
    );
    const pilot = await here.json('run', '--limit', '2', '--yes');
    // The oldest messages stand first, and have no text.
    expect(pilot.result.entities).toMatchObject({
      users: { created: 2 },
      groups: { created: 2 },
      members: { created: 2 },
      messages: { read: 2, rejected: 2 },
    });
    expect(pilot.result.problems[0]?.samples[0]).toMatchObject({ file: 'export.json', line: 1 });
    const people = await here.json('run', '--only', 'users', '--yes');
    expect(people.result.entities).toMatchObject({
      users: { created: 4, unchanged: 2 },
      messages: { read: 0 },
    });
    const all = await here.json('run', '--yes');
    expect(all.result.entities.messages).toMatchObject({ created: 20, rejected: 4 });
    expect(all.result.entities.users).toMatchObject({ unchanged: 6 });
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

  test('chosen rows of large files are all written, wherever they stand', async () => {
    const users = Array.from({ length: 9_000 }, (_, n) => `user-${n},User ${n}\n`).join('');
    const rows = Array.from({ length: 9_000 }, (_, n) => ({
      muid: `m${n}`,
      sender: `user-${(n * 37) % 9_000}`,
      receiver: `user-${(n * 91 + 5) % 9_000}`,
      receiverType: 'user',
      sentAt: 1_700_000_000 + n,
      text: 'x',
    }));
    await using here = await serviceHere({
      files: { 'users.csv': `uid,name\n${users}`, 'messages.ndjson': rows.map(line).join('') },
    });
    const planned = await here.json<PlanDocument>('plan', '--limit', '2000');
    const { users: people, messages } = planned.result.entities;
    expect([people.new, messages.new > 1_000]).toEqual([2_000, true]);
    const { exitCode, result } = await here.json('run', '--limit', '2000', '--yes');
    expect([exitCode, countsOf(result, 'created')]).toEqual([0, [2_000, 0, 0, messages.new]]);
    const since = await here.json('run', '--since', '1700008500', '--yes');
    expect(since.result.entities.messages.read).toBe(500);
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
          muid: `r${n}`,
          sender: `u${from}`,
          receiver: toGroup ? `g${to}` : `u${to}`,
          receiverType: toGroup ? 'group' : 'user',
          sentAt: 1_700_000_000 + n,
          text: 'x',
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
      { numRuns: 40 },
    );
  });
});
