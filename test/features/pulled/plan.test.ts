import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import { type PullEstimate, pullCost } from '../../../src/features/plan/pull-estimate.ts';
import { pulledHere } from './pulled-here.ts';

test('plan estimates a pull before there is one, with one request, and plans rows after it', async () => {
  await using pulled = await pulledHere({ rest: 'sync: {}' });
  const { exitCode, stdout } = await pulled.say('plan');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`nothing of ${pulled.api.host}/v3 was read yet, so this is an estimate`);
  expect(stdout).toMatch(/messages +not known before they are read/);
  expect(stdout).toContain('the last 7 days again; everything every 30 days');
  expect(stdout).toContain('not seen by a nightly run: reactions, edits and deletions of messages older');
  expect(stdout).toContain(`next      chatferry run ${pulled.here.pipeline}`);
  expect(pulled.api.requests).toHaveLength(1);
  const estimate = (await pulled.here.json<PullEstimate>('plan')).result.pull;
  expect(estimate).toMatchObject({ system: 'sendbird', counts: {}, again: { recheckMs: 604_800_000 } });

  expect((await pulled.say('validate')).exitCode).toBe(0);
  const after = await pulled.say('plan');
  expect(after.stdout).toMatch(/messages +\+ 5 new/);
  expect(after.stdout).toMatch(/read from +http:.*: 3 users, 2 conversations, 5 messages in \d+ requests/);
  expect(after.stdout).toMatch(/age +\d\.\d s; a run without --plan reads what is new first/);
  const { result } = await pulled.here.json<PlanDocument>('plan');
  expect(result.export?.pulled).toMatchObject({ users: 3, conversations: 2, messages: 5 });
});

test('a key that is refused is said by plan already', async () => {
  await using pulled = await pulledHere({ key: 'another-token-of-sendbird' });
  const { exitCode, stderr } = await pulled.say('plan');
  expect([exitCode, stderr]).toEqual([10, expect.stringContaining('PULL.AUTH')]);
});

test('commands that work with what was read before say what reads it', async () => {
  await using pulled = await pulledHere();
  const { exitCode, stderr } = await pulled.say('verify');
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`PULL.NOT_PULLED\nthe records of ${pulled.api.host}/v3 were not read yet`);
});

test('a run of a plan takes the records of the plan, also where there are newer ones', async () => {
  await using pulled = await pulledHere({ rest: 'sync: {}' });
  await pulled.say('validate');
  await pulled.say('plan');
  pulled.app.write('team', 'cid', 6, Date.now());
  const { exitCode } = await pulled.say(
    'run',
    '--yes',
    '--plan',
    `${pulled.here.folder}/.chatferry/here/plan.json`,
  );
  expect(exitCode).toBe(0);
  expect((await pulled.here.json('run')).result.entities.messages).toMatchObject({ read: 6, created: 1 });
});

test('an estimate is that of the slowest endpoints, and of what is known', () => {
  const origin = {
    perMinute: { users: 600, messages: 600 },
    pages: {
      users: { rows: 100, family: 'users' },
      conversations: { rows: 10, family: 'users' },
      members: { rows: 100, family: 'users' },
      messages: { rows: 200, family: 'messages' },
    },
  };
  const cost = (counts: Parameters<typeof pullCost>[0]) => pullCost(counts, origin, () => 300);
  expect(cost({ users: 1_000, conversations: 50, messages: 60_000 })).toEqual({
    requests: 10 + 5 + 50 + 300,
    minutes: 1,
    requestsPerMinute: 300,
  });
  expect(cost({ users: 1_000, conversations: 50 })).toEqual({
    requests: 10 + 5 + 50 + 50,
    minutes: 65 / 300,
    requestsPerMinute: 300,
    messagesPerMinute: 60_000,
  });
  const { users, ...others } = origin.pages;
  const pages = { users: { ...users, more: 2 }, ...others };
  expect(pullCost({ users: 1_000, conversations: 50 }, { ...origin, pages }, () => 300).requests).toBe(
    10 + 2_000 + 5 + 50 + 50,
  );
  const whole = { ...origin.pages, messages: { ...origin.pages.messages, isOfAccount: true } };
  expect(
    pullCost({ users: 1_000, conversations: 50, messages: 150 }, { ...origin, pages: whole }, () => 300)
      .requests,
  ).toBe(10 + 5 + 50 + 1);
  expect(cost({})).toEqual({ requestsPerMinute: 300, messagesPerMinute: 60_000 });
});

test('a pull that was stopped is no pull yet, but said', async () => {
  let isOut = true;
  await using pulled = await pulledHere({
    fault: ({ path }) => (isOut && path.includes('/messages') ? { status: 401, body: {} } : undefined),
  });
  expect((await pulled.say('run', '--yes')).exitCode).toBe(10);
  isOut = false;
  expect((await pulled.say('plan')).stdout).toContain('was read in part, and a run continues there');
  expect((await pulled.say('status')).stdout).toContain('not started; the old system was read');
  const { stderr } = await pulled.say('run', '--yes');
  expect(stderr).toContain(`continuing to read ${pulled.api.host}/v3`);
});
