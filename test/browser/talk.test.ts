import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Opened, openPopulated } from '../sandbox/sandbox-client.ts';
import { openBrowser, openView, type Watched } from './open-view.ts';

let browser: Browser;
let opened: Opened;

beforeAll(async () => {
  [browser, opened] = await Promise.all([openBrowser(), openPopulated()]);
});
afterAll(async () => {
  await browser?.close();
  await opened?.[Symbol.asyncDispose]();
});

const PEOPLE = { ann: 'Ann Abel', bob: 'Bob Bauer' } as const;
type Uid = keyof typeof PEOPLE;
const entity = (uid: Uid) => ({ entity: { uid, name: PEOPLE[uid] }, entityType: 'user' });

/** A message of ann and bob in the shape that the API documents. */
function shaped(
  id: number,
  sender: Uid,
  over: Record<string, unknown> = {},
  data: Record<string, unknown> = {},
) {
  const receiver = sender === 'ann' ? 'bob' : 'ann';
  return {
    id: String(id),
    conversationId: 'user_ann_user_bob',
    sender,
    receiver,
    receiverType: 'user',
    category: 'message',
    type: 'text',
    sentAt: 1_700_000_000 + id * 60,
    updatedAt: 1_700_000_000,
    data: {
      text: `text ${id}`,
      entities: { sender: entity(sender), receiver: entity(receiver) },
      ...data,
    },
    ...over,
  };
}

const MESSAGES = [
  shaped(
    1,
    'ann',
    { replyCount: 2 },
    { text: 'Shall we? <@uid:bob>', mentions: { bob: { uid: 'bob', name: 'Bob Bauer' } } },
  ),
  shaped(
    2,
    'bob',
    { editedAt: 1_700_000_500, editedBy: 'bob' },
    {
      reactions: [
        { reaction: '👍', count: 2, reactedByMe: true },
        { reaction: '🎉', count: 1 },
      ],
    },
  ),
  shaped(3, 'ann', { deletedAt: 1_700_000_600, deletedBy: 'ann' }),
  shaped(
    4,
    'bob',
    { tags: ['decision'], readAt: 1_700_000_700 },
    { metadata: { ticket: { nr: 7 } }, text: 'see https://example.com/a?b=1, please' },
  ),
  shaped(
    5,
    'ann',
    { category: 'action', type: 'message' },
    { action: 'edited', entities: { by: entity('bob'), on: { entity: { id: '2' }, entityType: 'message' } } },
  ),
  shaped(
    6,
    'bob',
    { category: 'action', type: 'groupMember' },
    { action: 'added', entities: { by: entity('ann'), on: entity('bob') } },
  ),
];

const REPLIES = [
  shaped(11, 'bob', { parentId: 1 }, { text: 'Yes' }),
  shaped(12, 'ann', { parentId: 1 }, { text: 'Good' }),
];
const REACTIONS = [
  {
    id: '1',
    messageId: '2',
    reaction: '👍',
    uid: 'ann',
    reactedAt: 1_700_000_800,
    reactedBy: { uid: 'ann', name: 'Ann Abel' },
  },
  {
    id: '2',
    messageId: '2',
    reaction: '👍',
    uid: 'bob',
    reactedAt: 1_700_000_900,
    reactedBy: { uid: 'bob', name: 'Bob Bauer' },
  },
];

/** Opens the conversation, with the API's answers as documented. */
async function openTalk(): Promise<Watched> {
  const view = await openView(browser, opened.sandbox.viewUrl);
  const answer = (data: unknown) => ({ json: { data, meta: {} } });
  await view.page.route('**/v3/messages?*', (route) => route.fulfill(answer(MESSAGES)));
  await view.page.route('**/v3/messages/1/thread?*', (route) => route.fulfill(answer(REPLIES)));
  await view.page.route('**/v3/messages/2/reactions/*', (route) => route.fulfill(answer(REACTIONS)));
  await view.page.evaluate("location.hash = '#/c/user_ann_user_bob'");
  await view.page.waitForSelector('.message');
  return view;
}

const bubble = (page: Page, id: number) => page.locator(`.content .slot[data-id="${id}"]`);

test('a thread shows how many replies it has, and opens beside the conversation', async () => {
  await using view = await openTalk();
  const { page } = view;
  const replies = bubble(page, 1).getByRole('button', { name: '2 replies' });
  await replies.click();
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

test('reactions show their count; who gave them is told on hover, on focus and in the panel', async () => {
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
  expect(await bubble(page, 2).locator('.edited').getAttribute('title')).toBe(
    '2023-11-14T22:21:40.000Z by bob',
  );
  expect(await bubble(page, 3).textContent()).toMatch(/Deleted by ann/);
  expect(await bubble(page, 3).locator('.struck').textContent()).toBe('text 3');
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

test('what was done to messages and members is told between the messages', async () => {
  await using view = await openTalk();
  const { page } = view;
  expect(await page.locator('.notice').allTextContents()).toEqual([
    expect.stringMatching(/^Bob Bauer edited a message/),
    expect.stringMatching(/^Ann Abel added Bob Bauer/),
  ]);
  await page.getByRole('button', { name: 'show it' }).click();
  await page.waitForSelector('.slot[data-id="2"].found');
  expect(view.troubles).toEqual([]);
});
