import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { FAST, targetOf, workspace } from '../../e2e/workspace.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { runHere } from '../../support/command-here.ts';
import { eventsIn, ofType, resultTrouble } from '../../support/schemas/run-schemas.ts';

test('the events of a run are as the schema says: every reject, every entity, and the end with the result', async () => {
  await using opened = await openSandbox();
  using space = workspace(120);
  const { baseUrl, files } = opened.sandbox;
  const bad =
    '{"muid":"bad","sender":"nobody\\u001b[2J","receiver":"ann","receiverType":"user","sentAt":1700000000,"text":"x"}\n';
  const messages = join(space.folder, 'messages.ndjson');
  writeFileSync(messages, readFileSync(messages, 'utf8') + bad);
  const pipeline = space.pipeline({ target: targetOf({ baseUrl, keyFile: files.apiKey }), rest: FAST });
  const { exitCode, stdout, stderr } = await runHere(['run', pipeline, '--yes', '--events']);
  const events = eventsIn(stdout);
  expect(exitCode).toBe(4);
  expect(events.filter(({ type }) => type !== 'progress').map(({ type }) => type)).toEqual([
    'run.started',
    ...['users', 'groups', 'members'].flatMap(() => ['entity.started', 'entity.finished']),
    'entity.started',
    'row.rejected',
    'entity.finished',
    'run.finished',
  ]);
  expect(ofType(events, 'row.rejected')).toMatchObject([
    { entity: 'messages', status: 'rejected', file: 'messages.ndjson', line: 121, key: 'bad' },
  ]);
  expect(stdout).not.toContain('\u001b');
  expect(ofType(events, 'progress').at(-1)).toMatchObject({
    done: 127,
    total: 127,
    estimated: false,
    percent: 100,
    entities: { messages: { state: 'done', done: 121, landed: 120, rejected: 1 } },
  });
  const [end] = ofType(events, 'run.finished');
  expect(end).toMatchObject({ exitCode: 4, result: { entities: { messages: { rejected: 1 } } } });
  // The result for people stands on the other stream.
  expect(stderr).toMatch(/read 127 {3}imported 126 .* adds up/);
  const report = JSON.parse(readFileSync(join(space.folder, '.chatferry/e2e/report.json'), 'utf8')) as Report;
  expect(end?.result).toEqual(report);
  expect(resultTrouble(report)).toBeUndefined();
});

test('a sync run goes on with nothing: it compares all rows again', async () => {
  await using opened = await openSandbox();
  using space = workspace(3);
  const { baseUrl, files } = opened.sandbox;
  const target = targetOf({ baseUrl, keyFile: files.apiKey });
  const pipeline = space.pipeline({ target, rest: `${FAST}\nsync: {}` });
  for (const night of ['the first', 'the second']) {
    const { exitCode, stdout } = await runHere(['run', pipeline, '--yes', '--events']);
    expect([night, exitCode]).toEqual([night, 0]);
    expect(eventsIn(stdout)[0]).toMatchObject({ type: 'run.started', resumed: false });
    writeFileSync(join(space.folder, 'users.csv'), 'uid,name\nann,Anna\nben,Ben\n');
  }
});

test.each([
  ['a pipeline that is not there', ['nothing.yaml'], 'CONFIG.FILE_MISSING'],
  ['a source that is not there', [], 'SOURCE.MISSING'],
])('%s: the only event is the end, with the error', async (_, args, code) => {
  using space = workspace(3);
  const pipeline = space.pipeline({ sources: '  users: { path: nothing.csv }' });
  const { exitCode, stdout } = await runHere(['run', args[0] ?? pipeline, '--yes', '--events']);
  const events = eventsIn(stdout);
  expect(events).toMatchObject([{ type: 'run.finished', exitCode, error: { code } }]);
  expect(exitCode).toBe(2);
});

test('with --json it is a mistake, before anything is done', async () => {
  using space = workspace(3);
  const { exitCode, stderr } = await runHere(['run', space.pipeline({}), '--yes', '--events', '--json']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('USAGE.INVALID')]);
  expect(existsSync(join(space.folder, '.chatferry'))).toBe(false);
});

test('a sync knows all of its rows before it sends some; what is unchanged is done', async () => {
  await using opened = await openSandbox();
  using space = workspace(300);
  const { baseUrl, files } = opened.sandbox;
  const target = targetOf({ baseUrl, keyFile: files.apiKey });
  const pipeline = space.pipeline({ target, rest: `${FAST}\nsync: {}` });
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  const messages = join(space.folder, 'messages.ndjson');
  const more =
    '{"muid":"more","sender":"ann","receiver":"ben","receiverType":"user","sentAt":1700000000,"text":"x"}\n';
  writeFileSync(messages, readFileSync(messages, 'utf8') + more);
  const events = eventsIn((await runHere(['run', pipeline, '--yes', '--events'])).stdout);
  const started = ofType(events, 'entity.started').find(({ entity }) => entity === 'messages');
  expect(started).toMatchObject({ done: 300, total: 301, estimated: false });
  expect(events.at(-1)).toMatchObject({ exitCode: 0, result: { entities: { messages: { created: 1 } } } });
});

test('the result of a dry run is as the schema says, with its profile and notices', async () => {
  const { stdout } = await runHere(['validate', 'samples/broken/pipeline.yaml', '--json']);
  const result = JSON.parse(stdout) as Report;
  expect(result.profile?.files.length).toBeGreaterThan(0);
  expect(resultTrouble(result)).toBeUndefined();
});
