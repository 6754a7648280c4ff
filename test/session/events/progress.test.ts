import { expect, test } from 'vitest';
import type { ProgressOfRun } from '../../../src/report/events/extent.ts';
import { Progress } from '../../../src/session/events/progress.ts';
import { withoutHidden } from '../../../src/terminal/printable.ts';
import { styleFor } from '../../../src/terminal/style.ts';

const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') };

const progress = (rows: number, rest: Partial<ProgressOfRun> = {}): ProgressOfRun => ({
  type: 'progress',
  done: rows,
  total: 2_000,
  estimated: false,
  percent: rows / 20,
  entity: 'users',
  requests: { sent: 1, retried: 0 },
  entities: {
    users: {
      state: 'running',
      done: rows,
      total: 1_000,
      estimated: false,
      percent: rows / 10,
      landed: rows,
      rejected: 0,
    },
    groups: { state: 'waiting', done: 0, total: 1_000, estimated: false, percent: 0, landed: 0, rejected: 0 },
  },
  ...rest,
});

/** A screen that keeps what is written to it. */
function screen(live: boolean) {
  const terminal = { columns: 80, written: [] as string[], abort: new AbortController() };
  const shown = new Progress({
    clock,
    live,
    style: styleFor(false),
    signal: terminal.abort.signal,
    write: (text) => terminal.written.push(text),
    columns: () => terminal.columns,
  });
  return { ...terminal, shown, resize: (columns: number) => Object.assign(terminal, { columns }) };
}

test('draws over its block, also where the terminal has become narrower and its lines take more rows', () => {
  const { shown, written, resize } = screen(true);
  shown.observe(progress(100));
  shown.observe(progress(200));
  expect(written[1]?.startsWith('\u001b[3A\u001b[J  users')).toBe(true);
  resize(20);
  shown.observe(progress(300));
  // Lines of 33, 30 and 33 columns are two rows each.
  expect(written[2]?.startsWith('\u001b[6A\u001b[J  users')).toBe(true);
  for (const line of (written[2] ?? '').split('\n').slice(1, 3)) expect(line.length).toBeLessThan(20);
});

test('leaves its block where it is once a message was printed below it', () => {
  const { shown, written, abort } = screen(true);
  shown.observe(progress(100));
  abort.abort();
  shown.observe(progress(200));
  expect(written[1]).toMatch(/^ {2}users/);
});

test('shows the share in the title and on the taskbar, whatever is printed passes the last look, and both are cleared', () => {
  const { shown, written } = screen(true);
  shown.observe(progress(500, { etaSeconds: 5, etaAt: '2026-11-21T12:00:05Z' }));
  const waiting = { why: 'refused', seconds: 30, until: '2026-11-21T12:00:30Z' } as const;
  shown.observe(progress(500, { waiting }));
  shown[Symbol.dispose]();
  const text = written.join('');
  expect(text).toContain('\u001b[22;2t\u001b]2;chatferry 25% users 5:0 s\u0007\u001b]9;4;1;25\u0007');
  expect(text).toContain('\u001b]2;chatferry 25% waits\u0007\u001b]9;4;4;25\u0007');
  expect(text.endsWith('\u001b]9;4;0;0\u0007\u001b[23;2t')).toBe(true);
  expect(withoutHidden(text, true)).toBe(text);
  expect(withoutHidden(text, false)).not.toContain('\u001b');
});

test('without a terminal, it prints lines and nothing that moves', () => {
  const { shown, written } = screen(false);
  shown.observe({ type: 'paused', why: 'noAnswer', seconds: 14, attempt: 3 });
  shown.observe({ type: 'retry', reason: 'reset', attempt: 3, throttled: false });
  shown.observe({ type: 'retry', reason: 'reset', attempt: 4, throttled: false });
  shown.observe({ type: 'resumed', seconds: 20 });
  shown.observe(progress(100));
  shown[Symbol.dispose]();
  expect(written.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'service not answering for 14 s, retry 3\n',
    'trouble: reset\n',
    'continues after 20 s\n',
    'users 10% 100/1000 total 5% 100/2000 rejected=0 retried=0\n',
  ]);
});

test.each([true, false])('a run that finds everything done shows nothing (live: %s)', (live) => {
  const { shown, written } = screen(live);
  const { entity: _, ...done } = progress(2_000);
  shown.observe(done);
  expect(written).toEqual([]);
  shown.observe(progress(100));
  shown.observe(done);
  expect(written).toHaveLength(2);
});
