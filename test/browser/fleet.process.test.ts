import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunError } from '../../src/errors/run-error.ts';
import { serveStatus } from '../../src/features/fleet/dashboard/serve-status.ts';
import type { FleetPipeline, FleetStatus } from '../../src/features/fleet/status/fleet-status.ts';
import { realClock } from '../../src/system/clock.ts';
import { realSystem } from '../../src/system/system.ts';
import { fleetOf, NOW, pipeline, statusOf } from './fleets.ts';
import { openBrowser, openView } from './open-view.ts';
import { accessibility } from './page-checks.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** The page of a fleet that a test changes while it is shown; at the time of the fleets. */
async function served(first: FleetStatus) {
  let read = async (): Promise<FleetStatus> => first;
  const periodsMs: number[] = [];
  const page = await serveStatus(
    { host: '127.0.0.1', port: 0, readStatus: () => read() },
    {
      ...realSystem,
      clock: {
        ...realClock,
        now: () => NOW,
        every: (ms, work) => {
          periodsMs.push(ms);
          return realClock.every(ms, work);
        },
      },
    },
  );
  return {
    url: page.url,
    /** What it does again and again, and how often. */
    periodsMs,
    become: (status: FleetStatus) => {
      read = async () => status;
    },
    fail: (error: Error) => {
      read = () => Promise.reject(error);
    },
    hang: () => {
      read = () => new Promise(() => {});
    },
    [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
  };
}

const cells = (of: string): string => `#pipelines tbody tr:has-text("${of}") td`;

test('what failed is first, with its code and what to do; each night has its counts and its next start', async () => {
  await using fleet = await served(fleetOf(12));
  await using view = await openView(browser, fleet.url);
  const { page } = view;
  await page.getByRole('heading', { name: '2 of 12 failed' }).waitFor();
  const names = await page.locator('#pipelines tbody th .name').allTextContents();
  expect(names.slice(0, 4)).toEqual(['castle-12', 'orchard-2', 'bridge-5', 'valley-6']);
  expect(await page.locator(cells('orchard-2')).first().innerText()).toMatch(
    /^failed\s+exit 10\s+SERVICE\.KEY_REFUSED the service refuses.*\s+→ chatferry doctor /,
  );
  const night = await page.locator(cells('harbour-1')).allInnerTexts();
  expect(night).toEqual([
    'all imported',
    '02:06\n4 h ago',
    '3 min 4 s',
    '120',
    '33',
    '4',
    '–',
    'Wed 02:00\nin 20 h',
  ]);
  expect(await page.locator(cells('mill-3')).first().innerText()).toContain(
    'messages, 182\u202f340 of 410\u202f000 rows · 58\u202f100 rows/min · 590 of 600 import requests/min (set by the service)',
  );
  expect(await page.locator(cells('valley-6')).first().innerText()).toContain('2 nights missed');
  expect(await page.locator('#workers').innerText()).toBe(
    'worker-a idle\nworker-b 1 pipeline · 58\u202f100 rows/min\nmill-3 44 %',
  );
  expect(view.troubles).toEqual([]);
});

test('each app at work is there with its limit, what is used of it, whether it is paused, and who shares it', async () => {
  const { progress, ...running } = pipeline('running', 'one');
  const writing = (name: string, more: object): FleetPipeline => ({
    ...running,
    name,
    id: name,
    progress: { done: 1, ...progress, ...more },
  });
  const app = '<b>odd</b>@127.0.0.1:7700';
  const status = statusOf([
    writing('one', { requestsPerMinute: 400 }),
    writing('two', { requestsPerMinute: 180.4, allowedPerMinute: 300, heldMs: 42_000 }),
    writing('three', { app, requestsPerMinute: 10, allowedPerMinute: 60 }),
    pipeline('fine', 'four'),
  ]);
  await using fleet = await served(status);
  await using view = await openView(browser, fleet.url);
  const { page } = view;
  const rows = page.locator('#budgets tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  expect((await rows.first().innerText()).split(/\s*[\n\t]+\s*/)).toEqual([
    '22ab31@22ab31.api-eu.example.com',
    '580.4 of 600 import (set by the service)',
    'paused, 42 s',
    'onetwo',
  ]);
  expect(await rows.last().innerText()).toContain('<b>odd</b>@127.0.0.1:7700');
  expect(await rows.last().innerText()).toContain('open');
  expect(await page.locator('#figures').innerText()).toMatch(/requests a minute\s+590 of 660 import/);
  expect(await page.evaluate(accessibility)).toEqual([]);
  // Requests without a limit are not measured by that of others.
  const { app: _, allowedPerMinute: _limit, allowedBy: _by, ...unlimited } = { ...progress };
  fleet.become(
    statusOf([
      writing('one', { requestsPerMinute: 60, allowedPerMinute: 60 }),
      { ...running, name: 'two', id: 'two', progress: { ...unlimited, done: 1, requestsPerMinute: 928 } },
    ]),
  );
  await expect
    .poll(() => page.locator('#figures').innerText())
    .toMatch(/requests a minute\s+988 60 of 60 import\s/);
  fleet.become(statusOf([pipeline('fine', 'one')]));
  await page.getByRole('heading', { name: '1 pipeline, nothing failed' }).waitFor();
  expect(await page.locator('#apps').isVisible()).toBe(false);
  expect(view.troubles).toEqual([]);
});

test('200 pipelines are filtered, searched and sorted with the keyboard alone', async () => {
  await using fleet = await served(fleetOf(200));
  await using view = await openView(browser, fleet.url);
  const { page } = view;
  const shown = page.locator('#pipelines tbody tr');
  await expect.poll(() => shown.count()).toBe(200);
  await page.keyboard.press('f');
  await expect.poll(() => shown.count()).toBe(8);
  expect(await page.getByRole('button', { name: 'Failed 8' }).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('/');
  await page.keyboard.type('key_refused orchard');
  await expect
    .poll(() => page.locator('#pipelines .name').allTextContents())
    .toEqual(['orchard-2', 'orchard-146']);
  // Keys that choose a filter are letters of the search while somebody types.
  expect(await page.locator('#search').inputValue()).toBe('key_refused orchard');
  await page.keyboard.type(' nowhere');
  await page.getByText('No pipeline matches.').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await expect.poll(() => shown.count()).toBe(200);
  // From the search, Tab comes to the heads of the columns.
  await page.keyboard.press('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator('th[aria-sort]').textContent()).toBe('Pipeline');
  expect(await page.locator('#pipelines .name').first().textContent()).toBe('bridge-5');
  await page.keyboard.press('Enter');
  expect(await page.locator('th[aria-sort=descending]').textContent()).toBe('Pipeline');
  expect(await page.locator('#pipelines .name').first().textContent()).toBe('valley-198');
  expect(view.troubles).toEqual([]);
});

test('it looks at the queue every second, writes only rows that changed, and says when the queue is gone', async () => {
  await using fleet = await served(statusOf([pipeline('running', 'one'), pipeline('fine', 'two')]));
  await using view = await openView(browser, fleet.url);
  const { page } = view;
  await page.getByText('running', { exact: true }).first().waitFor();
  await page.evaluate(
    "[...document.querySelectorAll('#pipelines tbody tr')].find((row) => row.textContent.includes('two')).firstChild.title = 'same'",
  );
  fleet.become(statusOf([pipeline('wrongKey', 'one'), pipeline('fine', 'two'), pipeline('fresh', 'three')]));
  await page.getByRole('heading', { name: '1 of 3 failed' }).waitFor();
  expect(fleet.periodsMs).toEqual([1_000]);
  expect(await page.locator('#pipelines th[title=same]').count()).toBe(1);
  fleet.become(statusOf([pipeline('fine', 'two')]));
  await page.getByRole('heading', { name: '1 pipeline, nothing failed' }).waitFor();
  fleet.fail(new RunError('FLEET.UNREACHABLE', 'the queue redis://q.example.com: connection refused'));
  await page.getByText('FLEET.UNREACHABLE: the queue redis://q.example.com: connection refused.').waitFor();
  expect(await page.locator('#pipelines .name').allTextContents()).toEqual(['two']);
  fleet.become(statusOf([]));
  await page.getByText('chatferry fleet submit PIPELINE').waitFor();
  expect(await page.locator('#banner').isVisible()).toBe(false);
  fleet.hang();
  await page.getByText('the queue does not answer').waitFor();
  await fleet[Symbol.asyncDispose]();
  await page.getByText('Connection lost').waitFor();
});

test('names and messages are shown as text, whatever they are', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const odd = '\u202eevil\u0007 </script><b>bold</b> "\'';
  const failed = pipeline('wrongKey', name);
  const hostile = {
    ...failed,
    name,
    folder: odd,
    worker: odd,
    last: {
      ...(failed.last as NonNullable<typeof failed.last>),
      code: '<i>code</i>',
      message: odd,
      hint: odd,
    },
  };
  const proto = { ...pipeline('fine', 'proto'), id: '__proto__', name: '__proto__' };
  await using fleet = await served({
    ...statusOf([hostile, proto]),
    queue: `redis://<b>q</b>/${odd}`,
    workers: [{ name: '<b>worker</b>', jobs: 1 }],
  });
  await using view = await openView(browser, fleet.url);
  const { page } = view;
  await page.getByText(name).first().waitFor();
  expect(await page.locator('main b:not(.filter b), main i, main img, main script').count()).toBe(0);
  expect(await page.locator('#pipelines').innerText()).toContain('<b>bold</b>');
  expect(await page.locator('#pipelines').innerText()).toContain('evil\u2407');
  expect(await page.locator('#pipelines').innerText()).toContain('__proto__');
  expect(await page.locator('#workers').innerText()).toContain('<b>worker</b>');
  expect(view.troubles).toEqual([]);
});

test('on a phone a folder takes its line, the error all of the width, and the times have their names', async () => {
  const folder = `/srv/${'companies-of-the-north/'.repeat(4)}chats`;
  const list = [
    { ...pipeline('wrongKey', 'archive'), folder },
    pipeline('fine', 'mill'),
    pipeline('running', 'port'),
  ];
  await using fleet = await served(statusOf(list));
  await using view = await openView(browser, fleet.url, { viewport: { width: 400, height: 800 } });
  const { page } = view;
  await page.getByText('1 of 3 failed').waitFor();
  const widths = await page.evaluate<number[]>(
    "['th', '.reason', '.badges'].map((part) => document.querySelector('#pipelines tbody ' + part).getBoundingClientRect().width)",
  );
  for (const width of widths) expect(width).toBeGreaterThan(300);
  expect(await page.locator('#pipelines tbody tr').first().innerText()).toMatch(
    /^archive\n\/srv\/[^\n]*chats\nfailed\s+exit 10\s+SERVICE\.KEY_REFUSED the service refuses[^\n]*\n→ chatferry doctor [^\n]*\ntook 0\.7 s\n+02:00\s*5 h ago\s*Wed 02:00\s*in 20 h$/,
  );
  const named =
    "[...document.querySelectorAll('#pipelines tbody tr:first-child .middle')].map((cell) => getComputedStyle(cell, '::before').content).join()";
  expect(await page.evaluate(named)).toMatch(/ended.*next/);
  // No table is wider than its card.
  const cut =
    "[...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth).length";
  expect(await page.evaluate(cut)).toBe(0);
  expect(view.troubles).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'readable in %s, at every width, with and without workers',
  async (colorScheme) => {
    await using fleet = await served(fleetOf(12));
    for (const width of [1400, 820, 400]) {
      await using view = await openView(browser, fleet.url, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await view.page.getByText('2 of 12 failed').waitFor();
      expect(await view.sideways()).toBe(0);
      expect(await view.page.evaluate(accessibility)).toEqual([]);
      expect(view.troubles).toEqual([]);
    }
    fleet.become({ ...fleetOf(1), workers: [] });
    await using view = await openView(browser, fleet.url, { colorScheme });
    await view.page.getByText('No worker is running').waitFor();
    expect(await view.page.evaluate(accessibility)).toEqual([]);
  },
);
