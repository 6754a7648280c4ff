import { describe, expect, test } from 'vitest';
import { exportKinds } from '../../../src/exports/export-summary.ts';
import { kindOf, outcomes } from '../../exports/expected.ts';
import { runHere } from '../../support/command-here.ts';
import { syntheticApp } from './stream-app.ts';
import { fileHere, held, recordsIn, streamHere, wholeExport } from './stream-here.ts';

test('the same rows through an export file, through tasks and through lists give the same service', async () => {
  const app = syntheticApp();
  // One that answers a message that is not there is in an export, and in no list.
  app.messages.delete(
    [...app.messages.values()].find(({ parent_id: of }) => of && !app.messages.has(String(of)))?.id ?? '',
  );
  await using file = await fileHere(wholeExport(app));
  await using tasks = await streamHere({ app, api: ', by: export', polls: 0 });
  await using lists = await streamHere({ app });
  const found = [];
  for (const here of [file, tasks.here, lists.here]) {
    const { exitCode, result } = await here.json('run', '--yes');
    const summary = result.export ?? expect.fail('no export');
    for (const kind of exportKinds)
      expect(outcomes(kindOf(summary, kind)), kind).toBe(kindOf(summary, kind).read);
    const { imported, converted, kept } = kindOf(summary, 'reactions');
    found.push({
      exitCode,
      problems: result.problems,
      reactions: [imported, converted, kept],
      held: await held(here),
    });
    expect((await here.json<{ differences: number }>('verify')).exitCode).toBe(0);
  }
  const [first, second, third] = found;
  expect(first).toMatchObject({ exitCode: 0, problems: [] });
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(tasks.fake.fetched.length).toBeGreaterThan(0);
  expect(tasks.fake.fetched.filter(({ withKey }) => withKey)).toEqual([]);
  expect(tasks.fake.log.filter((line) => line.endsWith('/query'))).toEqual([]);
});

test('an export beside the API: what both have is there once, and the API counts', async () => {
  const app = syntheticApp();
  const before = wholeExport(app);
  await using here = await streamHere({ app, beside: 'path: old.jsonl,', files: { 'old.jsonl': before } });
  const [id] = [...app.messages.values()]
    .filter(({ text, parent_id: of }) => text && !of)
    .map((each) => each.id);
  Object.assign(app.messages.get(id ?? '') ?? {}, {
    text: 'changed since',
    updated_at: '2026-02-01T00:00:00.000000Z',
  });
  Object.assign(app.users.get('alice') ?? {}, { name: 'Alice since' });
  await using alone = await streamHere({ app });
  expect((await here.here.json('run', '--yes')).exitCode).toBe(0);
  expect((await alone.here.json('run', '--yes')).exitCode).toBe(0);
  const [both, one] = [await held(here.here), await held(alone.here)];
  expect(both.messages[id ?? '']).toMatchObject({ said: { text: 'changed since' } });
  expect(both.users['alice']).toMatchObject({ name: 'Alice since' });
  expect({ ...both, messages: one.messages }).toEqual(one);
});

describe('a pull that stops', () => {
  test('at any request goes on there, and has the same bytes in the end', async () => {
    await using quiet = await streamHere();
    expect((await quiet.here.json('validate')).exitCode).toBe(0);
    const asked = quiet.fake.log.length;
    const expected = recordsIn(quiet.here);
    expect(Object.keys(expected).length).toBeGreaterThan(10);
    await using stopped = await streamHere();
    const at = new Set(Array.from({ length: asked }, (_, n) => n + 1).filter((n) => n % 3 === 0 || n < 8));
    let stops = 0;
    stopped.fake.fault = ({ number }) =>
      at.has(number) ? { status: 401, body: { code: 5, message: 'no' } } : undefined;
    for (;;) {
      const { exitCode, stderr } = await runHere(['validate', stopped.here.pipeline]);
      if (exitCode === 0) break;
      expect([exitCode, stderr]).toEqual([10, expect.stringContaining('PULL.AUTH')]);
      stops++;
    }
    expect(stops).toBeGreaterThan(asked / 4);
    expect(recordsIn(stopped.here)).toEqual(expected);
    expect(stopped.fake.log.length).toBeLessThan(asked + 5 * stops);
  });
});
