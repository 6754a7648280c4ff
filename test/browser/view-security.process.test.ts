import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRows, message, openPopulated, openSandbox } from '../sandbox/sandbox-client.ts';
import { openBrowser, openView } from './open-view.ts';
import { go, texts, until } from './page-actions.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const HOSTILE = [
  '<img src=x onerror="document.title=1;alert(1)">',
  '</script><script>alert(2)</script>',
  '"><svg/onload=alert(3)>',
  '\u202eright to left override',
  '__proto__x',
  '{{constructor.constructor("alert(4)")()}}',
  '\u0000\u0007\u001b[31mcontrol\u007f',
  `${'W'.repeat(9_000)}`,
  '\u200b\u200d\ufeffzero width',
  'مرحبا بالعالم',
];

test('hostile text is text: nothing runs, nothing leaves the machine, nothing breaks the layout', async () => {
  await using opened = await openSandbox();
  await importRows(opened, 'users', {
    ann: {
      uid: 'ann',
      name: HOSTILE[0],
      avatar: 'https://tracker.example/a.png',
      metadata: { '<b>x</b>': HOSTILE[1] },
      tags: [HOSTILE[2]],
    },
    __proto__x: { uid: '__proto__x', name: '\u202eevil' },
    constructor: { uid: 'constructor', name: HOSTILE[1] },
  });
  await importRows(opened, 'groups', {
    g: { guid: 'g', name: HOSTILE[2], type: 'public', icon: 'https://tracker.example/g.png' },
  });
  const attachments = [
    { url: 'javascript:alert(5)', name: HOSTILE[0], mimeType: 'text/html', extension: 'html' },
    { url: 'https://files.example/x', name: '\u202efdp.exe', mimeType: HOSTILE[2], extension: 'pdf' },
  ];
  const rows = HOSTILE.map((text, at) =>
    message(`m${at}`, {
      sender: at % 2 ? 'ann' : 'constructor',
      receiver: 'g',
      receiverType: 'group',
      sentAt: 1_700_000_000 + at,
      data: { text, attachments, metadata: { text: text.slice(0, 50) } },
      tags: [text.slice(0, 40) || 't'],
    }),
  );
  rows.push(
    message('c', {
      receiver: 'g',
      receiverType: 'group',
      sentAt: 1_700_000_100,
      category: 'custom',
      type: '<script>alert(6)</script>',
      data: { customData: { '<img src=x onerror=alert(7)>': HOSTILE } },
    }),
  );
  const imported = await importRows(
    opened,
    'messages',
    Object.fromEntries(rows.map((row) => [row['muid'], row])),
  );
  expect(Object.values<{ success: boolean }>(imported.json.data).filter((row) => !row.success)).toEqual([]);
  for (const width of [380, 1400]) {
    await using view = await openView(browser, opened.sandbox.viewUrl, { viewport: { width, height: 800 } });
    const { page } = view;
    await page.waitForSelector('.row-title');
    expect(await view.sideways()).toBe(0);
    await go(page, '#/c/group_g', '.custom');
    const shown = await texts(page, '.bubble .text');
    expect(shown.slice(0, 6)).toEqual(HOSTILE.slice(0, 6));
    expect(shown[6]).toBe('\u2400\u2407\u241b[31mcontrol\u2421');
    expect(await page.locator('.content img, .content script, .content svg:not(.icon)').count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await view.sideways()).toBe(0);
    const widest = await page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('.feed :not(.sender *)')].map(e => e.getBoundingClientRect().right))",
    );
    expect(widest).toBeLessThanOrEqual(width);
    await page.locator('.message .more').first().click();
    await page.locator('.panel summary', { hasText: 'JSON' }).click();
    expect(await view.sideways()).toBe(0);
    await go(page, '#/u/ann', '.facts');
    await page.locator('.card summary').click();
    expect(await view.sideways()).toBe(0);
    expect(await page.title()).toBe('chatferry sandbox');
    expect(view.troubles).toEqual([]);
  }
});

test('without a token the page says where it stands; a wrong one is refused; the address keeps none', async () => {
  await using opened = await openPopulated();
  const { origin } = new URL(opened.sandbox.viewUrl);
  await using view = await openView(browser, `${origin}/`);
  const { page } = view;
  const field = page.getByLabel('View token, or the whole address');
  await field.waitFor();
  expect(await page.locator('#token-where').textContent()).toMatch(/web view.*view-token/);
  await field.fill('nonsense');
  await field.press('Enter');
  await page.getByText('This is not a view token').waitFor();
  await field.fill('0'.repeat(40));
  await field.press('Enter');
  await page.getByText('does not take this token').waitFor();
  expect(await page.locator('.row').count()).toBe(0);
  // What the browser itself notes of the refusals.
  expect(view.troubles.filter((trouble) => !/status of 401/.test(trouble))).toEqual([]);
  await page.getByLabel('View token, or the whole address').fill(opened.sandbox.viewUrl);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('tab', { name: 'Users' }).waitFor();
  await page.goto(opened.sandbox.viewUrl);
  await until(page, "document.querySelector('#count-users .count')?.textContent === '3'");
  expect(page.url()).toBe(`${origin}/`);
  await page.reload();
  await until(page, "document.querySelector('#count-users .count')?.textContent === '3'");
});
