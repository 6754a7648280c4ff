import { expect, test } from 'vitest';
import type { PullEvent } from '../../../src/pipeline/pull-event.ts';
import type { StreamEvent } from '../../../src/report/events/event-schema.ts';
import { PullWatch } from '../../../src/session/workplace/run-watch.ts';
import { styleFor } from '../../../src/terminal/style.ts';

const SOURCE = 'https://api-4f2.sendbird.com/v3';
const counts = { requests: 40, bytes: 2_400_000, users: 120, conversations: 20, messages: 1_900 };
const progress = (conversationsDone: number): PullEvent => ({
  type: 'pull.progress',
  conversationsDone,
  leftMs: 90_000,
  ...counts,
});

/** A pull that is watched; the clock goes on by what is said. */
function watched({ live = false, quiet = false, columns = 80 } = {}) {
  let elapsed = 0;
  const written: string[] = [];
  const heard: StreamEvent[] = [];
  const listener = { everyMs: 1_000, observe: (event: StreamEvent) => void heard.push(event) };
  const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') + elapsed, elapsed: () => elapsed };
  const person = {
    err: (text: string) => void written.push(text),
    errStyle: styleFor(false),
    live,
    quiet,
    columns: () => columns,
  };
  const watch = new PullWatch(clock, person, [listener]);
  return {
    written,
    heard,
    pass(event: PullEvent, ms = 0) {
      elapsed += ms;
      watch.observe(event);
    },
  };
}

test('without a terminal, says in a sentence every ten seconds how far a pull is', () => {
  const { written, pass } = watched();
  pass({ type: 'pull.started', source: SOURCE, mode: 'first' });
  pass(progress(1), 4_000);
  pass(progress(5), 7_000);
  pass(progress(6), 1_000);
  pass({ type: 'pull.finished', ms: 180_000, ...counts }, 60_000);
  expect(written).toEqual([
    `2026-11-21T12:00:00.000Z reading ${SOURCE}\n`,
    '2026-11-21T12:00:11.000Z 5 of 20 conversations, about 90 s left, 1 900 messages, 40 requests\n',
    `2026-11-21T12:01:12.000Z read ${SOURCE}: 120 users, 20 conversations, 1 900 messages in 40 requests, 2 MB, 3 m\n`,
  ]);
});

test('on a terminal, draws one line over and over, which is not wider than that', () => {
  const { written, pass } = watched({ live: true, columns: 60 });
  pass({ type: 'pull.started', source: SOURCE, mode: 'again' });
  pass(progress(1));
  pass(progress(2), 100);
  pass(progress(10), 200);
  pass({ type: 'pull.finished', ms: 180_000, ...counts });
  expect(written[0]).toContain('━─');
  expect(written[1]?.startsWith('\u001b[1A\u001b[J  pull      ━━━━━━━━━━─')).toBe(true);
  expect(written[1]?.split('\n')[0]?.replace('\u001b[1A\u001b[J', '').length).toBeLessThan(60);
  expect(written.slice(2)).toEqual(['\u001b[1A\u001b[J', expect.stringContaining('read https://')]);
});

test('says nothing to a person who wants none, but all to those who listen, at most once a second', () => {
  const { written, heard, pass } = watched({ quiet: true, live: true });
  pass({ type: 'pull.started', source: SOURCE, mode: 'resumed' });
  for (let done = 0; done < 20; done++) pass(progress(done), 100);
  pass({ type: 'pull.finished', ms: 2_000, ...counts });
  expect(written).toEqual([]);
  expect(heard.map(({ type }) => type)).toEqual([
    'pull.started',
    'pull.progress',
    'pull.progress',
    'pull.finished',
  ]);
  expect(heard[1]).toEqual({ type: 'pull.progress', conversationsDone: 0, etaSeconds: 90, ...counts });
  expect(heard[3]).toEqual({ type: 'pull.finished', seconds: 2, ...counts });
});
