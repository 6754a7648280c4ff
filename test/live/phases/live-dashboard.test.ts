import { expect, test } from 'vitest';
import { zeroLaneCounts } from '../../../src/features/live/phases/documents/live-document.ts';
import { liveDashboard } from '../../../src/features/live/phases/live-dashboard.ts';
import { receiverNumbers } from '../../../src/features/live/receive/receiver-numbers.ts';
import { realSystem } from '../../../src/system/system.ts';

test('the page of live has its files, and gets the document again and again', async () => {
  let said = '';
  await using dashboard = await liveDashboard('move', 0, {
    system: realSystem,
    err: (text) => {
      said += text;
    },
  });
  const [url = ''] = /http:\S+/.exec(said) ?? [];
  const get = async (name: string): Promise<string> => await (await fetch(url + name)).text();
  expect(await get('')).toContain('old → new');
  expect(await get('live/main.js')).toContain('EventSource');
  const stop = new AbortController();
  const stream = await fetch(`${url}events`, { signal: stop.signal });
  dashboard.take({
    phase: 'live',
    since: '2026-01-02T03:04:05.000Z',
    captureSince: '2026-01-02T03:04:05.000Z',
    proven: {},
    forward: { ...zeroLaneCounts(), received: 3, created: 3 },
    lagMs: { p50: 1, p95: 2, max: 3 },
    badSignatures: 0,
    refused: receiverNumbers([]).refused,
    gaps: [],
    dead: [],
  });
  let heard = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream.body ?? []) {
    heard += decoder.decode(chunk);
    if (heard.includes('"received":3')) break;
  }
  stop.abort();
  expect(heard).toContain('data: null');
  expect(heard).toContain('"pipeline":"move"');
});
