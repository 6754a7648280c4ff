import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Opened } from '../sandbox/sandbox-client.ts';
import { migratedSample } from './migrated.ts';
import { openBrowser, openView } from './open-view.ts';
import { go, texts, until } from './page-actions.ts';

let browser: Browser;
let sample: Opened;

beforeAll(async () => {
  [browser, sample] = await Promise.all([openBrowser(), migratedSample()]);
});
afterAll(async () => {
  await browser?.close();
  await sample?.[Symbol.asyncDispose]();
});

/** The text of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement?.textContent ?? ""');

test('users, groups with members and scopes: what was migrated is there to see', async () => {
  await using view = await openView(browser, sample.sandbox.viewUrl);
  const { page } = view;
  await page.getByRole('tab', { name: 'Users' }).click();
  await page.waitForSelector('.row-title');
  const { json } = await sample.get('/users?withDeactivated=true');
  const names: string[] = json.data.map((user: { name: string }) => user.name);
  expect((await texts(page, '.side .row-title')).slice(0, 10)).toEqual(names.slice(0, 10));
  expect(await page.locator('.side .row').first().getAttribute('aria-setsize')).toBe('20');

  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('option', { name: /General/ }).click();
  await page.waitForSelector('.members .row-title');
  expect(await page.locator('.card').textContent()).toContain('ana-souza');
  const admins = page.locator('.members .row', { has: page.locator('.scope-admin') });
  expect(await admins.allTextContents()).toEqual([expect.stringContaining('Ana Souza')]);
  await page.getByRole('combobox', { name: 'Scope' }).selectOption('admin');
  await until(page, "document.querySelectorAll('.members .row').length === 1");
  expect(await texts(page, '#counts .count')).toEqual(['20', '5', '39', '200', '17']);
  expect(view.troubles).toEqual([]);
});

test('a conversation shows its messages in order, with names, times and days', async () => {
  await using view = await openView(browser, sample.sandbox.viewUrl);
  const { page } = view;
  await go(page, '#/c/group_engineering', '.message');
  await page.getByRole('button', { name: 'First message' }).click();
  const { json } = await sample.get('/groups/engineering/messages');
  type Sent = {
    id: string;
    sentAt: number;
    data: { text?: string; entities: { sender: { entity: { name: string } } } };
  };
  const sent: Sent[] = json.data;
  expect(sent.length).toBeGreaterThan(20);
  const ids = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.slot')].map((slot) => slot.dataset.id)",
  );
  expect(ids).toEqual(sent.map(({ id }) => id));
  const withText = sent.filter(({ data }) => data.text);
  // Code is shown as code, without its backticks.
  const shown = withText.map(({ data }) => data.text?.replaceAll(/\n?```\n?|`/g, ''));
  expect(await texts(page, '.bubble .text')).toEqual(shown);
  expect(await page.locator('.message').first().getAttribute('aria-label')).toContain(
    sent[0]?.data.entities.sender.entity.name,
  );
  const first = page.locator('.message time').first();
  expect(await first.getAttribute('title')).toBe(new Date((sent[0]?.sentAt ?? 0) * 1000).toISOString());
  const days = new Set(sent.map(({ sentAt }) => new Date(sentAt * 1000).toISOString().slice(0, 10)));
  expect(await page.locator('.day').count()).toBe(days.size);
  expect(view.troubles).toEqual([]);
});

test('two people stand left and right, and can change sides', async () => {
  await using view = await openView(browser, sample.sandbox.viewUrl);
  const { page } = view;
  await go(page, '#/c/user_jonas_user_priya?as=jonas', '.message.own');
  const own = () => page.locator('.message.own').first().getAttribute('aria-label');
  expect(await own()).toContain('Jonas');
  await page.getByRole('link', { name: /^Change sides/ }).click();
  await until(page, "!document.querySelector('.message.own')?.ariaLabel.startsWith('Jonas')");
  const link = page.locator('.attachment a').first();
  expect(await link.getAttribute('href')).toBe('https://files.example.com/chat/old-chat.zip');
  expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
    'noopener noreferrer',
    '_blank',
  ]);
  await go(page, '#/c/group_lunch', '.custom');
  expect(await page.locator('.custom').first().textContent()).toContain('250 g flour');
  expect(view.troubles).toEqual([]);
});

test('conversations are listed as clients list them: the newest messages first', async () => {
  await using view = await openView(browser, sample.sandbox.viewUrl);
  const times = async (): Promise<string[]> => {
    await view.page.waitForSelector('.side .row time');
    return view.page.evaluate<string[]>(
      "[...document.querySelectorAll('.side .row')].sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((row) => row.querySelector('time').dateTime)",
    );
  };
  const all = await times();
  expect(all.length).toBeGreaterThan(10);
  expect(all).toEqual(all.toSorted().reverse());
  await view.page.keyboard.press('/');
  await view.page.keyboard.type('g');
  await until(view.page, "document.querySelector('.side .row')?.ariaSetSize !== '17'");
  const found = await times();
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(found.toSorted().reverse());
});

test('a search finds people, groups and conversations by how they begin', async () => {
  await using view = await openView(browser, sample.sandbox.viewUrl);
  const { page } = view;
  await page.waitForSelector('.row-title');
  await page.keyboard.press('/');
  await page.keyboard.type('Ana');
  await until(page, "document.querySelectorAll('.side .row').length === 1");
  expect(await texts(page, '.side .row-title')).toEqual([expect.stringContaining('Ana Souza')]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.message');
  await page.keyboard.press('/');
  await page.keyboard.type('nobody at all');
  await page.getByText('Nothing begins with').waitFor();
  expect(view.troubles).toEqual([]);
});

test('the keyboard alone reaches everything', async () => {
  await using view = await openView(browser, sample.sandbox.viewUrl);
  const { page } = view;
  await page.waitForSelector('.row-title');
  await page.keyboard.press('?');
  expect(await page.locator('dialog[open]').textContent()).toContain('Keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const active = await page.locator('.side .list').getAttribute('aria-activedescendant');
  const title = await page.locator(`#${active} .row-title`).textContent();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.message');
  expect(await page.locator('.side .row[aria-selected=true] .row-title').textContent()).toBe(title);
  await page.keyboard.press('l');
  const last = await focused(page);
  await page.keyboard.press('k');
  expect(await focused(page)).not.toBe(last);
  await page.keyboard.press('j');
  expect(await focused(page)).toBe(last);
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.panel .facts');
  await page.keyboard.press('Escape');
  expect(await page.locator('.panel').isHidden()).toBe(true);
  expect(await focused(page)).toBe(last);
  await page.keyboard.press('Home');
  await page.keyboard.press('3');
  await page.getByRole('tab', { name: 'Users', selected: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('See what has arrived').waitFor();
  for (const stop of ['search', 'tab-users']) {
    await page.evaluate("document.querySelector('.brand').focus()");
    for (let tabs = 0; tabs < 8 && (await page.evaluate('document.activeElement.id')) !== stop; tabs++)
      await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe(stop);
  }
  expect(view.troubles).toEqual([]);
});

test.each([380, 1400])(
  '%d pixels wide, light and dark: no sideways scrolling, and colours that differ',
  async (width) => {
    const colours: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await using view = await openView(browser, sample.sandbox.viewUrl, {
        viewport: { width, height: 780 },
        colorScheme,
      });
      const { page } = view;
      await page.waitForSelector('.row-title');
      for (const [hash, shows] of [
        ['#/', '.row-title'],
        ['#/c/group_general', '.message'],
        ['#/u/ana-souza', '.facts'],
        ['#/g/ops-night', '.facts'],
      ] as const) {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        await page.locator(shows).first().waitFor();
        expect([hash, await view.sideways()]).toEqual([hash, 0]);
      }
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      colours.push(await background());
      await page.keyboard.press('t');
      await page.keyboard.press('t');
      const dark = await background();
      expect(dark === colours.at(-1)).toBe(colorScheme === 'dark');
      expect(view.troubles).toEqual([]);
    }
    expect(colours[0]).not.toEqual(colours[1]);
  },
);
