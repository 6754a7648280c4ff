import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRows, message, type Opened, openPopulated, openSandbox } from '../sandbox/sandbox-client.ts';
import { openBrowser, openView, type Watched } from './open-view.ts';

let browser: Browser;
let opened: Opened;
/** The ids of the imported messages, in their order, from 1 on. */
let ids: string[];

const THUMB = encodeURIComponent('👍');

beforeAll(async () => {
  [browser, opened] = await Promise.all([openBrowser(), openSandbox()]);
  await importRows(opened, 'users', {
    ann: { uid: 'ann', name: 'Ann Abel' },
    bob: { uid: 'bob', name: 'Bob Bauer' },
  });
  await importRows(opened, 'groups', { team: { guid: 'team', name: 'Team', type: 'public', owner: 'ann' } });
  await importRows(opened, 'members', {
    team_member_ann: {
      memberId: 'team_member_ann',
      guid: 'team',
      uid: 'ann',
      scope: 'admin',
      joinedAt: 1_600_000_000,
    },
  });
  const said = (at: number, text: string, over: Record<string, unknown> = {}) =>
    message(`m${at}`, {
      ...(at % 2 === 0 && { sender: 'bob', receiver: 'ann' }),
      sentAt: 1_700_000_000 + at * 60,
      data: { text },
      ...over,
    });
  await importRows(opened, 'messages', {
    m1: said(1, 'Shall we? <@uid:bob>'),
    m2: said(2, 'text 2'),
    m3: said(3, 'text 3'),
    m4: said(4, '', {
      data: { text: 'see https://example.com/a?b=1, please', metadata: { ticket: { nr: 7 } } },
      tags: ['decision'],
      readAt: 1_700_000_700,
    }),
  });
  const { json } = await opened.get('/messages?conversationId=user_ann_user_bob');
  ids = ['', ...json.data.map(({ id }: { id: string }) => id)];
  for (const [uid, text] of [
    ['bob', 'Yes'],
    ['ann', 'Good'],
  ] as const)
    await opened.post(`/messages/${ids[1]}/thread`, { data: { text } }, { as: uid });
  for (const uid of ['ann', 'bob'])
    await opened.post(`/messages/${ids[2]}/reactions/${THUMB}`, undefined, { as: uid });
  await opened.put(`/messages/${ids[2]}`, { data: { text: 'text 2, mended' } }, { as: 'bob' });
  await opened.remove(`/messages/${ids[3]}`, { as: 'ann' });
  await opened.post('/groups/team/members', { participants: ['bob'] }, { as: 'ann' });
});
afterAll(async () => {
  await browser?.close();
  await opened?.[Symbol.asyncDispose]();
});

async function openTalk(conversation = 'user_ann_user_bob'): Promise<Watched> {
  const view = await openView(browser, opened.sandbox.viewUrl);
  await view.page.evaluate(`location.hash = '#/c/${conversation}'`);
  await view.page.waitForSelector('article');
  return view;
}

const bubble = (page: Page, at: number) => page.locator(`.content .slot[data-id="${ids[at]}"]`);

test('a thread shows how many replies it has, and opens beside the conversation', async () => {
  await using view = await openTalk();
  const { page } = view;
  // A reply stands in its thread alone.
  expect(await page.locator('.content .text', { hasText: 'Good' }).count()).toBe(0);
  await bubble(page, 1).getByRole('button', { name: '2 replies' }).click();
  await page.waitForSelector('.panel .thread:nth-of-type(2) .text');
  expect(await page.locator('.panel .text').allTextContents()).toEqual([
    'Shall we? @Bob Bauer',
    'Yes',
    'Good',
  ]);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Thread');
  await page.keyboard.press('Escape');
  expect(await page.locator('.panel').isHidden()).toBe(true);
  expect(await page.evaluate('document.activeElement.className')).toBe('replies');
  expect(view.troubles).toEqual([]);
});

test('reactions show their count; who gave them is shown on hover, on focus and in the panel', async () => {
  await using view = await openTalk();
  const { page } = view;
  const chip = bubble(page, 2).getByRole('button', { name: '👍: 2 reactions' });
  await chip.hover();
  const tooltip = page.getByRole('tooltip');
  await tooltip.filter({ hasText: 'Ann Abel' }).waitFor();
  expect((await tooltip.textContent())?.replaceAll(/[\u2068\u2069]/g, '')).toBe('👍 Ann Abel, Bob Bauer');
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: 'hidden' });
  await chip.focus();
  await tooltip.filter({ hasText: 'Bob Bauer' }).waitFor();
  await chip.press('Enter');
  await page.waitForSelector('.panel li');
  expect(await page.locator('.panel li a').allTextContents()).toEqual(['Ann Abel', 'Bob Bauer']);
  expect(view.troubles).toEqual([]);
});

test('edited, deleted, read, tagged: every mark can be seen, and metadata on demand', async () => {
  await using view = await openTalk();
  const { page } = view;
  expect(await bubble(page, 2).locator('.text').textContent()).toBe('text 2, mended');
  expect(await bubble(page, 2).locator('.edited').getAttribute('title')).toMatch(/^20\S+Z by bob$/);
  expect(await bubble(page, 3).textContent()).toMatch(/Deleted by ann/);
  expect(await bubble(page, 4).locator('.tag').textContent()).toBe('decision');
  expect(await bubble(page, 4).getByRole('img', { name: 'read' }).textContent()).toBe('✓✓');
  const link = bubble(page, 4).locator('.text a');
  expect([await link.textContent(), await link.getAttribute('rel')]).toEqual([
    'https://example.com/a?b=1',
    'noopener noreferrer',
  ]);
  await bubble(page, 4).getByRole('button', { name: 'Details of the message' }).click();
  await page.waitForSelector('.panel .structure');
  expect(await page.locator('.panel .structure').first().textContent()).toBe('ticketnr7');
  expect(view.troubles).toEqual([]);
});

test('what happened to messages and members is shown between the messages', async () => {
  await using view = await openTalk();
  const { page } = view;
  expect(await page.locator('.notice').allTextContents()).toEqual([
    expect.stringMatching(/^Bob Bauer edited a message/),
    expect.stringMatching(/^Ann Abel deleted a message/),
  ]);
  await page.getByRole('button', { name: 'show it' }).first().click();
  await page.waitForSelector(`.slot[data-id="${ids[2]}"].found`);
  await using group = await openTalk('group_team');
  expect(await group.page.locator('.notice').textContent()).toMatch(/^Ann Abel added Bob Bauer/);
  expect([...view.troubles, ...group.troubles]).toEqual([]);
});

test('an open conversation shows what is done to its messages', async () => {
  await using view = await openTalk();
  const { page } = view;
  await opened.put(`/messages/${ids[1]}`, { data: { text: 'mended while it was read' } }, { as: 'ann' });
  await bubble(page, 1).locator('.text', { hasText: 'mended while it was read' }).waitFor();
  await opened.post(`/messages/${ids[4]}/reactions/${THUMB}`, undefined, { as: 'ann' });
  // Nothing new arrives with a reaction, so it is seen when somebody asks.
  await page.keyboard.press('r');
  await bubble(page, 4).getByRole('button', { name: '👍: 1 reaction' }).waitFor();
  expect(view.troubles).toEqual([]);
});

test('a search in the text of messages leads to the message', async () => {
  await using view = await openTalk('group_team');
  const { page } = view;
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('please');
  await page.getByRole('option').first().waitFor();
  expect(await page.locator('.side .row').count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`.slot[data-id="${ids[4]}"].found`);
  expect(view.troubles).toEqual([]);
});

test('a message that a rule has judged shows what came of it, and which rule it breaks', async () => {
  await using own = await openPopulated();
  const words = { operand: 'text', operator: 'contains', category: 'word', value: ['darn'] };
  await own.post('/moderation/rules', { id: 'polite', name: 'Be <b>polite</b>', conditions: [words] });
  for (const text of ['how nice', 'oh darn']) {
    const body = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text } };
    await own.post('/messages', body, { as: 'ann' });
  }
  await using view = await openView(browser, own.sandbox.viewUrl);
  await view.page.evaluate("location.hash = '#/c/user_ann_user_bob'");
  await view.page.waitForSelector('.moderation');
  expect(await view.page.locator('.moderation').allTextContents()).toEqual(['approved', 'blocked']);
  expect(await view.page.locator('.moderation.blocked').getAttribute('title')).toBe(
    'moderation: disapproved by the rule Be <b>polite</b>',
  );
  expect(view.troubles).toEqual([]);
});
