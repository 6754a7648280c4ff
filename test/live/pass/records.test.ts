import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPipeline } from '../../../src/pipeline/pipeline.ts';
import { fixtures } from '../../exports/expected.ts';
import { ChatApp } from '../../origins/sendbird/chat-app.ts';
import { sendbirdHere } from '../../origins/sendbird/sendbird-here.ts';
import { fillApp } from '../../origins/service/filled-app.ts';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { syntheticApp } from '../../origins/stream/stream-app.ts';
import { streamHere } from '../../origins/stream/stream-here.ts';
import { syntheticTwilio } from '../../origins/twilio/twilio-data.ts';
import { twilioHere } from '../../origins/twilio/twilio-here.ts';
import { runHere } from '../../support/command-here.ts';
import { pulledRecords } from './pulled-records.ts';
import { writerHere } from './writer-here.ts';

const signal = new AbortController().signal;

/** Writes all records of a pipeline that has run, and returns what became of them: nothing is left to do. */
async function writtenAgain(file: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const records = await pulledRecords(loadPipeline(file, {}).stateFolder);
  expect(records.length).toBeGreaterThan(20);
  await using writer = await writerHere(file, 'new');
  const { rows } = await writer.convert(records, signal);
  const outcomes = await writer.write({ rows, removals: [], how: 'import' }, signal);
  expect(outcomes.length).toBe(Object.values(rows).reduce((sum, list) => sum + list.length, 0));
  const found: Record<string, string[]> = {};
  for (const { entity, key, outcome } of outcomes) {
    const name = 'rule' in outcome ? `skipped ${outcome.rule}` : outcome.status;
    if (name === 'unchanged') continue;
    found[name] = [...(found[name] ?? []), `${entity} ${key}`];
  }
  return found;
}

test('records of an app of the service give the rows of a run', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  await fillApp(old.service, { users: 28, groups: 6, messages: 420 });
  const pipeline = movePipeline(here.folder, old, next);
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  next.requests.length = 0;
  const found = await writtenAgain(pipeline);
  expect(Object.keys(found).sort()).toEqual(['gone', 'skipped metadata']);
  expect(next.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
});

test('records of Sendbird give the rows of a run', async () => {
  await using here = await sendbirdHere(ChatApp.ofExport(join(fixtures, 'sendbird/synthetic')));
  expect((await here.here.json('run', '--yes')).exitCode).toBe(0);
  here.here.requests.length = 0;
  const found = await writtenAgain(here.here.pipeline);
  expect(Object.keys(found)).toEqual([]);
  expect(here.here.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
});

test('records of Twilio give the rows of a run', async () => {
  await using here = await twilioHere(syntheticTwilio());
  expect((await here.here.json('run', '--yes')).exitCode).toBe(0);
  here.here.requests.length = 0;
  expect(Object.keys(await writtenAgain(here.here.pipeline))).toEqual([]);
  expect(here.here.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
});

test('records of Stream give the rows of a run', async () => {
  await using here = await streamHere({ app: syntheticApp() });
  expect((await here.here.json('run', '--yes')).exitCode).toBe(0);
  here.here.requests.length = 0;
  const found = await writtenAgain(here.here.pipeline);
  expect(Object.keys(found).sort()).toEqual(['gone']);
  expect(here.here.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
});

test('a message alone, with its conversation and its people, gives the same row', async () => {
  await using here = await sendbirdHere(ChatApp.ofExport(join(fixtures, 'sendbird/synthetic')));
  expect((await here.here.json('run', '--yes')).exitCode).toBe(0);
  const { pipeline } = here.here;
  const records = await pulledRecords(loadPipeline(pipeline, {}).stateFolder);
  await using writer = await writerHere(pipeline, 'new');
  let compared = 0;
  for (const message of records.filter(({ list }) => list === 'messages').filter((_, at) => at % 20 === 0)) {
    const around = records.filter(
      ({ list, of, row }) =>
        list === 'users' ||
        (list === 'members' && of === message.of) ||
        (list === 'conversations' && row['channel_url'] === message.of),
    );
    const { rows } = await writer.convert([...around, message], signal);
    for (const row of rows.messages ?? []) {
      const key = writer.keyOf('messages', row) ?? '';
      expect(writer.find('messages', key, row), key).toMatchObject({ origin: 'created', isSame: true });
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(10);
});
