import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { liveDocument } from '../../../src/features/live/phases/documents/live-document.ts';
import { LiveNews, NOBODY } from '../../../src/features/live/phases/news.ts';
import { addedTimes } from '../../../src/features/live/receive/answer-times.ts';
import { realSystem } from '../../../src/system/system.ts';
import { ownContext } from '../../../src/terminal/own-context.ts';
import { withoutHidden } from '../../../src/terminal/printable.ts';

test('a terminal of 80 columns has one line of numbers, which is drawn again', async () => {
  const { context } = ownContext({
    name: 'chatferry live',
    warn: () => {},
    system: realSystem,
    env: process.env,
    signal: new AbortController().signal,
    allowCode: false,
  });
  let printed = '';
  const err = (text: string): void => {
    printed += text;
  };
  const news = new LiveNews({ ...context, err, live: true, quiet: false, columns: () => 80 }, NOBODY);
  const at = new Date().toISOString();
  const document = liveDocument(
    {
      version: 1,
      phase: 'live',
      since: at,
      captureSince: at,
      proven: {},
      who: { pid: 1, host: 'h', user: 'u' },
    },
    undefined,
    [],
    Date.now(),
  );
  news.numbers(document, addedTimes([]));
  await sleep(600);
  news.numbers(document, addedTimes([]));
  news.say('a sentence');
  news.end();
  // Nothing of it is shown as an escape, and each drawing begins where the last one did.
  expect(withoutHidden(printed, true)).toBe(printed);
  expect(printed.split('\u001b[1A\u001b[J').map((part) => part.split('\n').length - 1)).toEqual([1, 1, 1]);
  expect(printed).toMatch(/J[^\n]* a sentence\n$/);
});
