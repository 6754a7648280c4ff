import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageLines, workspace } from '../e2e/workspace.ts';
import { importRows, message, openSandbox, temporaryFolder, users } from '../sandbox/sandbox-client.ts';
import { startGate } from '../support/services/gate.ts';
import { migrate } from './migrated.ts';
import { openBrowser, openView } from './open-view.ts';
import { go, until } from './page-actions.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test('a conversation of 100,000 messages opens, jumps and scrolls with a bounded page', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const total = 100_000;
  {
    await using first = await openSandbox({ dataFile });
    await importRows(first, 'users', users('ann', 'bob'));
    await importRows(first, 'messages', { n0: message('n0', { data: { text: 'number 0' } }) });
  }
  // Straight into the data file: through the import it would be most of the test's time.
  const db = new DatabaseSync(dataFile);
  db.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${total - 1})
    INSERT INTO messages (id, conversation, sent_at, sender, category, type, data, updated_at)
    SELECT first.id + n, conversation, 1700000000 + n * 60, iif(n % 3, 'ann', 'bob'), 'message', 'text',
      '{"text":"number ' || n || '"}', 1700000000 FROM numbers, (SELECT id, conversation FROM messages) AS first`);
  db.close();
  await using opened = await openSandbox({ dataFile });
  await using view = await openView(browser, opened.sandbox.viewUrl);
  const { page } = view;
  await go(page, '#/c/user_ann_user_bob', '.message');
  const sees = (number: number) =>
    until(
      page,
      `[...document.querySelectorAll('.bubble .text')].some(e => { const b = e.getBoundingClientRect(); return e.textContent === 'number ${number}' && b.top >= 0 && b.bottom <= innerHeight; })`,
    );
  await sees(total - 1);
  await page.getByRole('button', { name: 'First message' }).click();
  await sees(0);
  const date = page.getByLabel('Jump to a date');
  // The field follows a scroll event, which comes after the first picture that shows the message.
  await expect.poll(() => date.inputValue()).toBe('2023-11-14');
  for (let step = 0; step < 12; step++) {
    await page.evaluate("document.querySelector('.feed').scrollTop = 1e9");
    await page.waitForTimeout(60);
    expect(await page.locator('.slot').count()).toBeLessThanOrEqual(300);
  }
  await until(page, "Number(document.querySelector('.slot').dataset.id) > 300");
  const ids = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.slot')].map((slot) => Number(slot.dataset.id))",
  );
  expect(ids).toEqual(ids.map((_, at) => (ids[0] as number) + at));
  await date.fill('2023-12-24');
  await until(page, "document.querySelector('.found .text')");
  const found = (await page.locator('.found .text').textContent()) ?? '';
  expect(new Date((1_700_000_000 + Number(found.slice(7)) * 60) * 1000).toISOString()).toMatch(
    /^2023-12-24T00:00/,
  );
  await page.getByRole('button', { name: 'Last message' }).click();
  await sees(total - 1);
  expect(await view.elements()).toBeLessThan(6000);
  expect(view.troubles).toEqual([]);
});

test('while an import runs the counter goes up and the open conversation follows', async () => {
  await using opened = await openSandbox();
  using files = workspace(0);
  await using view = await openView(browser, opened.sandbox.viewUrl);
  const { page } = view;
  await page.getByText('Nothing yet').waitFor();
  writeFileSync(join(files.folder, 'messages.ndjson'), messageLines(20_000));
  const sources = ['users.csv', 'groups.csv', 'members.csv', 'messages.ndjson']
    .map((name) => `\n  ${name.split('.')[0]}: { path: ${JSON.stringify(join(files.folder, name))} }`)
    .join('');
  await using gate = await startGate(opened.sandbox.baseUrl, '/data_import/messages', 100);
  const migrated = migrate(opened, sources, gate.baseUrl);
  const shown = async (): Promise<number> =>
    Number((await page.locator('#count-messages .count').textContent())?.replaceAll(/\D/g, ''));
  await expect.poll(shown).toBeGreaterThan(0);
  expect(await shown()).toBeLessThan(20_000);
  gate.open();
  await migrated;
  await until(page, "document.querySelector('#count-messages .count').textContent === '20,000'");
  await page.getByRole('option', { name: /Team/ }).waitFor();
  await go(page, '#/c/group_team', '.message');
  await importRows(opened, 'messages', {
    late: message('late', {
      sender: 'cy',
      receiver: 'team',
      receiverType: 'group',
      sentAt: 1_800_000_000,
      data: { text: 'the latest' },
    }),
  });
  await page.locator('.bubble .text', { hasText: 'the latest' }).waitFor();
  expect(view.troubles).toEqual([]);
});
