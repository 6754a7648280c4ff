import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDocument, zeroLaneCounts } from '../../src/features/live/phases/documents/live-document.ts';
import { liveDashboard } from '../../src/features/live/phases/live-dashboard.ts';
import { receiverNumbers } from '../../src/features/live/receive/receiver-numbers.ts';
import { realSystem } from '../../src/system/system.ts';
import { liveHere, TIMES } from '../live/phases/live-here.ts';
import { people, say, twoSystems, untilTexts } from '../live/phases/two-systems.ts';
import { openBrowser, openView, type Watched } from './open-view.ts';
import { accessibility } from './page-checks.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Hears the address of a page. */
function addressHeard() {
  const found = Promise.withResolvers<string>();
  return {
    url: found.promise,
    said: (text: string): void => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{40}\//.exec(text) ?? [];
      if (url !== undefined) found.resolve(url);
    },
  };
}

const textOf = (page: Page, part: string): Promise<string> => page.locator(part).innerText();

/** Waits until the page has a headline, and looks at all of it. */
async function seen({ page, sideways, troubles }: Watched, title: string): Promise<void> {
  await expect.poll(() => textOf(page, 'h1'), { timeout: 20_000 }).toMatch(new RegExp(`^${title}, since `));
  expect(await page.evaluate(accessibility)).toEqual([]);
  expect(await sideways()).toBe(0);
  expect(troubles).toEqual([]);
}

test('the page shows each phase, what it waits for, and the end', { timeout: 90_000 }, async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await Promise.all([people(systems.old), people(systems.new)]);
  const { url, said } = addressHeard();
  const times = { ...TIMES, silenceMs: 2_500 };
  const running = here.live({ unproven: false, dashboard: 0, times }, undefined, said);
  await using view = await openView(browser, await url, { viewport: { width: 1000, height: 800 } });
  const { page } = view;

  await seen(view, 'Capture');
  expect(await textOf(page, '#waits')).toContain('Waits for a first event of the old and the new side');
  expect(await textOf(page, '#figures')).toMatch(/lag, median\s*–[\s\S]*open gaps\s*0/);
  await say(systems.old, 'ann', 'one');
  await expect.poll(() => textOf(page, '#waits')).toContain('first event of the new side');
  await say(systems.new, 'bob', 'two');
  await seen(view, 'Live');
  await untilTexts(systems.old, ['one', 'two']);
  await expect.poll(() => textOf(page, '#back')).toMatch(/written\s*1/);
  expect(await textOf(page, '#waits')).toBe('');

  const switching = here.switch({ silenceMs: times.silenceMs });
  await seen(view, 'Switch');
  expect(await textOf(page, '#waits')).toMatch(/silent: nothing had to be written for \d s\. Gives up at /);
  expect(await switching).toMatchObject({ exitCode: 0 });
  await seen(view, 'Switched');
  expect(await textOf(page, '#said')).toContain('0 differences');
  await here.switch({ back: true });
  await seen(view, 'Live');
  await expect.poll(() => textOf(page, '#gaps')).toMatch(/old\s[\s\S]*yes/);
  await here.stop();
  expect(await running).toMatchObject({ exitCode: 0 });
  await seen(view, 'Stopped');
  expect(await textOf(page, '#end')).toMatch(/has ended at \d\d:\d\d:\d\d: exit code 0/);
  expect(await page.title()).toBe('Stopped · move');
  expect(await page.locator('#banner').isVisible()).toBe(false);
});

const AT = '2026-01-02T03:04:05.000Z';

/** A document of `live` as a process may give it. */
const documentOf = (more: Partial<LiveDocument>): LiveDocument => ({
  phase: 'live',
  since: AT,
  captureSince: AT,
  proven: {},
  forward: zeroLaneCounts(),
  lagMs: { p50: 100, p95: 200, max: 300 },
  badSignatures: 0,
  refused: receiverNumbers([]).refused,
  gaps: [],
  dead: [],
  ...more,
});

test('the page shows progress, why events wait, open gaps, dead events, and who has stopped', async () => {
  const { url, said } = addressHeard();
  await using dashboard = await liveDashboard('<b>move</b>', 0, { system: realSystem, err: said });
  await using view = await openView(browser, await url, {
    viewport: { width: 400, height: 800 },
    colorScheme: 'dark',
  });
  const { page } = view;
  dashboard.take(documentOf({ phase: 'bulk' }));
  await seen(view, 'Bulk');
  expect(await textOf(page, '#bulk')).toMatch(/rows\s*reading/);
  dashboard.bulk.observe({
    type: 'progress',
    done: 250,
    total: 1_000,
    estimated: false,
    percent: 25,
    etaSeconds: 75,
    entity: 'messages',
    entities: {},
    requests: { sent: 1, retried: 0 },
  });
  await expect
    .poll(() => textOf(page, '#bulk'))
    .toMatch(/rows\s*250 of 1.000\s*now\s*messages\s*time left\s*1 min 15 s/);
  dashboard.take(documentOf({ phase: 'catch-up' }));
  await seen(view, 'Catch-up');
  expect(await page.locator('#bulk-card').isVisible()).toBe(false);
  dashboard.take(
    documentOf({
      isFrozen: true,
      forward: {
        ...zeroLaneCounts(),
        received: 9,
        waiting: 8,
        dead: 1,
        waitingFor: { parent: 1, sender: 2, dead: 3, away: 2 },
        paused: 'the service answers 503',
      },
      gaps: [{ side: 'old', from: AT, to: AT, closed: false }],
      dead: [
        {
          side: 'old',
          seq: 7,
          code: 'LIVE.REFUSED',
          message: '<i>no</i>',
          about: 'messages <b>1</b>',
          at: AT,
        },
      ],
    }),
  );
  await expect.poll(() => textOf(page, '#forward')).toContain('3 wait behind an event');
  await seen(view, 'Live');
  const forward = await textOf(page, '#forward');
  expect(forward).toContain('1 wait for the message that they answer');
  expect(forward).toContain('2 wait since their senders have sent as many messages');
  expect(forward).toContain('2 wait until both systems answer');
  expect(await textOf(page, '#waits')).toBe(
    'old → new is paused: the service answers 503\nA time without events must still be listed.',
  );
  expect(await textOf(page, 'h1')).toBe('Live, since 2026-01-02 03:04:05');
  expect(await textOf(page, '#meaning')).toContain('it is frozen');
  expect(await textOf(page, '#figures')).toMatch(/open gaps\s*1/);
  expect(await textOf(page, '#dead')).toContain('<i>no</i>');
  dashboard.end(undefined, { exitCode: 130 });
  await seen(view, 'Ended in phase live');
  expect(await textOf(page, '#meaning')).toContain('Nobody keeps the systems alike now');
  expect(await textOf(page, '#end')).toContain('exit code 130');
});
