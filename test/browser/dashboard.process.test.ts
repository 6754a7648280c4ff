import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFaults } from '../../src/sandbox/sandbox.ts';
import { targetOf, type Workspace, workspace } from '../e2e/workspace.ts';
import { openSandbox } from '../sandbox/sandbox-client.ts';
import { startCli } from '../support/cli-process.ts';
import { contentOf } from '../support/sandbox-process.ts';
import { type Gate, startGate } from '../support/services/gate.ts';
import { openBrowser, openView } from './open-view.ts';
import { accessibility } from './page-checks.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Opened = Awaited<ReturnType<typeof openSandbox>>;

/** Requests a minute: for a run that has some seconds to do, and for one that is still at it when it is ended. */
const SOME = 300;
const FEW = 60;

/** Starts a run with its page in a process of its own. */
async function startRun(space: Workspace, opened: Opened, perMinute: number, gate?: Gate) {
  const { baseUrl, files } = opened.sandbox;
  const pipeline = space.pipeline({
    target: targetOf({ baseUrl: gate?.baseUrl ?? baseUrl, keyFile: files.apiKey }),
    rest: `limits: { requestsPerMinute: ${perMinute} }`,
  });
  const child = startCli(['run', '--dashboard', pipeline, '--yes']);
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.stdout.resume();
  return { child, closed, url: await addressIn(child.stderr) };
}

async function addressIn(stderr: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const url = /^dashboard {2}(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{40}\/)$/m.exec(text)?.[1];
    if (url === undefined) continue;
    stderr.resume();
    return url;
  }
  throw new Error(`no address in ${text}`);
}

test('numbers move, a pause stops the requests, a resumed run goes on, and every row lands once', async () => {
  using space = workspace(3_000);
  const dataFile = join(space.folder, 'service.sqlite');
  await watchRun(space, dataFile);
  const { messages, users } = await contentOf(dataFile);
  expect([messages.length, users.length]).toEqual([3_000, 3]);
  expect(new Set(messages.map(({ muid }) => muid)).size).toBe(3_000);
});

/** Waits until a number stays as it is for so long, and returns it. */
async function quiet(number: () => number, forMs: number): Promise<number> {
  for (;;) {
    const before = number();
    await sleep(forMs);
    if (number() === before) return before;
  }
}

/** A run with faults that is paused and resumed on its page. */
async function watchRun(space: Workspace, dataFile: string): Promise<void> {
  await using opened = await openSandbox({ dataFile, faults: parseFaults('429:10%,503:5%'), seed: 7 });
  await using gate = await startGate(opened.sandbox.baseUrl, '/data_import/messages', 10);
  const { closed, url } = await startRun(space, opened, SOME, gate);
  await using view = await openView(browser, url);
  const { page } = view;
  const rows = (): Promise<string | null> => page.locator('#figures dd').first().textContent();
  const landed = async (): Promise<number> =>
    Number((await rows())?.split(' of ')[0]?.replaceAll('\u202f', ''));
  await expect.poll(landed).toBeGreaterThan(300);
  expect(await page.locator('#figures').textContent()).toMatch(
    /import requests a minute[\d.–]+ of 300 allowed \(declared\)/,
  );

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('paused on the dashboard').waitFor();
  expect(await page.locator('h1').textContent()).toMatch(/^Paused at \d+ %$/);
  // Those under way end, and no other one follows.
  gate.open();
  const requests = await quiet(() => opened.events.length, 3_000);
  const atRest = await landed();
  const saved = JSON.parse(readFileSync(join(space.folder, '.chatferry/e2e/checkpoint.json'), 'utf8'));
  expect(JSON.stringify(saved)).toContain('"messages"');
  expect(await landed()).toBe(atRest);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(landed).toBeGreaterThan(atRest);
  expect(opened.events.length).toBeGreaterThan(requests);
  expect(await page.evaluate(accessibility)).toEqual([]);
  await page.getByText('Exit code 0').waitFor();
  expect(await page.locator('h1').textContent()).toMatch(/^All 3.006 rows imported$/);
  expect(existsSync((await page.locator('#end code').last().textContent()) ?? '')).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
  // Both kinds of faults have left their marks.
  expect(await page.locator('#chart rect.throttled').count()).toBeGreaterThan(1);
  expect(await page.locator('#chart rect.retried').count()).toBeGreaterThan(1);
  expect(await page.locator('#chart rect.paused').count()).toBeGreaterThan(1);
  expect((await closed)[0]).toBe(0);
  // It has said goodbye: the page does not take the end for a failure.
  await sleep(500);
  expect(await page.locator('#banner').isVisible()).toBe(false);
  expect(view.troubles).toEqual([]);
}

test('rejected rows are shown as text; a killed run is no longer connected', async () => {
  await using opened = await openSandbox();
  using space = workspace(9_000);
  const bad = {
    muid: '<b>bad</b>',
    sender: 'nobody',
    receiver: 'ann',
    receiverType: 'user',
    sentAt: 1,
    text: 'x',
  };
  space.write(
    'messages.ndjson',
    `${JSON.stringify(bad)}\n${readFileSync(join(space.folder, 'messages.ndjson'), 'utf8')}`,
  );
  const { child, closed, url } = await startRun(space, opened, FEW);
  for (const colorScheme of ['light', 'dark'] as const) {
    await using narrow = await openView(browser, url, { viewport: { width: 400, height: 800 }, colorScheme });
    await narrow.page.getByText('<b>bad</b>').waitFor();
    expect(await narrow.sideways()).toBe(0);
    expect(await narrow.page.evaluate(accessibility)).toEqual([]);
    expect(narrow.troubles).toEqual([]);
  }
  await using view = await openView(browser, url);
  await view.page.getByText('messages.ndjson:1').waitFor();
  // A limit that is kept to is not exceeded, not even at the beginning.
  const pace = async (): Promise<number> =>
    Number(
      /import requests a minute\s*([\d.]+)\s*of 60/.exec(
        await view.page.locator('#figures').innerText(),
      )?.[1],
    );
  await expect.poll(pace).toBeGreaterThan(0);
  // Answers that a busy machine takes late are counted together; a start that is not smoothed shows twice the limit.
  expect(await pace()).toBeLessThan(70);
  child.kill('SIGKILL');
  await closed;
  await view.page.getByText('No longer connected').waitFor();
  expect(await view.page.getByRole('button').count()).toBe(0);
});

/** The status of a request as any other program or page of this machine could send it. */
async function statusOf(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<number> {
  const sent = request(url, { method, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [Readable & { statusCode: number }];
  answer.destroy();
  return answer.statusCode;
}

test('only who has the token gets anything, and only the page itself may pause', async () => {
  await using opened = await openSandbox();
  using space = workspace(9_000);
  const { child, closed, url } = await startRun(space, opened, FEW);
  const { origin } = new URL(url);
  for (const path of [
    '/',
    '/run/main.js',
    '/events',
    `/${'0'.repeat(40)}/`,
    `${new URL(url).pathname.slice(0, -1)}`,
  ])
    expect([path, await statusOf(origin + path)]).toEqual([path, 404]);
  expect(await statusOf(`${origin}/${'0'.repeat(40)}/pause`, 'POST', { origin })).toBe(404);
  for (const path of ['', 'run/main.js', 'css/base.css', 'events'])
    expect(await statusOf(url + path)).toBe(200);
  for (const path of ['../page-server.ts', '%2e%2e/page-server.ts', 'css', 'nothing.js'])
    expect(await statusOf(url + path)).toBe(404);
  // A name of somebody else that leads to this machine.
  expect(await statusOf(url, 'GET', { host: 'rebound.example' })).toBe(403);
  expect(await statusOf(url, 'GET', { host: `localhost:${new URL(url).port}` })).toBe(403);
  expect(await statusOf(`${url}pause`, 'POST')).toBe(403);
  expect(await statusOf(`${url}pause`, 'POST', { origin: 'https://other.example' })).toBe(403);
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const status = await statusOf(`${url}pause`, method, { origin });
    expect([method, status]).toEqual([method, method === 'GET' ? 404 : 405]);
  }
  expect(await statusOf(`${url}run/main.js`, 'POST', { origin })).toBe(405);
  expect((await fetch(url)).headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
  );
  expect(await statusOf(`${url}pause`, 'POST', { origin })).toBe(204);
  // A paused run ends when it is told to, with its state saved.
  await sleep(1_000);
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
});
