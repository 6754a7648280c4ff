import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { newRule, sendForm } from '../moderation/moderation-client.ts';
import {
  codes,
  importRows,
  type Json,
  message,
  type Opened,
  openPopulated,
  users,
} from '../sandbox-client.ts';
import { join, said, sent, sides, TO_TEAM } from './sides.ts';

const TO_BOB = { receiver: 'bob', receiverType: 'user' };

/** A reply to a message. */
const reply = (opened: Opened, parent: string, as: string) =>
  opened.post(`/messages/${parent}/thread`, { data: { text: 'reply' } }, { as });

const messageIds = async ({ get }: Opened): Promise<string[]> =>
  (await get('/messages')).json.data.map((one: Json) => one.id);

test('muidonce: whether a sent muid can be sent again', async () => {
  const seen = await sides('muidonce', async (opened) => {
    const ids = [
      await sent(opened, { muid: 'm' }),
      await sent(opened, { muid: 'm' }),
      await sent(opened, { muid: 'n' }),
    ];
    return [new Set(ids).size, (await messageIds(opened)).length];
  });
  expect(seen).toEqual({ without: [3, 3], with: [2, 2] });
});

test('eachreceiver: whether one refusal refuses all', async () => {
  const seen = await sides('eachreceiver', async (opened) => {
    const send = (uids: string[]) =>
      opened.post('/messages', { multipleReceivers: { uids }, data: { text: 'x' } }, { as: 'ann' });
    const mixed = await send(['nobody', 'bob']);
    return [said(mixed), Object.keys(mixed.json.data?.uids ?? {}), said(await send(['nobody']))];
  });
  const missing = '404 ERR_UID_NOT_FOUND';
  expect(seen).toEqual({ without: [missing, [], missing], with: ['200 ok', ['bob'], missing] });
});

test('mentions: what more than 10 distinct mentions do', async () => {
  const uids = Array.from({ length: 11 }, (_, index) => `u${index}`);
  const seen = await sides('mentions=cut', async (opened) => {
    await importRows(opened, 'users', users(...uids));
    const text = (list: readonly string[]) => list.map((uid) => `<@uid:${uid}> <@uid:${uid}>`).join(' ');
    const send = (list: readonly string[]) =>
      opened.post('/messages', { ...TO_BOB, data: { text: text(list) } }, { as: 'ann' });
    const ten = await send(uids.slice(1));
    const eleven = await send(uids);
    const edit = await opened.put(
      `/messages/${ten.json.data.id}`,
      { data: { text: text(uids) } },
      { as: 'ann' },
    );
    return [said(ten), said(eleven), said(edit), Object.keys(eleven.json.data?.data.mentions ?? {}).length];
  });
  const refused = '400 ERR_BAD_REQUEST';
  expect(seen).toEqual({
    without: ['200 ok', refused, refused, 0],
    with: ['200 ok', '200 ok', '200 ok', 10],
  });
});

test('editreplaces: whether an edit keeps the other members of data', async () => {
  const seen = await sides('editreplaces', async (opened) => {
    const id = await sent(opened, { data: { text: 'old', metadata: { a: 1 } } });
    const { json } = await opened.put(`/messages/${id}`, { data: { text: 'new' } }, { as: 'ann' });
    const edited = json.data.data.entities.on.entity;
    return [edited.data.text, edited.data.metadata];
  });
  expect(seen).toEqual({ without: ['new', { a: 1 }], with: ['new', undefined] });
});

test('deletekeeps: whether a deleted message keeps its content', async () => {
  const seen = await sides('deletekeeps', async (opened) => {
    const id = await sent(opened);
    await opened.remove(`/messages/${id}`);
    const { data } = (await opened.get(`/messages/${id}`)).json;
    return [data.data.text, data.deletedBy];
  });
  expect(seen).toEqual({ without: [undefined, 'app_system'], with: ['hello', 'app_system'] });
});

test('deletethread: whether replies go with their message; the count of replies falls with one that is deleted', async () => {
  const seen = await sides('deletethread', async (opened) => {
    const id = await sent(opened);
    const first = (await reply(opened, id, 'bob')).json.data.id;
    const second = (await reply(opened, id, 'ann')).json.data.id;
    const count = async () => (await opened.get(`/messages/${id}`)).json.data.replyCount;
    const counts = [await count()];
    await opened.remove(`/messages/${first}`, { body: { permanent: true } });
    counts.push(await count());
    await opened.remove(`/messages/${id}`, { body: { permanent: true } });
    return [counts, (await messageIds(opened)).includes(second)];
  });
  expect(seen).toEqual({ without: [[2, 1], true], with: [[2, 1], false] });
});

test('foldreactions: whether variation selectors make another reaction', async () => {
  const seen = await sides('foldreactions', async (opened) => {
    const id = await sent(opened);
    for (const one of ['\u2764', '\u2764\uFE0F'])
      await opened.post(`/messages/${id}/reactions/${encodeURIComponent(one)}`, undefined, { as: 'bob' });
    return (await opened.get(`/messages/${id}`)).json.data.data.reactions.length;
  });
  expect(seen).toEqual({ without: 2, with: 1 });
});

test('a message has at most 25 distinct reactions; each may be given by everybody', async () => {
  const { without } = await sides('', async (opened) => {
    const id = await sent(opened);
    const react = async (index: number, as: string) =>
      said(await opened.post(`/messages/${id}/reactions/r${index}`, undefined, { as }));
    for (let index = 0; index < 25; index++) await react(index, 'ann');
    return [await react(25, 'ann'), await react(24, 'bob')];
  });
  expect(without).toEqual(['400 ERR_BAD_REQUEST', '200 ok']);
});

test('nosubscribe: whether a reply subscribes to its thread', async () => {
  const seen = await sides('nosubscribe', async (opened) => {
    const id = await sent(opened);
    await reply(opened, id, 'bob');
    return (await opened.get('/threads?subscribed=true', { as: 'bob' })).json.data.length;
  });
  expect(seen).toEqual({ without: 1, with: 0 });
});

test('memberpins: whether participants pin in groups', async () => {
  const seen = await sides('memberpins', async (opened) => {
    await join(opened, 'bob');
    const id = await sent(opened, TO_TEAM);
    return said(await opened.post(`/messages/${id}/pin`, undefined, { as: 'bob' }));
  });
  expect(seen).toEqual({ without: '403 ERR_GROUP_NO_MODERATOR_SCOPE', with: '200 ok' });
});

test('repin: which time a message has that is pinned twice', async () => {
  for (const [quirks, later] of [
    ['', 100],
    ['repin=keep', 0],
  ] as const) {
    let now = 1_800_000_000_000;
    await using opened = await openPopulated({ quirks: parseQuirks(quirks), clock: () => now });
    const id = await sent(opened);
    await opened.post(`/messages/${id}/pin`);
    now += 100_000;
    const { json } = await opened.post(`/messages/${id}/pin`);
    expect(json.data.pinnedAt).toBe(1_800_000_000 + later);
  }
});

test('lastmessage: which message is the last of a conversation', async () => {
  const seen = await sides('lastmessage=id', async (opened) => {
    await importRows(opened, 'messages', {
      late: message('late', { sentAt: 1_700_000_100 }),
      early: message('early', { sentAt: 1_700_000_000 }),
    });
    return (await opened.get('/users/bob/conversation', { as: 'ann' })).json.data.lastMessage.muid;
  });
  expect(seen).toEqual({ without: 'late', with: 'early' });
});

test('conversationids: the form of ids', async () => {
  const seen = await sides('conversationids=short', async (opened) => {
    await sent(opened);
    return (await opened.get('/messages')).json.data[0].conversationId;
  });
  expect(seen).toEqual({ without: 'user_ann_user_bob', with: 'ann_user_bob' });
});

test('resetkeeps: whether a reset conversation keeps its tags and its pin', async () => {
  const seen = await sides('resetkeeps', async (opened) => {
    await sent(opened);
    await opened.put('/users/bob/conversation', { tags: ['work'] }, { as: 'ann' });
    await opened.post('/users/bob/conversation/pin', undefined, { as: 'ann' });
    await opened.remove('/users/bob/conversation', { as: 'ann' });
    await sent(opened);
    const { data } = (await opened.get('/users/bob/conversation', { as: 'ann' })).json;
    return [data.tags, data.pinnedAt !== undefined];
  });
  expect(seen).toEqual({ without: [undefined, false], with: [['work'], true] });
});

test('admindelete: who can delete the conversation of a group for all', async () => {
  const seen = await sides('admindelete', async (opened) => {
    await join(opened, 'bob');
    const as = (uid: string) => opened.remove('/conversations/group_team', { as: uid });
    const answers = [said(await as('bob'))];
    await sent(opened, TO_TEAM);
    return [...answers, said(await as('ann'))];
  });
  expect(seen).toEqual({ without: ['200 ok', '200 ok'], with: ['403 ERR_GROUP_NO_ADMIN_SCOPE', '200 ok'] });
});

test('markunread: whether the named message is unread as well', async () => {
  const seen = await sides('markunread=after', async (opened) => {
    const ids = [await sent(opened), await sent(opened), await sent(opened)];
    await opened.post('/users/ann/conversation/read', {}, { as: 'bob' });
    await opened.remove('/users/ann/conversation/read', { as: 'bob', body: { messageId: ids[1] } });
    return (await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount;
  });
  expect(seen).toEqual({ without: '2', with: '1' });
});

test('extensions: whether a message with a link has a preview, which an edit of the metadata may remove', async () => {
  const seen = await sides('extensions=linkpreview', async (opened) => {
    const data = { text: 'see https://x.example/a and https://y.example', metadata: { a: 1 } };
    const id = await sent(opened, { data });
    await sent(opened, { data: { text: 'no link', metadata: { a: 1 } } });
    await importRows(opened, 'messages', {
      imported: message('imported', { data: { text: 'http://z.example' } }),
    });
    const found = (await opened.get('/messages')).json.data.map(({ data: { metadata } }: Json) => [
      metadata?.a,
      metadata?.['@injected']?.extensions['link-preview'].links.map(({ url }: Json) => url),
    ]);
    await opened.put(`/messages/${id}`, { data: { text: 'https://new.example' } }, { as: 'ann' });
    const kept = (await opened.get(`/messages/${id}`)).json.data.data.metadata;
    await opened.put(`/messages/${id}`, { data: { metadata: { b: 1 } } }, { as: 'ann' });
    const replaced = (await opened.get(`/messages/${id}`)).json.data.data.metadata;
    return { found, kept: Object.keys(kept), replaced };
  });
  // The imported message is the oldest.
  const bare = [1, undefined];
  expect(seen.without).toEqual({
    found: [[undefined, undefined], bare, bare],
    kept: ['a'],
    replaced: { b: 1 },
  });
  expect(seen.with.found).toEqual([
    [undefined, ['http://z.example']],
    [1, ['https://x.example/a', 'https://y.example']],
    bare,
  ]);
  expect([seen.with.kept, seen.with.replaced]).toEqual([['a', '@injected'], { b: 1 }]);
});

/** What the conversation with the path shows a user: the number of unread messages, and what the last one is. */
async function shown(opened: Opened, path: string, as: string): Promise<string> {
  const { unreadMessageCount, lastMessage } = (await opened.get(`${path}/conversation`, { as })).json.data;
  const { category, data, parentId } = lastMessage;
  return `${unreadMessageCount} ${category === 'action' ? data.action : parentId ? 'reply' : 'text'}`;
}

test('groupactions: whether what happens to members is the last message, and unread', async () => {
  const act = async (opened: Opened) => {
    await sent(opened, TO_TEAM);
    await join(opened, 'bob');
    return await shown(opened, '/groups/team', 'ann');
  };
  expect(await sides('groupactions=last', act)).toEqual({ without: '1 added', with: '0 added' });
  expect((await sides('groupactions=none', act)).with).toBe('0 text');
});

test('replies: whether a reply is the last message, and unread outside its thread', async () => {
  const act = async (opened: Opened) => {
    await reply(opened, await sent(opened), 'ann');
    const unread = async (query: string) =>
      (await opened.get(`/users/ann/messages?unread=true&${query}`, { as: 'bob' })).json.data;
    const [{ count }] = await unread('count=true');
    const threads = await opened.get('/threads?withUnreadReplyCount=true', { as: 'bob' });
    const listed = await opened.get('/conversations?unread=true', { as: 'bob' });
    await opened.post('/users/ann/conversation/read', { messageId: '1' }, { as: 'bob' });
    const after = await opened.get('/conversations?unread=true', { as: 'bob' });
    return [
      count,
      threads.json.data[0].unreadRepliesCount,
      await shown(opened, '/users/ann', 'bob'),
      listed.json.data.length,
      after.json.data.length,
    ];
  };
  expect(await sides('replies=unread', act)).toEqual({
    without: [1, 1, '0 reply', 1, 0],
    with: [2, 1, '1 reply', 1, 1],
  });
  expect((await sides('replies=none', act)).with).toEqual([1, 1, '0 text', 1, 0]);
});

test('messageactions: whether an edit and a deletion are the last message, and unread', async () => {
  const act = async (opened: Opened) => {
    const [first, second] = [await sent(opened), await sent(opened)];
    await opened.put(`/messages/${first}`, { data: { text: 'other' } }, { as: 'ann' });
    const edited = await shown(opened, '/users/ann', 'bob');
    await opened.remove(`/messages/${second}`, { as: 'ann' });
    return [edited, await shown(opened, '/users/ann', 'bob')];
  };
  expect(await sides('messageactions=last', act)).toEqual({
    without: ['2 text', '1 text'],
    with: ['2 edited', '1 deleted'],
  });
  expect((await sides('messageactions=unread', act)).with).toEqual(['3 edited', '3 deleted']);
});

test('the list of conversations is in the order of what can be their last message', async () => {
  for (const [quirks, first] of [
    ['', 'cid'],
    ['messageactions=last', 'bob'],
  ] as const) {
    let now = 1_800_000_000_000;
    await using opened = await openPopulated({ quirks: parseQuirks(quirks), clock: () => now });
    const edited = await sent(opened);
    await sent(opened);
    now += 10_000;
    await sent(opened, { receiver: 'cid' });
    now += 10_000;
    await opened.put(`/messages/${edited}`, { data: { text: 'other' } }, { as: 'ann' });
    const [newest] = (await opened.get('/conversations', { as: 'ann' })).json.data;
    expect(newest.conversationWith.uid).toBe(first);
  }
});

test('files and importfiles: how many attachments a message may have, sent and imported, and how large', async () => {
  const file = { url: 'https://x.example/a.png', name: 'a', mimeType: 'image/png', extension: 'png' };
  const large = { ...file, size: 100 * 1024 * 1024 + 1 };
  const act = async (opened: Opened) => {
    const found: string[] = [];
    for (const attachments of [Array(10).fill(file), Array(11).fill(file), [large]]) {
      const kind = { type: 'image', data: { attachments } };
      const live = await opened.post('/messages', { ...TO_BOB, ...kind }, { as: 'ann' });
      const muid = `m${found.length}`;
      const row = await importRows(opened, 'messages', { [muid]: message(muid, kind) });
      found.push(`${said(live)}, ${codes(row.json.data)[muid]}`);
    }
    return found;
  };
  const [count, size] = ['ERR_FILE_COUNT_EXCEEDED', 'ERR_FILE_SIZE_EXCEEDED'];
  expect(await sides('importfiles=limited', act)).toEqual({
    without: ['200 ok, ok', `400 ${count}, ok`, `400 ${size}, ok`],
    with: ['200 ok, ok', `400 ${count}, ${count}`, `400 ${size}, ${size}`],
  });
  expect((await sides('files=11,importfiles=limited', act)).with).toEqual([
    '200 ok, ok',
    '200 ok, ok',
    `400 ${size}, ${size}`,
  ]);
});

test('patterns: which repetitions of a pattern are refused', async () => {
  const act = async (opened: Opened) => {
    const found: string[] = [];
    await newRule(opened, { id: 'base' });
    for (const value of ['a+b', 'a.*', '\\d{10,}', 'a{1,9}', 'a+?']) {
      const condition = { operand: 'text', operator: 'contains', category: 'pattern', value: [value] };
      const rule = { id: `r${found.length}`, name: 'R', conditions: [condition] };
      const form = { id: `l${found.length}`, name: 'L', category: 'pattern', searchTerms: value };
      const made = await opened.post('/moderation/rules', rule);
      const changed = await opened.put('/moderation/rules/base', { conditions: [condition] });
      const list = await sendForm(opened, 'POST', '/moderation/keywords', form);
      found.push([made, changed, list].map(({ status }) => status).join(' '));
    }
    return found;
  };
  const refused = '400 400 400';
  expect(await sides('patterns=bounded', act)).toEqual({
    without: ['200 200 200', refused, refused, '200 200 200', '200 200 200'],
    with: [refused, refused, refused, '200 200 200', '200 200 200'],
  });
});
