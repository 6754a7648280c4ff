import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mainHere } from '../support/main-here.ts';
import { serviceHere } from '../support/service-here.ts';

const USERS = Array.from({ length: 400 }, (_, at) => `u-${at},User ${at}\n`).join('');

/** A pipeline whose run takes some seconds. */
async function slow() {
  const here = await serviceHere({ files: { 'users.csv': `uid,name\n${USERS}` } });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(
    here.pipeline,
    text.replace('requestsPerMinute: 10000000', 'requestsPerMinute: 600, batch: 10'),
  );
  return here;
}

test('a run that goes on says where it writes to; a new one was agreed to', async () => {
  await using here = await slow();
  const first = await mainHere(['run', here.pipeline, '--yes', '--max-duration', '1s']);
  expect([first.code, first.err]).toEqual([7, expect.not.stringContaining('continues')]);
  const second = await mainHere(['run', here.pipeline, '--yes']);
  expect([second.code, second.err]).toEqual([
    0,
    expect.stringContaining(`continues, writing to ${here.baseUrl}\n`),
  ]);
  const third = await mainHere(['run', here.pipeline, '--yes']);
  expect([third.code, third.err]).toEqual([0, expect.not.stringContaining('continues')]);
});

test('a second signal says that the run has stopped, and how it goes on', async () => {
  await using here = await slow();
  const onSignal = (listener: (name: 'SIGINT') => void): void => {
    // Both at once: a run may end soon after the first one.
    setTimeout(() => {
      listener('SIGINT');
      listener('SIGINT');
    }, 500);
  };
  const { code, err } = await mainHere(['run', here.pipeline, '--yes'], {}, { onSignal });
  expect(code).toBe(130);
  expect(err).toMatch(/Press Ctrl-C again to stop at once.*\n\nStopped\. Type the same command to continue/s);
});
