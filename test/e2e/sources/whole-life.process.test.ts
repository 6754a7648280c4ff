import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILES, SOURCES } from './issue-sources.ts';
import { sourcesHere } from './sources-here.ts';

test('doctor, plan, status, report, state check and undo work over prepared sources', async () => {
  await using here = await sourcesHere({ files: FILES, sources: SOURCES });
  expect((await here.run('doctor')).exitCode).toBe(0);
  expect((await here.run('validate')).exitCode).toBe(0);
  const { result: planned } = await here.json<{ entities: Record<string, object> }>('plan');
  expect(planned.entities['messages']).toMatchObject({ new: 8, refused: 0, leftOut: 2 });
  expect((await here.run('run', '--yes')).exitCode).toBe(0);
  expect((await here.run('status')).stdout).toMatch(/messages\s+read 10\s+imported 8\s+skipped 2\s+done/);
  expect((await here.run('report')).exitCode).toBe(0);
  expect((await here.run('state check')).exitCode).toBe(0);
  const { stdout } = await here.run('undo');
  const [, id = ''] = /--confirm (\S+)/.exec(stdout) ?? [];
  expect((await here.run('undo', '--confirm', id)).exitCode).toBe(0);
  for await (const left of here.reader.messages('&category=message')) expect(left).toBeUndefined();
  for await (const { guid } of here.reader.list('/groups')) expect(guid).toBeUndefined();
});

test('the report of a finished run that is asked for again says what the first one said', async () => {
  const people = FILES['people.csv'].replaceAll('\n', ',\n').replace(',\n', ',shoes\n');
  const files = { ...FILES, 'people.csv': people };
  await using here = await sourcesHere({ files, sources: SOURCES });
  const { exitCode, result: first } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(first.derived).toMatchObject({ groups: 2, members: 4 });
  expect(first.warnings).toContainEqual(expect.stringContaining('"shoes"'));
  let writes = 0;
  here.onRequest = (request) => {
    if (!request.startsWith('GET')) writes++;
  };
  const { result: again } = await here.json('run');
  expect(again).toMatchObject({ derived: first.derived, warnings: first.warnings, entities: first.entities });
  expect(writes).toBe(0);
});

test('a lost ledger is rebuilt from prepared sources and commands, and nothing is left beside the state', async () => {
  const talk = FILES['direct.csv'];
  const sources = SOURCES.replace('path: direct.csv', 'command: [cat, talk.csv]');
  await using here = await sourcesHere({ files: { ...FILES, 'talk.csv': talk }, sources });
  expect((await here.run('run', '--yes')).exitCode).toBe(0);
  rmSync(join(here.state, 'ledger.log'));
  const lost = await here.run('undo');
  expect([lost.exitCode, lost.stderr]).toEqual([9, expect.stringContaining('chatferry state repair')]);
  expect((await here.run('state repair', '--yes')).exitCode).toBe(0);
  expect((await here.run('verify')).exitCode).toBe(0);
  expect((await here.run('undo')).stdout).toMatch(/messages\s+remove\s+8/);
  expect(existsSync(join(here.state, 'prepared'))).toBe(false);
  expect(readdirSync(here.folder).sort()).toEqual(
    ['.chatferry', '.service', 'direct.csv', 'people.csv', 'pipeline.yaml', 'rooms', 'talk.csv'].sort(),
  );
});
