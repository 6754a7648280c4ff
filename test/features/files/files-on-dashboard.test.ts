import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { openDashboard } from '../../../src/features/run/open-dashboard.ts';
import { realSystem } from '../../../src/system/system.ts';
import { copiedFixture } from '../../report/copied-files.ts';

test('the page of a run gets bytes, files and time left while files are copied', async () => {
  const said: string[] = [];
  const context = { system: realSystem, err: (text: string) => void said.push(text) };
  await using page = await openDashboard('pipeline.yaml', 0, context);
  const fileCopies = copiedFixture();
  page.observe({ type: 'files.started', to: 's3://b', distinct: 5_000, todo: 5_000 });
  page.observe({ type: 'files.progress', done: 1_216, todo: 5_000, etaSeconds: 90, fileCopies });
  const address = new URL('events', said.join('').replace('dashboard', '').trim());
  const asked = get(address);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const [bytes] = (await once(answer, 'data')) as [Buffer];
  const news = JSON.parse(/^data: (.*)$/m.exec(String(bytes))?.[1] ?? '');
  expect(news.files).toEqual({ done: 1_216, todo: 5_000, etaSeconds: 90, bytes: 3_100_000_000, failed: 12 });
  asked.destroy();
});
