import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openManaged, openReceiver, until } from '../sandbox/management/receiver.ts';
import { openBrowser, openView } from './open-view.ts';
import { texts } from './page-actions.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const TEXT = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'x' } };

test('the page shows webhooks and what became of each delivery, and follows it', async () => {
  await using managed = await openManaged();
  let status = 500;
  await using receiver = await openReceiver((_, response) => response.writeHead(status).end());
  await managed.hook('mine', `${receiver.url}/secret-path`, ['message_sent'], { name: '<b>Mine</b>' });
  await managed.post('/messages', TEXT);
  await until(() => receiver.received.length === 1);
  await using view = await openView(browser, managed.sandbox.viewUrl);
  const { page } = view;
  await page.waitForSelector('#webhooks');
  await page.getByRole('button', { name: 'Webhooks' }).click();
  await page.waitForSelector('#deliveries td');
  expect(await page.locator('.card').textContent()).toContain('<b>Mine</b> mine http://127.0.0.1:');
  expect(await page.content()).not.toContain('secret-path');
  const row = await texts(page, '#deliveries tbody tr:first-child td');
  expect(row.slice(1, 5)).toEqual(['message_sent', 'mine', 'failed', '1']);
  expect(row[5]).toMatch(/^status 500, \d+ ms the receiver answered 500$/);
  status = 200;
  await managed.post('/messages', TEXT);
  await page.waitForSelector('#deliveries .state-delivered');
  expect(await page.locator('#deliveries tbody tr').count()).toBe(2);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await view.sideways()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.welcome', { state: 'attached' });
  expect(view.troubles).toEqual([]);
});
