import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyOf } from '../support/repository.ts';
import type { Entry } from '../support/sandbox-process.ts';
import { counts, one, type RecipeResult, runRecipe, textsOf } from './run-recipe.ts';

/** Runs a recipe as it stands in `samples/recipes/`: without a refused row, and everything is the same afterwards. */
async function recipe(name: string, change?: (folder: string) => Promise<void>): Promise<RecipeResult> {
  await using copy = await copyOf('samples/recipes');
  const folder = join(copy.path, 'samples/recipes', name);
  await change?.(folder);
  const result = await runRecipe(folder, name);
  const { validated, ran, verified } = result;
  expect([validated.exitCode, ran.exitCode, verified.exitCode]).toEqual([0, 0, 0]);
  expect(ran.balanced).toBe(true);
  expect(counts(validated, 'pending')).toEqual(counts(ran, 'created'));
  const landed = counts(ran, 'created').reduce((sum, count) => sum + count);
  expect(verified.verified).toEqual({ same: landed, of: landed });
  for (const { path } of verified.inputs) expect(path).toContain(copy.path);
  return result;
}

test('every recipe has a test here', async () => {
  await using copy = await copyOf('samples/recipes');
  expect((await readdir(join(copy.path, 'samples/recipes'))).sort()).toEqual([
    'discord',
    'gitter',
    'slack',
    'sql-dumps',
  ]);
});

test('gitter: rooms land oldest first, with the people and rooms of their messages', async () => {
  const { ran, content } = await recipe('gitter');
  expect([counts(ran, 'read'), counts(ran, 'created')]).toEqual([
    [6, 3, 9, 19],
    [6, 3, 9, 15],
  ]);
  expect([ran.skipped, ran.warnings]).toEqual([{ 'messages.where': 3, 'messages.duplicate': 1 }, []]);
  expect(textsOf(content, '5455f29069c3965f98c0f83c')).toEqual([
    'Morning! The tide table for **Bergen** is wrong by an hour since Sunday.',
    'Summer time again, I guess.',
    'Not before the 27th of March. Which endpoint?',
    '```js\nfetch("/tides?port=BGO")\n  .then(r => r.json())\n```',
    'Found it: the cache key has no zone in it. 🌊',
    '"It works on my boat", as they say…',
    '潮位のグラフが表示されません。',
    '@tanaka42 clear the cache please, 1.4.2 is out',
  ]);
  expect(textsOf(content, '5455f29099968cdf3470dd52').slice(2)).toEqual([
    'see http://tides.example.org/a\tb for the list',
    'same second, same text',
    'same second, same text',
    'I have a new name, same person.',
  ]);
  expect(one(content.users, 'uid', '531ec280a8401b2c496b6d65')).toMatchObject({ name: 'ben-the-third' });
  expect(content.groups.map(({ name }) => name).sort()).toEqual([
    'OpenTides/Harbour',
    'OpenTides/Lobby',
    'OpenTides/Équipage',
  ]);
});

test('sql-dumps: rooms, direct messages, files and people of four joined tables land', async () => {
  const { ran, content } = await recipe('sql-dumps');
  expect([counts(ran, 'read'), counts(ran, 'created')]).toEqual([
    [7, 7, 18, 20],
    [7, 5, 14, 18],
  ]);
  expect([ran.skipped, ran.kept, ran.warnings]).toEqual([
    { 'groups.where': 2, 'members.where': 4, 'messages.where': 2 },
    { 'messages.parentMuid': 4 },
    ['users.csv: column "email" is not imported'],
  ]);
  const { users, groups, members, messages } = content;
  expect(one(users, 'uid', '4')).toMatchObject({ name: 'Deploy Bot', tags: ['bot'] });
  expect(one(users, 'uid', '77')).toMatchObject({ name: 'Deleted user' });
  expect(one(groups, 'guid', 'room-16')).toMatchObject({ name: 'Relaunch 2024', tags: ['archived'] });
  expect(one(groups, 'guid', 'room-12')).toMatchObject({
    name: 'Untitled chat',
    type: 'private',
    owner: '6',
  });
  const wrote = members.filter(({ guid }) => guid === 'room-10').map(({ uid, scope }) => `${uid} ${scope}`);
  expect(wrote.sort()).toEqual([
    '1 admin',
    '2 participant',
    '3 participant',
    '4 participant',
    '6 participant',
    '77 participant',
  ]);
  expect(one(messages, 'muid', 'message-112')).toMatchObject({
    sender: '2',
    receiver: '1',
    receiverType: 'user',
  });
  expect(one(messages, 'muid', 'message-117')).toMatchObject({
    sender: '3',
    receiver: '6',
    data: { text: 'Schön! Wer ist das?', metadata: { mentions: ['zoe'] } },
  });
  expect(one(messages, 'muid', 'message-106')).toMatchObject({
    receiver: 'room-16',
    data: {
      text: 'New logo, two drafts',
      attachments: [
        { name: 'logo ä.png', mimeType: 'image/png', extension: 'png' },
        { url: 'https://files.example.org/2/logo-dark.pdf', mimeType: 'application/pdf' },
      ],
    },
  });
  expect(one(messages, 'muid', 'message-107')).toMatchObject({ type: 'audio' });
  expect(one(messages, 'muid', 'message-116')).toMatchObject({ type: 'image', sender: '6', receiver: '3' });
  expect(one(messages, 'muid', 'message-103')).toMatchObject({
    data: { metadata: { editedAt: '2024-11-06 13:13:05+00' } },
  });
});

test('discord: channels, groups and direct messages land from documents in the order of time', async () => {
  const { ran, content } = await recipe('discord');
  expect([counts(ran, 'read'), counts(ran, 'created')]).toEqual([
    [5, 4, 7, 16],
    [5, 2, 7, 13],
  ]);
  expect(ran.skipped).toEqual({ 'groups.where': 1, 'groups.duplicate': 1, 'messages.where': 3 });
  const { users, groups, messages } = content;
  expect(textsOf(content, '820000000000000001')).toEqual([
    'Wind is up! Who is at the beach?',
    '行きます！',
    'line one\nline two, "quoted"',
    '**Borkum** 18 kn, gusts 24 kn',
    undefined,
    'Beautiful',
    'Wave',
    'I left, my words stay.',
  ]);
  expect(one(users, 'uid', '810000000000000001')).toMatchObject({
    name: 'Ana 🪁',
    avatar: 'https://cdn.example.org/avatars/1.png',
  });
  expect(groups.map(({ name, type }) => `${name}: ${type}`).sort()).toEqual([
    'Ana, Kenji, Noor: private',
    'general: public',
  ]);
  const direct = messages.filter(({ receiverType }) => receiverType === 'user');
  expect(direct.map(({ sender, receiver }) => `${sender} to ${receiver}`)).toEqual([
    '810000000000000001 to 810000000000000002',
    '810000000000000002 to 810000000000000001',
    '810000000000000001 to 810000000000000002',
  ]);
  const [photo] = messages.filter(({ type }) => type === 'image');
  expect(photo?.['data']).toMatchObject({
    attachments: [{ name: 'sunset kite.jpg', mimeType: 'image/jpeg' }, { name: 'track.gpx' }],
  });
});

describe('slack', () => {
  /** What an export has, and what of it lands. */
  function expectLanded({ ran, content }: RecipeResult): void {
    expect([counts(ran, 'read'), counts(ran, 'created')]).toEqual([
      [6, 6, 13, 17],
      [6, 5, 13, 15],
    ]);
    expect(ran.skipped).toEqual({ 'groups.where': 1, 'messages.where': 2 });
    const { users, groups, messages } = content;
    const names = ['Deleted user', 'Egg timer', 'Old Cook', 'aki 🍜', 'rosa', 'Лев Орлов'];
    expect(users.map(({ name }) => name).sort()).toEqual(names);
    expect(users.filter(({ deactivatedAt }) => deactivatedAt !== undefined)).toMatchObject([
      { name: 'Old Cook' },
    ]);
    expect(groups.map(({ name, type }) => `${name}: ${type}`).sort()).toEqual([
      'Notes: private',
      'budget: private',
      'menu: public',
      'mpdm-rosa--lev--aki-1: private',
      'old-menu: public',
    ]);
    const menu = one(groups, 'name', 'menu');
    const aki = one(users, 'name', 'aki 🍜');
    expect(textsOf(content, String(menu['guid']))).toEqual([
      `**Today**: soup & [bread](https://food.example.org/bread), ask <@uid:${aki['uid']}>`,
      'よし！',
      '3 minutes are over',
      undefined,
      'I was here once',
      'Second helping?',
      'Always',
    ]);
    const rosa = one(users, 'name', 'rosa');
    const lev = one(users, 'name', 'Лев Орлов');
    const direct = messages.filter(({ receiverType }) => receiverType === 'user');
    expect(direct.map(({ sender, receiver, data }) => [sender, receiver, (data as Entry)['text']])).toEqual([
      [rosa['uid'], lev['uid'], 'Can you open tomorrow?'],
      [lev['uid'], rosa['uid'], 'да, конечно'],
    ]);
    expect(textsOf(content, String(one(groups, 'name', 'Notes')['guid']))).toEqual(['buy miso']);
    expect(one(messages, 'type', 'image')['data']).toMatchObject({
      attachments: [{ name: 'ramen shop.jpg' }, { name: 'recipe.pdf', mimeType: 'application/pdf' }],
    });
  }

  test('an export lands from its zip archive', async () => {
    expectLanded(await recipe('slack'));
  });

  test('it lands the same from an unpacked folder', async () => {
    const unpacked = await recipe('slack', async (folder) => {
      const path = join(folder, 'pipeline.yaml');
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll('export.zip!/', 'export/'));
      await rm(join(folder, 'export.zip'));
    });
    expectLanded(unpacked);
  });
});
