import { expect, test } from 'vitest';
import { type FilesEvent, zeroFileCounts } from '../../../src/pipeline/files/file-counts.ts';
import type { StreamEvent } from '../../../src/report/events/event-schema.ts';
import { FilesWatch } from '../../../src/session/workplace/run-watch.ts';
import { jsonLine } from '../../../src/terminal/printable.ts';
import { styleFor } from '../../../src/terminal/style.ts';
import { eventsIn } from '../../support/schemas/run-schemas.ts';

const counts = (copied: number, gone = 0) => {
  const zero = zeroFileCounts();
  return { ...zero, copied, bytesCopied: copied * 1_000_000, failed: { ...zero.failed, gone } };
};
const started = (todo: number): FilesEvent => ({
  type: 'files.started',
  to: 's3://bucket/chat',
  distinct: todo,
  todo,
});
const progress = (done: number, gone = 0): FilesEvent => ({
  type: 'files.progress',
  counts: counts(done - gone, gone),
  done,
  todo: 20,
  leftMs: 90_000,
});
const finished: FilesEvent = { type: 'files.finished', ms: 180_000, counts: counts(19, 1) };

/** A copying that is watched; the clock moves by what is said. */
function watched({ live = false, quiet = false, columns = 80 } = {}) {
  let elapsed = 0;
  const written: string[] = [];
  const heard: StreamEvent[] = [];
  const logged: StreamEvent[] = [];
  const listeners = [
    { everyMs: 1_000, observe: (event: StreamEvent) => void heard.push(event) },
    { everyMs: 10_000, observe: (event: StreamEvent) => void logged.push(event) },
  ];
  const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') + elapsed, elapsed: () => elapsed };
  const person = {
    err: (text: string) => void written.push(text),
    errStyle: styleFor(false),
    live,
    quiet,
    columns: () => columns,
  };
  const watch = new FilesWatch(clock, person, listeners);
  return {
    written,
    heard,
    logged,
    pass(event: FilesEvent, ms = 0) {
      elapsed += ms;
      watch.observe(event);
    },
  };
}

test('without a terminal, says in a sentence every ten seconds how many files are copied', () => {
  const { written, pass } = watched();
  pass(started(20));
  pass(progress(1), 4_000);
  pass(progress(5, 1), 7_000);
  pass(progress(6), 1_000);
  pass(finished, 60_000);
  expect(written).toEqual([
    '2026-11-21T12:00:00.000Z copying 20 files to s3://bucket/chat\n',
    '2026-11-21T12:00:11.000Z 5 of 20 files, about 90 s left, 4.0 MB, 1 not copied\n',
    '2026-11-21T12:01:12.000Z 19 files (19.0 MB) copied, 1 not: 1 gone, 3 m\n',
  ]);
});

test('on a terminal, draws one line over and over, which is not wider than that', () => {
  const { written, pass } = watched({ live: true, columns: 60 });
  pass(started(20));
  pass(progress(1));
  pass(progress(2), 100);
  pass(progress(10), 200);
  pass(finished);
  expect(written[0]).toContain('━─');
  expect(written[1]?.startsWith('\u001b[1A\u001b[J  files     ━━━━━━━━━━─')).toBe(true);
  expect(written[1]?.split('\n')[0]?.replace('\u001b[1A\u001b[J', '').length).toBeLessThan(60);
  expect(written.slice(2)).toEqual([
    '\u001b[1A\u001b[J',
    expect.stringContaining('19 files (19.0 MB) copied'),
  ]);
});

test('a run in which nothing is to be copied says nothing', () => {
  const { written, heard, pass } = watched();
  pass(started(0));
  pass({ ...finished, counts: counts(0) } as FilesEvent);
  expect(written).toEqual([]);
  expect(heard.map(({ type }) => type)).toEqual(['files.started', 'files.finished']);
});

test('those who listen hear all, the progress as often as they want it, as the schema of events says', () => {
  const { written, heard, logged, pass } = watched({ quiet: true, live: true });
  pass(started(20));
  for (let done = 1; done <= 20; done++) pass(progress(done), 100);
  pass({ type: 'files.failed', address: 'https://a.example/b', why: 'gone', message: 'answers 404' });
  pass(finished);
  expect(written).toEqual([]);
  expect(heard.map(({ type }) => type)).toEqual([
    'files.started',
    'files.progress',
    'files.progress',
    'files.failed',
    'files.finished',
  ]);
  expect(logged.filter(({ type }) => type === 'files.progress')).toHaveLength(1);
  const lines = [...heard, { type: 'run.finished', exitCode: 0 }].map((event, at) =>
    jsonLine({ v: 1, seq: at + 1, ts: '2026-11-21T12:00:00Z', ...event }),
  );
  expect(eventsIn(lines.join(''))).toHaveLength(6);
});
