import { expect, test } from 'vitest';
import { codes, importRows, type Json, message, type Opened, users } from '../sandbox-client.ts';
import { said, sides } from './sides.ts';

const NOW = Math.floor(Date.now() / 1000);
const MEMBER = { memberId: 'team_member_bob', guid: 'team', uid: 'bob' };
const importMember = (opened: Opened, over: Record<string, unknown> = {}) =>
  importRows(opened, 'members', { team_member_bob: { ...MEMBER, ...over } });

test('nested: how deep the data of a row is', async () => {
  const keys = await sides('nested', async (opened) =>
    Object.keys((await importRows(opened, 'users', users('eve'))).json.data.eve.data),
  );
  expect(keys.without).toContain('uid');
  expect(keys.with).toEqual(['success', 'data']);
});

test('rowlimit: the status of 51 rows', async () => {
  const many = users(...Array.from({ length: 51 }, (_, index) => `u${index}`));
  expect(
    await sides('rowlimit=413', async (opened) => said(await importRows(opened, 'users', many))),
  ).toEqual({
    without: '400 ERR_BAD_REQUEST',
    with: '413 ERR_BAD_REQUEST',
  });
});

test('rowkeys: which key a row may have', async () => {
  const rows = { EVE: { uid: 'eve', name: 'E' }, 1: { uid: 'dan', name: 'D' } };
  const act = async (opened: Opened) => codes((await importRows(opened, 'users', rows)).json.data);
  const wrong = 'ERR_IMPORT_INVALID_USER_FORMAT';
  expect(await sides('rowkeys=exact', act)).toEqual({
    without: { EVE: 'ok', 1: wrong },
    with: { EVE: wrong, 1: wrong },
  });
  expect((await sides('rowkeys=any', act)).with).toEqual({ EVE: 'ok', 1: 'ok' });
});

test('rowcode: the code of a row with a wrong field; a whole value of another form has its own', async () => {
  const seen = await sides('rowcode=request', async (opened) => [
    codes((await importRows(opened, 'users', { eve: { uid: 'eve' } })).json.data)['eve'],
    said(await opened.post('/data_import/users', { users: [{ uid: 'eve', name: 'E' }] })),
  ]);
  const whole = '400 ERR_IMPORT_INVALID_USER_FORMAT';
  expect(seen).toEqual({
    without: ['ERR_IMPORT_INVALID_USER_FORMAT', whole],
    with: ['ERR_BAD_REQUEST', whole],
  });
});

test('agecode: the code of a message that is too old', async () => {
  const act = async (opened: Opened) =>
    codes((await importRows(opened, 'messages', { old: message('old') })).json.data)['old'];
  expect(await sides('agecode=request', act, 'retention=183d')).toEqual({
    without: 'ERR_IMPORT_INVALID_MESSAGE_FORMAT',
    with: 'ERR_BAD_REQUEST',
  });
});

test('muid: how long a muid may be, imported and sent', async () => {
  const muid = 'm'.repeat(256);
  const seen = await sides('muid=255', async (opened) => {
    const body = { receiver: 'bob', receiverType: 'user', data: { text: 'x' }, muid };
    return [
      (await importRows(opened, 'messages', { [muid]: message(muid) })).json.data[muid].success,
      said(await opened.post('/messages', body, { as: 'ann' })),
    ];
  });
  expect(seen).toEqual({ without: [true, '200 ok'], with: [false, '400 ERR_BAD_REQUEST'] });
});

test('joinedat: when a member without joinedAt has joined', async () => {
  const group = { guid: 'team', name: 'Team', type: 'public', createdAt: 1_600_000_000 };
  const act = async (opened: Opened) => {
    await opened.remove('/groups/team');
    await importRows(opened, 'groups', { team: group });
    const { success, data } = (await importMember(opened)).json.data.team_member_bob;
    return success ? data.joinedAt : 'refused';
  };
  const { without, with: grouped } = await sides('joinedat=group', act);
  expect(without).toBeGreaterThanOrEqual(NOW);
  expect(grouped).toBe(1_600_000_001);
  expect((await sides('joinedat=required', act)).with).toBe('refused');
});

test('joinrule: what an imported joinedAt must be later than', async () => {
  const act = async (opened: Opened) => {
    const eve = { uid: 'eve', name: 'E', createdAt: 1_650_000_000 };
    await importRows(opened, 'users', { eve });
    const old = { guid: 'old', name: 'Old', type: 'public', createdAt: 1_500_000_000 };
    await importRows(opened, 'groups', { old });
    const taken: boolean[] = [];
    for (const joinedAt of [1_400_000_000, 1_600_000_000, 1_700_000_000]) {
      const row = { memberId: 'old_member_eve', guid: 'old', uid: 'eve', joinedAt };
      const { json } = await importRows(opened, 'members', { old_member_eve: row });
      await opened.remove('/groups/old/members/eve');
      taken.push(json.data.old_member_eve.success);
    }
    return taken;
  };
  expect((await sides('joinrule=user', act)).without).toEqual([false, true, true]);
  expect((await sides('joinrule=user', act)).with).toEqual([false, false, true]);
  expect((await sides('joinrule=both', act)).with).toEqual([false, false, true]);
  expect((await sides('joinrule=now', act)).with).toEqual([true, true, true]);
});

test('details: what the details of a row do', async () => {
  const act = async (opened: Opened) => {
    const row = message('m', {
      sender: 'eve',
      senderUserDetails: { uid: 'eve', name: 'Eve' },
      receiverUserDetails: { uid: 'bob', name: 'Robert' },
    });
    const { json } = await importRows(opened, 'messages', { m: row });
    return [codes(json.data)['m'], (await opened.get('/users/bob')).json.data.name];
  };
  expect(await sides('details=update', act)).toEqual({
    without: ['ok', 'Name of bob'],
    with: ['ok', 'Robert'],
  });
  expect((await sides('details=ignore', act)).with).toEqual(['ERR_UID_NOT_FOUND', 'Name of bob']);
});

test('activeonly: whether deactivated users are in history', async () => {
  const seen = await sides('activeonly', async (opened) => {
    // Documented: active and deactivated users may be in one call.
    const rows = { ...users('eve'), gone: { uid: 'gone', name: 'Gone', deactivatedAt: 1_650_000_000 } };
    const imported = codes((await importRows(opened, 'users', rows)).json.data);
    const sender = await importRows(opened, 'messages', { m: message('m', { sender: 'gone' }) });
    const joined = { memberId: 'team_member_gone', guid: 'team', uid: 'gone', joinedAt: 1_650_000_000 };
    const member = await importRows(opened, 'members', { team_member_gone: joined });
    return [imported, codes(sender.json.data)['m'], codes(member.json.data)['team_member_gone']];
  });
  const both = { eve: 'ok', gone: 'ok' };
  expect(seen).toEqual({
    without: [both, 'ok', 'ok'],
    with: [both, 'ERR_UID_NOT_FOUND', 'ERR_UID_NOT_FOUND'],
  });
});

test('ownerjoins: whether the owner of an imported group is in it', async () => {
  const seen = await sides('ownerjoins', async (opened) => {
    const own = { guid: 'own', name: 'Own', type: 'public', owner: 'bob', createdAt: 1_600_000_000 };
    const { json } = await importRows(opened, 'groups', { own });
    const members = (await opened.get('/groups/own/members')).json.data;
    return [json.data.own.data.membersCount, members.map((one: Json) => [one.uid, one.scope, one.joinedAt])];
  });
  expect(seen).toEqual({ without: [0, []], with: [1, [['bob', 'admin', 1_600_000_000]]] });
});

test('importnotes: whether an imported member leaves a message', async () => {
  const notes = await sides('importnotes', async (opened) => {
    await importMember(opened, { joinedAt: 1_650_000_000 });
    const { json } = await opened.get('/groups/team/messages');
    return json.data.map((one: Json) => [one.data.action, one.data.entities.on.entity.uid]);
  });
  expect(notes.without).toEqual([]);
  expect(notes.with).toContainEqual(['added', 'bob']);
});

test('members see what was written before they joined, and imported mentions name their users', async () => {
  const { without } = await sides('', async (opened) => {
    await importMember(opened, { joinedAt: NOW - 10 });
    const early = message('early', {
      receiver: 'team',
      receiverType: 'group',
      data: { text: 'hello <@uid:eve>' },
      mentionedUserDetails: { eve: { uid: 'eve', name: 'Eve' } },
    });
    await importRows(opened, 'messages', { early });
    return (await opened.get('/groups/team/messages', { as: 'bob' })).json.data;
  });
  expect(without.map((one: Json) => [one.muid, one.data.mentions.eve.name])).toEqual([['early', 'Eve']]);
});

test('importmentions: whether the text of an imported message says whom it mentions, or only its details', async () => {
  const seen = await sides('importmentions=details', async (opened) => {
    const details = { eve: { uid: 'eve', name: 'Eve' } };
    const both = { data: { text: 'hi <@uid:ann> and <@uid:eve>' }, mentionedUserDetails: details };
    const sent = { receiver: 'bob', receiverType: 'user', data: { text: 'live <@uid:ann>' } };
    await importRows(opened, 'messages', {
      alone: message('alone', { data: { text: 'hi <@uid:ann>' } }),
      both: message('both', both),
      plain: message('plain', { mentionedUserDetails: details }),
    });
    await opened.post('/messages', { ...sent, muid: 'live' }, { as: 'ann' });
    const list = async (query: string) => (await opened.get(`/messages?${query}`)).json.data;
    const muids = async (query: string) => (await list(query)).map(({ muid }: Json) => muid).sort();
    const all = (await list('')).map(({ muid, data }: Json) => [muid, Object.keys(data.mentions ?? {})]);
    const [{ id }] = (await list('')).filter(({ muid }: Json) => muid === 'alone');
    await opened.put(`/messages/${id}`, { data: { text: 'edited <@uid:ann>' } });
    return {
      shown: Object.fromEntries(all),
      any: await muids('hasMentions=true&category=message'),
      ann: await muids('mentionedUids=ann&category=message'),
    };
  });
  expect(seen.without.shown).toEqual({ alone: ['ann'], both: ['ann', 'eve'], plain: [], live: ['ann'] });
  expect(seen.with.shown).toEqual({ alone: [], both: ['eve'], plain: [], live: ['ann'] });
  expect([seen.without.any, seen.without.ann]).toEqual([
    ['alone', 'both', 'live'],
    ['alone', 'both', 'live'],
  ]);
  // An edit is a live call.
  expect([seen.with.any, seen.with.ann]).toEqual([
    ['alone', 'both', 'live'],
    ['alone', 'live'],
  ]);
});

test('importcontent: whether imported messages need what sent ones need', async () => {
  const file = { url: 'https://x.example/a.png', name: 'a', mimeType: 'image/png', extension: 'png' };
  const kinds: Json = {
    image: { type: 'image', data: {} },
    file: { type: 'file', data: { text: 'caption' } },
    custom: { category: 'custom', type: 'loc', data: {} },
    size: { type: 'image', data: { attachments: [{ ...file, size: [] }] } },
    none: { data: { text: 'hello', metadata: null } },
    right: { type: 'image', data: { attachments: [{ ...file, size: '12' }] } },
    text: { data: { text: 'hello' } },
  };
  const seen = await sides('importcontent=checked', async (opened) => {
    const rows = Object.fromEntries(Object.keys(kinds).map((muid) => [muid, message(muid, kinds[muid])]));
    const imported = codes((await importRows(opened, 'messages', rows)).json.data);
    const sent: Json = {};
    for (const muid of Object.keys(kinds)) {
      const body = { receiver: 'bob', receiverType: 'user', ...kinds[muid] };
      sent[muid] = said(await opened.post('/messages', body, { as: 'ann' })).replace(/^\d+ /, '');
    }
    return { imported, sent };
  });
  const refused = {
    image: 'ERR_EMPTY_MESSAGE_FILE',
    file: 'ERR_EMPTY_MESSAGE_FILE',
    custom: 'ERR_EMPTY_CUSTOM_DATA',
    size: 'ERR_BAD_REQUEST',
    none: 'ERR_BAD_REQUEST',
    right: 'ok',
    text: 'ok',
  };
  expect(seen.with).toEqual({ imported: refused, sent: refused });
  expect(seen.without).toEqual({
    imported: Object.fromEntries(Object.keys(kinds).map((muid) => [muid, 'ok'])),
    sent: refused,
  });
});

test('unreadimports and membersonly: whether imports are unread, and whose they may be', async () => {
  const seen = await sides('unreadimports,membersonly', async (opened) => {
    const to = { receiver: 'team', receiverType: 'group', sender: 'bob' };
    const { json } = await importRows(opened, 'messages', { m: message('m'), out: message('out', to) });
    const { data } = (await opened.get('/users/ann/conversation', { as: 'bob' })).json;
    return [data.unreadMessageCount, codes(json.data)['out']];
  });
  expect(seen).toEqual({ without: ['0', 'ok'], with: ['1', 'ERR_GROUP_NOT_JOINED'] });
});

test('poison, retention: what a bad row does to the rows beside it', async () => {
  const act = async (opened: Opened) => {
    const rows = { old: message('old'), new: message('new', { sentAt: NOW - 100 }) };
    const answer = await importRows(opened, 'messages', rows);
    const stored = (await opened.get('/messages')).json.data.map((one: Json) => one.muid);
    return [said(answer), stored];
  };
  expect(await sides('retention=183d', act)).toEqual({
    without: ['200 ok', ['old', 'new']],
    with: ['200 ok', ['new']],
  });
  expect((await sides('poison=batch500', act, 'retention=183d')).with).toEqual([
    '500 ERR_EXCEPTION',
    ['new'],
  ]);
  expect((await sides('poison=batch400', act, 'retention=183d')).with).toEqual(['400 ERR_BAD_REQUEST', []]);
});

test('interactive messages can be imported, with the type that they have', async () => {
  const { without } = await sides('', async (opened) => {
    const data = {
      interactiveData: { title: 'Pay' },
      interactionGoal: { type: 'none' },
      allowSenderInteraction: true,
    };
    await importRows(opened, 'messages', {
      form: message('form', { category: 'interactive', type: 'form', data }),
    });
    return (await opened.get('/messages')).json.data;
  });
  expect(without.map((one: Json) => [one.category, one.type, one.data.interactiveData.title])).toEqual([
    ['interactive', 'form', 'Pay'],
  ]);
});

test('muidtext: which characters a muid may have, imported and sent', async () => {
  const seen = await sides('muidtext=id', async (opened) => {
    const rows = { 'a:1.2': message('a:1.2'), 'b_-2': message('b_-2') };
    const body = { receiver: 'bob', receiverType: 'user', data: { text: 'x' }, muid: 'c 3' };
    return [
      codes((await importRows(opened, 'messages', rows)).json.data),
      said(await opened.post('/messages', body, { as: 'ann' })),
    ];
  });
  expect(seen.without).toEqual([{ 'a:1.2': 'ok', 'b_-2': 'ok' }, '200 ok']);
  expect(seen.with).toEqual([{ 'a:1.2': 'ERR_BAD_REQUEST', 'b_-2': 'ok' }, '400 ERR_BAD_REQUEST']);
});

test('muidagain: whether an imported message that is there is refused, replaced or doubled', async () => {
  const act = async (opened: Opened) => {
    await importRows(opened, 'messages', { m: message('m') });
    const again = await importRows(opened, 'messages', { m: message('m', { data: { text: 'other' } }) });
    const texts = (await opened.get('/messages')).json.data.map((one: Json) => one.data.text);
    return [codes(again.json.data)['m'], texts];
  };
  expect(await sides('muidagain=replace', act)).toEqual({
    without: ['ERR_IMPORT_MUID_ALREADY_EXISTS', ['Text of m']],
    with: ['ok', ['other']],
  });
  expect((await sides('muidagain=add', act)).with).toEqual(['ok', ['Text of m', 'other']]);
});

test('importbody: whether messages need guid, name and type beside them; other imports never do', async () => {
  const seen = await sides('importbody=fields', async (opened) => {
    const messages = { m: message('m') };
    const beside = { guid: 'team', name: 'Team', type: 'public' };
    const bare = await opened.post('/data_import/messages', { messages });
    return [
      said(bare),
      Object.keys(bare.json.error?.details ?? {}),
      said(await opened.post('/data_import/messages', { ...beside, messages })),
      said(await importRows(opened, 'users', users('eve'))),
    ];
  });
  expect(seen.without).toEqual(['200 ok', [], '200 ok', '200 ok']);
  expect(seen.with).toEqual(['400 ERR_BAD_REQUEST', ['guid', 'name', 'type'], '200 ok', '200 ok']);
});

test('roworder: the order of messages of one second in a request', async () => {
  const seen = await sides('roworder=key', async (opened) => {
    await importRows(opened, 'messages', { z: message('z'), b: message('b'), c: message('c') });
    return (await opened.get('/messages')).json.data.map(({ muid }: Json) => muid);
  });
  expect(seen).toEqual({ without: ['z', 'b', 'c'], with: ['b', 'c', 'z'] });
});

test('importpush: whether imported messages are in the log of notifications', async () => {
  const seen = await sides('importpush', async (opened) => {
    const to = { receiver: 'team', receiverType: 'group' };
    await importRows(opened, 'messages', { m: message('m'), g: message('g', to) });
    const log = async (query: string) =>
      (await opened.get(`/notifications/v1/logs${query}`)).json.data.map((row: Json) => row.receiver);
    return [await log(''), await log('?receiver=bob'), await log('?channel=sms')];
  });
  expect(seen).toEqual({ without: [[], [], []], with: [['team', 'bob'], ['bob'], []] });
});

test('sizes: whether the size of an attachment is a number or a text, imported and sent', async () => {
  const file = { url: 'https://x.example/a.png', name: 'a', mimeType: 'image/png', extension: 'png' };
  const act = async (opened: Opened) => {
    const found: string[] = [];
    for (const [muid, size] of [
      ['number', 12],
      ['text', '12'],
      ['none', undefined],
    ] as const) {
      const kind = { type: 'image', data: { attachments: [{ ...file, size }] } };
      const row = await importRows(opened, 'messages', { [muid]: message(muid, kind) });
      const body = { receiver: 'bob', receiverType: 'user', ...kind };
      const live = said(await opened.post('/messages', body, { as: 'ann' }));
      found.push(`${codes(row.json.data)[muid]} ${live}`);
    }
    return found;
  };
  const [taken, refused] = ['ok 200 ok', 'ERR_BAD_REQUEST 400 ERR_BAD_REQUEST'];
  expect(await sides('sizes=text', act)).toEqual({
    without: [taken, taken, taken],
    with: [refused, taken, taken],
  });
  expect((await sides('sizes=number', act)).with).toEqual([taken, refused, taken]);
});
