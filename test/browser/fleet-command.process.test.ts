import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cli } from '../e2e/cli-process.ts';
import { type Workspace, workspace } from '../e2e/workspace.ts';
import { startSandboxHere } from '../support/cli-here.ts';
import { startCli } from '../support/cli-process.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { openBrowser, openView } from './open-view.ts';

let browser: Browser;
let postgres: PostgresServer;

beforeAll(async () => {
  [browser, postgres] = await Promise.all([openBrowser(), startPostgres()]);
});
afterAll(async () => {
  await browser?.close();
  await postgres?.[Symbol.asyncDispose]();
});

/** A command in the foreground that is ended with the test. */
function started(args: readonly string[], queue: string) {
  const child = startCli(args, { ...process.env, CHATFERRY_QUEUE: queue });
  const closed = once(child, 'close') as Promise<[number | null]>;
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += String(chunk);
  });
  const end = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return (await closed)[0];
  };
  return { child, end, said: () => err, [Symbol.asyncDispose]: async () => void (await end()) };
}

async function firstLine(stdout: Readable): Promise<string> {
  const [chunk] = (await once(stdout, 'data')) as [Buffer];
  stdout.resume();
  return String(chunk);
}

/** A pipeline in a folder of its own. */
function app(space: Workspace, name: string, baseUrl: string, keyFile: string): string {
  const folder = join(space.folder, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'users.csv'), 'uid,name\nann,Ann\nben,Ben\nc d,Cid\n');
  const file = join(folder, 'pipeline.yaml');
  writeFileSync(
    file,
    `version: 1\nname: ${name}\ntarget: { baseUrl: "${baseUrl}", apiKey: { file: "${keyFile}" } }\nsources: { users: { path: users.csv } }\nsync: {}\n`,
  );
  return file;
}

test('what a worker does with two pipelines is seen; the password of the queue is not', async () => {
  using space = workspace(1);
  const queue = await postgres.database();
  await using sandbox = await startSandboxHere(space.folder);
  const config = space.write(
    'worker.yaml',
    `version: 1\npipelines: [.]\nkeys: [{ file: "${sandbox.keyFile}", host: 127.0.0.1 }]\n`,
  );
  const files = [
    app(space, 'harbour', sandbox.baseUrl, sandbox.keyFile),
    app(space, 'orchard', sandbox.baseUrl, join(space.folder, 'other-key')),
  ];
  await using dashboard = started(['fleet', 'dashboard'], queue);
  const url = /^dashboard {2}(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{40}\/)\n$/.exec(
    await firstLine(dashboard.child.stdout),
  )?.[1];
  await using view = await openView(browser, url as string);
  const { page } = view;
  await page.getByText('The queue has no pipelines.').waitFor();
  await page.getByText('No worker is running').waitFor();

  expect((await cli(['fleet', 'submit', ...files], { CHATFERRY_QUEUE: queue })).code).toBe(0);
  await page.getByText('waiting', { exact: true }).first().waitFor();
  await using _worker = started(['fleet', 'work', '--config', config], queue);
  await page.getByRole('heading', { name: '1 of 2 failed' }).waitFor();
  await page.getByText('1 rejected').first().waitFor();
  const rows = await page.locator('#pipelines tbody tr').allInnerTexts();
  expect(rows[0]).toMatch(/^orchard\n.*\/orchard\s+failed\s+exit 10\s+FLEET\.KEY_REFUSED /);
  expect(rows[1]).toMatch(/^harbour\n.*\/harbour\s+ended\s+1 rejected\s[\s\S]*\t2\t–\t–\t1\t$/);
  expect(rows[1]).toMatch(/\sID\.INVALID 1 row\s+→ /);
  expect(await page.locator('#workers').innerText()).toMatch(/-\d+ idle/);
  expect(await page.locator('#queue').textContent()).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/test_\d+$/);
  const { password } = new URL(queue);
  expect(await page.content()).not.toContain(password);
  const stream = await fetch(`${url}events`);
  const { value } = await (stream.body as ReadableStream<Uint8Array>).getReader().read();
  expect(new TextDecoder().decode(value)).toContain('harbour');
  expect(new TextDecoder().decode(value)).not.toContain(password);

  await postgres.stop();
  await page.getByText('Nothing new since').waitFor();
  await postgres.start();
  await expect.poll(() => page.locator('#banner').isVisible()).toBe(false);
  expect(view.troubles).toEqual([]);
  expect(await dashboard.end()).toBe(0);
});

test('an address that others reach is warned of; what is no address is refused', async () => {
  const queue = await postgres.database();
  await using open = started(['fleet', 'dashboard', '--host', '0.0.0.0', '--json'], queue);
  const { url, command } = JSON.parse(await firstLine(open.child.stdout)) as { url: string; command: string };
  expect([command, new URL(url).hostname]).toEqual(['fleet dashboard', '127.0.0.1']);
  expect((await fetch(url)).status).toBe(200);
  await expect.poll(open.said).toMatch(/^! other machines can reach this page over plain http/);
  const { port } = new URL(url);
  for (const [args, said] of [
    [['--host', ''], '--host expects a name or address'],
    [['--host', 'http://x/'], '--host expects a name or address'],
    [['--port', '70000'], '--port expects a whole number'],
    [['--host', '127.0.0.1', '--port', port], 'the page cannot listen on 127.0.0.1'],
  ] as const) {
    const { code, err } = await cli(['fleet', 'dashboard', ...args], { CHATFERRY_QUEUE: queue });
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  }
});
