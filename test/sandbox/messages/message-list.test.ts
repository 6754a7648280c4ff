import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { importRows, type Json, message, type Opened, openPopulated } from '../sandbox-client.ts';

const muids = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.muid).join(' ');

const attachment = (mimeType: string) => ({
  url: 'https://example.com/f',
  name: 'f',
  mimeType,
  extension: 'x',
});

/** One message of each kind that a filter can tell, a second apart. */
async function openMixed(): Promise<Opened> {
  const opened = await openPopulated();
  const rows: Record<string, Record<string, unknown>> = {
    plain: { data: { text: 'Hello World 100%_' } },
    link: { data: { text: 'see https://example.com' }, tags: ['a', 'b'] },
    mention: { data: { text: 'hi <@uid:Bob> and <@uid:nobody>' }, tags: ['b'] },
    accents: { data: { text: 'ÜBERFÄLLIG Привет' }, sender: 'bob', receiver: 'ann' },
    image: { type: 'image', data: { attachments: [attachment('image/png')] } },
    pdf: { type: 'file', data: { attachments: [attachment('application/pdf'), attachment('audio/ogg')] } },
  };
  const entries = Object.entries(rows).map(([muid, over], index) => [
    muid,
    message(muid, { sentAt: 1_700_000_000 + index, ...over }),
  ]);
  await importRows(opened, 'messages', Object.fromEntries(entries));
  return opened;
}

test('lists are searched without regard to case, in every script', async () => {
  await using opened = await openMixed();
  const search = async (key: string) =>
    muids(await opened.get(`/messages?searchKey=${encodeURIComponent(key)}`));
  expect(await search('hello world')).toBe('plain');
  expect(await search('HELLO')).toBe('plain');
  expect(await search('0%_')).toBe('plain');
  expect(await search('%')).toBe('plain');
  expect(await search('\\')).toBe('');
  expect(await search('überfällig')).toBe('accents');
  expect(await search('ПРИВЕТ')).toBe('accents');
  expect(await search('example.com/f')).toBe('');
  expect(await search('text')).toBe('');
});

test('lists filter by links, mentions, attachments, tags and reactions', async () => {
  await using opened = await openMixed();
  const list = async (query: string) => muids(await opened.get(`/messages?${query}`));
  expect(await list('hasLinks=true')).toBe('link');
  expect(await list('hasMentions=true')).toBe('mention');
  expect(await list('mentionedUids=bob')).toBe('mention');
  expect(await list('mentionedUids=ann,BOB')).toBe('mention');
  expect(await list('mentionedUids=cid')).toBe('');
  expect(await list('hasAttachments=true')).toBe('image pdf');
  expect(await list('attachmentTypes=image')).toBe('image');
  expect(await list('attachmentTypes=audio,image')).toBe('image pdf');
  expect(await list('attachmentTypes=file')).toBe('pdf');
  expect(await list('tags=a')).toBe('link');
  expect(await list('tags=a,b')).toBe('link mention');
  expect(await list('tags=__proto__')).toBe('');
  await opened.post('/messages/1/reactions/x', undefined, { as: 'ann' });
  expect(await list('hasReactions=true')).toBe('plain');
  for (const bad of ['attachmentTypes=word', 'hasLinks=maybe', 'limit=0', 'id=x', 'sentAt=-1', 'count=2']) {
    const answer = await opened.get(`/messages?${bad}`);
    expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, [bad.split('=')[0]]]);
  }
});

test('tags stand in a list only when asked for, and in a single message', async () => {
  await using opened = await openMixed();
  const tags = async (query: string) => (await opened.get(`/messages?tags=a${query}`)).json.data[0].tags;
  expect(await tags('')).toBeUndefined();
  expect(await tags('&withTags=true')).toEqual(['a', 'b']);
  expect((await opened.get('/messages/2')).json.data.tags).toEqual(['a', 'b']);
});

test('mentioned users stand in the data, with tags and blocks where asked for', async () => {
  await using opened = await openMixed();
  await opened.put('/users/bob', { tags: ['vip'] });
  await opened.post('/users/bob/blockedusers', { blockedUids: ['ann'] });
  const mentions = async (query: string, as?: string) =>
    (await opened.get(`/messages?hasMentions=true${query}`, as ? { as } : {})).json.data[0].data.mentions;
  const createdAt = expect.any(Number);
  const bob = { uid: 'bob', name: 'Name of bob', status: 'offline', role: 'default', createdAt };
  expect(await mentions('')).toEqual({ bob });
  expect(await mentions('&mentionsWithTagInfo=true')).toEqual({ bob: { ...bob, tags: ['vip'] } });
  expect(await mentions('&mentionsWithBlockedInfo=true', 'ann')).toEqual({
    bob: { ...bob, blockedByMe: false, hasBlockedMe: true },
  });
});

test('own members of the data never stand there twice', async () => {
  await using opened = await openPopulated();
  const data = { text: '<@uid:ann>', mentions: 'mine', reactions: 'mine', entities: 'mine' };
  const sent = await opened.post('/messages', { receiver: 'bob', receiverType: 'user', data }, { as: 'ann' });
  expect(sent.text.split('"mentions"').length).toBe(2);
  expect(sent.json.data.data.mentions.ann.uid).toBe('ann');
});

test('messages of a user answer pages and a cursor where perPage is given without limit', async () => {
  await using opened = await openMixed();
  const first = await opened.get('/users/ann/messages?perPage=4', { as: 'bob' });
  expect(first.json.meta).toEqual({
    pagination: { total: 6, count: 4, per_page: 4, current_page: 1, total_pages: 2 },
    cursor: { id: 4, affix: 'append' },
  });
  const byCursor = await opened.get('/users/ann/messages?perPage=4&id=4&affix=append', { as: 'bob' });
  const byPage = await opened.get('/users/ann/messages?perPage=4&page=2', { as: 'bob' });
  expect([muids(byCursor), muids(byPage)]).toEqual(['image pdf', 'image pdf']);
  expect(byPage.json.meta.cursor).toBeUndefined();
  const limited = await opened.get('/users/ann/messages?limit=4&perPage=2', { as: 'bob' });
  expect(limited.json.meta.current).toEqual({ limit: 4, count: 4 });
  expect((await opened.get('/users/ann/messages?perPage=2&affix=prepend')).json.meta).toMatchObject({
    pagination: { total: 6, count: 2 },
    cursor: { id: 5, affix: 'prepend' },
  });
});

test('a page across conversations is read in order whatever the conversations hold', async () => {
  await using opened = await openPopulated();
  const rows: Record<string, unknown> = {};
  for (let n = 0; n < 12; n += 1) {
    const receiver = ['bob', 'cid', 'team'][n % 3];
    const receiverType = receiver === 'team' ? 'group' : 'user';
    rows[`m${n}`] = message(`m${n}`, { receiver, receiverType, sentAt: 1_700_000_000 + (n >> 1) });
  }
  await importRows(opened, 'messages', rows);
  for (const affix of ['append', 'prepend']) {
    const seen: string[] = [];
    let query = `/messages?limit=5&affix=${affix}`;
    for (let page = 0; page < 5; page += 1) {
      const { json } = await opened.get(query, { as: 'ann' });
      const found = json.data.map((one: Json) => one.muid);
      if (affix === 'append') seen.push(...found);
      else seen.unshift(...found);
      if (!json.meta.next) break;
      query = `/messages?limit=5&affix=${affix}&sentAt=${json.meta.next.sentAt}&id=${json.meta.next.id}`;
    }
    expect(seen).toEqual(Object.keys(rows));
  }
  const foreign = await opened.get('/messages?conversationId=user_ann_user_bob', { as: 'cid' });
  expect(foreign.json.data).toEqual([]);
  const group = await opened.get('/groups/team/messages', { as: 'bob' });
  expect([group.status, group.json.error.code]).toEqual([403, 'ERR_GROUP_NOT_JOINED']);
});

test('unread messages are listed and counted for who has to read them', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('unreadimports') });
  await importRows(opened, 'messages', {
    read: message('read', { readAt: 1_700_000_001 }),
    new1: message('new1', { sentAt: 1_700_000_002 }),
    new2: message('new2', { sentAt: 1_700_000_003, deliveredAt: 1_700_000_004 }),
  });
  const list = async (query: string, as?: string) => muids(await opened.get(query, as ? { as } : {}));
  expect(await list('/messages?unread=true', 'bob')).toBe('new1 new2');
  expect(await list('/messages?unread=true', 'ann')).toBe('');
  expect(await list('/users/bob/messages?unread=true')).toBe('new1 new2');
  expect(await list('/messages?undelivered=true', 'bob')).toBe('new1');
  const counts = await opened.get('/messages?unread=true&count=true', { as: 'bob' });
  expect(counts.json.data).toEqual([{ entityType: 'user', entityId: 'ann', count: 2 }]);
  const counted = await opened.get('/messages?count=true&limit=1', { as: 'bob' });
  expect(counted.json.meta.current).toEqual({ limit: 1, count: 1, total: 3 });
});

test('imported messages count as read without the quirk', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'messages', { old: message('old') });
  expect(muids(await opened.get('/messages?unread=true', { as: 'bob' }))).toBe('');
});

test('messages of blocked users are hidden where asked for', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob'] });
  const body = { receiver: 'team', receiverType: 'group', data: { text: 'x' }, muid: 'from-bob' };
  await opened.post('/messages', body, { as: 'bob' });
  await opened.post('/users/ann/blockedusers', { blockedUids: ['bob'] });
  const path = '/groups/team/messages?category=message';
  expect(muids(await opened.get(path, { as: 'ann' }))).toBe('from-bob');
  expect(muids(await opened.get(`${path}&hideMessagesFromBlockedUsers=true`, { as: 'ann' }))).toBe('');
});

test('what a user has deleted for itself is not there for it', async () => {
  await using opened = await openMixed();
  await opened.remove('/users/bob/conversation', { as: 'ann' });
  expect(muids(await opened.get('/messages', { as: 'ann' }))).toBe('');
  expect(muids(await opened.get('/users/bob/messages', { as: 'ann' }))).toBe('');
  expect(muids(await opened.get('/messages?conversationId=user_ann_user_bob', { as: 'ann' }))).toBe('');
  const hidden = await opened.get('/messages/1', { as: 'ann' });
  expect([hidden.status, hidden.json.error.code]).toEqual([403, 'ERR_MESSAGE_NO_ACCESS']);
  expect((await opened.get('/messages', { as: 'bob' })).json.data).toHaveLength(6);
});
