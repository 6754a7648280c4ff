import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChatApp } from '../../origins/sendbird/chat-app.ts';
import { pulledHere } from './pulled-here.ts';

test('the result of a run says what was read from where, in JSON, on the page and as events', async () => {
  await using pulled = await pulledHere();
  const { stdout, stderr, exitCode } = await pulled.say('run', '--yes', '--events');
  expect(exitCode, stderr).toBe(0);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; seq: number });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events[0]).toMatchObject({ type: 'pull.started', source: `${pulled.api.host}/v3`, mode: 'first' });
  expect(events.find(({ type }) => type === 'pull.progress')).toHaveProperty('conversationsDone');
  const counts = { users: 3, conversations: 2, messages: 5 };
  expect(events.find(({ type }) => type === 'pull.finished')).toMatchObject(counts);
  const result = (events.at(-1) as unknown as { result: { export: object; files: { report: string } } })
    .result;
  expect(result.export).toMatchObject({ pulled: { source: `${pulled.api.host}/v3`, ...counts } });
  const page = readFileSync(result.files.report.replace(/json$/, 'html'), 'utf8');
  expect(page).toContain(`Read from ${pulled.api.host}/v3 on `);
});

test('a conversation that the key may not read ends a run with 4, and everything else lands', async () => {
  await using pulled = await pulledHere({
    rest: 'sync: { onMissing: delete, maxDelete: 100% }',
    fault: ({ path }) =>
      path.includes('/pair/messages')
        ? { status: 403, body: { error: true, code: 400_108, message: 'Not allowed.' } }
        : undefined,
  });
  for (const command of ['validate', 'run']) {
    const { exitCode, result } = await pulled.here.json(command, ...(command === 'run' ? ['--yes'] : []));
    expect(exitCode).toBe(4);
    expect(result.error).toMatchObject({
      code: 'PULL.FORBIDDEN',
      message: expect.stringContaining('1 conversation of the old system could not be read, such as pair'),
      hint: expect.stringContaining('exclude'),
    });
    expect(result.export?.pulled?.unread).toMatchObject({ count: 1, samples: [{ conversation: 'pair' }] });
    expect(result.entities.messages.read).toBe(3);
  }
  expect((await pulled.say('plan')).stdout).toMatch(
    /not read +1 conversation, such as pair \(PULL\.FORBIDDEN\)/,
  );
  expect((await pulled.say('status')).stdout).toContain('here  done');
  expect((await pulled.say('verify')).stdout).toContain('not compared: 1 × conversations.unread');
  const { stdout, stderr } = await pulled.say('validate');
  expect(stderr).toContain('PULL.FORBIDDEN');
  expect(stdout).not.toContain('stopped');
  // A right that is given is used.
  pulled.api.options.fault = undefined;
  const { exitCode, result } = await pulled.here.json('run');
  expect([exitCode, result.entities.messages.read]).toEqual([0, 5]);
});

test('a conversation that cannot be read and is left out, as the hint says, is no fault', async () => {
  await using pulled = await pulledHere({
    fault: ({ path }) => (path.includes('/pair/messages') ? { status: 403, body: {} } : undefined),
  });
  expect((await pulled.here.json('run', '--yes')).exitCode).toBe(4);
  const text = readFileSync(pulled.here.pipeline, 'utf8');
  for (const names of ['[pair]', "['p*r', 'none*']"]) {
    const without = `system: sendbird, exclude: { conversations: ${names} }`;
    writeFileSync(pulled.here.pipeline, text.replace('system: sendbird', without));
    const { exitCode, result } = await pulled.here.json('run', '--fresh', '--yes');
    expect([exitCode, result.entities.messages.read, result.error]).toEqual([0, 3, undefined]);
    expect(result.export?.pulled).not.toHaveProperty('unread');
  }
});

test('an account without people and conversations is said to be empty, not to be a file', async () => {
  await using pulled = await pulledHere({ app: new ChatApp() });
  const { exitCode, stderr } = await pulled.say('run', '--yes');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/v3 has no users and no conversations');
  expect(stderr).toContain('check account, key, types and since in sources.export.api');
});

test('a run of rows that stand in a file alone asks nothing of the old system', async () => {
  await using pulled = await pulledHere({ rest: '  roles: { path: roles.csv }' });
  writeFileSync(join(pulled.here.folder, 'roles.csv'), 'role,name\nguide,Guide\n');
  const { exitCode, result } = await pulled.here.json('run', '--yes', '--only', 'roles');
  expect([exitCode, result.entities.roles?.created]).toEqual([0, 1]);
  expect(pulled.api.requests).toEqual([]);
});
