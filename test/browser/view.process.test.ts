import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageLines, workspace } from '../e2e/workspace.ts';
import {
  importRows,
  message,
  type Opened,
  openPopulated,
  openSandbox,
  temporaryFolder,
  users,
} from '../sandbox/sandbox-client.ts';
import { migrate, migratedSample } from './migrated.ts';
import { openBrowser, openView } from './open-view.ts';

let browser: Browser;
let sample: Opened;

beforeAll(async () => {
  [browser, sample] = await Promise.all([openBrowser(), migratedSample()]);
});
afterAll(async () => {
  await browser?.close();
  await sample?.[Symbol.asyncDispose]();
});

/** Goes to a place of the page by its address. */
const go = async (page: Page, hash: string, shows: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForSelector(shows);
};
/** Waits until an expression is true in the page, whose policy forbids the usual way of waiting. */
const until = (page: Page, expression: string): Promise<void> =>
  expect.poll(() => page.evaluate(expression), { timeout: 20_000, message: expression }).toBeTruthy();
const texts = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allTextContents();
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
  expect(await texts(page, '.bubble .text')).toEqual(withText.map(({ data }) => data.text));
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

const HOSTILE = [
  '<img src=x onerror="document.title=1;alert(1)">',
  '</script><script>alert(2)</script>',
  '"><svg/onload=alert(3)>',
  '\u202eright to left override',
  '__proto__',
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
  expect(await date.inputValue()).toBe('2023-11-14');
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
  const seen = new Set<number>();
  let done = false;
  const watch = (async () => {
    while (!done) {
      seen.add(Number((await page.locator('#count-messages .count').textContent())?.replaceAll(/\D/g, '')));
      await page.waitForTimeout(200);
    }
  })();
  await migrate(opened, sources);
  done = true;
  await watch;
  await until(page, "document.querySelector('#count-messages .count').textContent === '20,000'");
  expect([...seen].filter((count) => count > 0 && count < 20_000).length).toBeGreaterThan(0);
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
