import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Json, type Opened, openPopulated, openSandbox, temporaryFolder } from '../sandbox-client.ts';

const SETTINGS = '/notifications/v1/settings';
const PREFERENCES = '/notifications/v1/preferences';
const patch = (opened: Opened, path: string, body: unknown) => opened.call('PATCH', path, { body });
const code = (answer: { json: Json }) => answer.json.error?.code ?? 'ok';

test('settings have the documented defaults, are changed in parts, kept, and reset', async () => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  {
    await using opened = await openSandbox({ dataFile });
    const { data } = (await opened.get(SETTINGS)).json;
    expect(data.preferences).toMatchObject({
      group: { messagesSetting: 2, messagesOverride: true, memberLeftSetting: 1, messageEditedSetting: 2 },
      oneOnOne: { reactionsSetting: 2 },
      call: { initiatedSetting: 1 },
      mute: {
        dndPreferenceSetting: 1,
        schedulePreferenceSetting: { sunday: { from: 0, to: 2359, dnd: false } },
      },
      email: {
        notifyForUnreadOnly: true,
        intervalInSeconds: 7200,
        maxPerDay: 20,
        maxPerDayPerConversation: 2,
      },
      bypassPreferencesForMentions: false,
    });
    expect(Object.keys(data.sound)).toEqual(['chat', 'call']);
    expect(data.templates).toMatchObject({
      usePrivacyTemplate: 1,
      textMessageTemplateDefault: { titleOneOnOne: expect.any(String), body: expect.any(String) },
      smsContentTemplatePrivacy: { bodyGroup: expect.any(String) },
    });
    const changes = {
      preferences: { group: { messagesSetting: 3 }, push: { customJson: { mine: { a: 1 } } } },
      sound: { chat: 'bell.mp3' },
    };
    expect((await patch(opened, SETTINGS, changes)).json.data).toEqual({ success: true });
    await patch(opened, SETTINGS, { preferences: { push: { customJson: { other: 2 } } }, mine: { a: 1 } });
  }
  await using opened = await openSandbox({ dataFile });
  const { data } = (await opened.get(SETTINGS)).json;
  expect(data.preferences.group).toMatchObject({ messagesSetting: 3, repliesSetting: 2 });
  expect([data.sound, data.preferences.push.customJson]).toEqual([
    { chat: 'bell.mp3', call: 'default' },
    { other: 2 },
  ]);
  expect((await opened.remove(SETTINGS)).json.data).toEqual({ success: true });
  expect((await opened.get(SETTINGS)).json.data.sound.chat).toBe('default');
});

test('settings with a wrong value are refused, by the path of the member', async () => {
  await using opened = await openSandbox();
  const before = (await opened.get(SETTINGS)).text;
  for (const [body, path] of [
    [{}, 'preferences'],
    [{ preferences: 'all' }, 'preferences'],
    [{ preferences: { group: { messagesSetting: 4 } } }, 'preferences.group.messagesSetting'],
    [{ preferences: { group: { memberLeftSetting: 3 } } }, 'preferences.group.memberLeftSetting'],
    [{ preferences: { group: { messagesOverride: 1 } } }, 'preferences.group.messagesOverride'],
    [{ preferences: { email: { maxPerDay: -1 } } }, 'preferences.email.maxPerDay'],
    [{ preferences: { mute: [] } }, 'preferences.mute'],
    [{ sound: { chat: 1 } }, 'sound.chat'],
    [{ templates: { usePrivacyTemplate: 0 } }, 'templates.usePrivacyTemplate'],
    [{ templates: { mine: 'x'.repeat(200_000) } }, 'settings'],
  ] as const) {
    const { status, json } = await patch(opened, SETTINGS, body);
    expect([path, status, Object.keys(json.error.details)]).toEqual([path, 400, [path]]);
  }
  const strange = '{"templates":{"__proto__":{"usePrivacyTemplate":9},"constructor":{"a":1}}}';
  expect((await patch(opened, SETTINGS, strange)).json.data).toEqual({ success: true });
  expect((await opened.get('/users')).status).toBe(200);
  await opened.remove(SETTINGS);
  expect((await opened.get(SETTINGS)).text).toBe(before);
});

test('a user has the settings of the app with its own choices, where the app allows them', async () => {
  await using opened = await openPopulated();
  const mine = `${PREFERENCES}?uid=ANN`;
  const changes = {
    groupPreferences: { groupMessages: 3, groupMemberLeft: 2 },
    oneOnOnePreferences: { oneOnOneReactions: 1 },
    mutePreferences: { dnd: 2, schedule: { monday: { from: 900, to: 1730, dnd: true } } },
    usePrivacyTemplate: true,
  };
  const answered = (await patch(opened, mine, changes)).json.data;
  expect((await opened.get(mine)).json.data).toEqual(answered);
  expect(Object.keys(answered.preferences)).toEqual(['group', 'oneOnOne', 'mute']);
  expect(answered.preferences).toMatchObject({
    group: { messagesSetting: 3, memberLeftSetting: 2, repliesSetting: 2 },
    oneOnOne: { reactionsSetting: 1 },
    mute: {
      dndPreferenceSetting: 2,
      schedulePreferenceSetting: { monday: { from: 900 }, tuesday: { from: 0 } },
    },
  });
  expect(answered.templates.usePrivacyTemplate).toBe(1);
  await patch(opened, SETTINGS, {
    preferences: { group: { messagesOverride: false } },
    templates: { usePrivacyTemplate: 3 },
  });
  await patch(opened, mine, { mutePreferences: { dnd: 1 } });
  const { data } = (await opened.get(mine)).json;
  expect(data.preferences.group).toMatchObject({ messagesSetting: 2, memberLeftSetting: 2 });
  expect(data.preferences.mute.schedulePreferenceSetting.monday.from).toBe(900);
  expect(data.templates.usePrivacyTemplate).toBe(2);
  expect((await opened.get(`${PREFERENCES}?uid=bob`)).json.data.preferences.group.memberLeftSetting).toBe(1);
  const reset = (await opened.remove(mine)).json.data;
  expect(reset).toMatchObject({
    groupPreferences: { groupMessages: 2, groupMemberLeft: 1 },
    mutePreferences: { dnd: 1 },
    usePrivacyTemplate: false,
  });
  expect((await opened.get(mine)).json.data.preferences.group.memberLeftSetting).toBe(1);
});

test('wrong choices, and those of nobody, are refused', async () => {
  await using opened = await openPopulated();
  for (const [query, body, expected] of [
    ['', {}, 'ERR_BAD_REQUEST'],
    ['?uid=nobody', {}, 'ERR_UID_NOT_FOUND'],
    ['?uid=ann', { groupPreferences: { groupMessages: 4 } }, 'ERR_BAD_REQUEST'],
    ['?uid=ann', { groupPreferences: { groupMemberLeft: 3 } }, 'ERR_BAD_REQUEST'],
    ['?uid=ann', { mutePreferences: { dnd: 3 } }, 'ERR_BAD_REQUEST'],
    ['?uid=ann', { mutePreferences: { schedule: { someday: {} } } }, 'ERR_BAD_REQUEST'],
    [
      '?uid=ann',
      { mutePreferences: { schedule: { monday: { from: 960, to: 2, dnd: true } } } },
      'ERR_BAD_REQUEST',
    ],
    ['?uid=ann', { usePrivacyTemplate: 1 }, 'ERR_BAD_REQUEST'],
  ] as const) {
    expect([body, code(await patch(opened, `${PREFERENCES}${query}`, body))]).toEqual([body, expected]);
  }
});

test('what is no choice is not kept', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  {
    await using opened = await openPopulated({ dataFile });
    const changes = {
      groupPreferences: { groupMessages: 1, one: 'unknown' },
      oneOnOnePreferences: { two: 'unknown' },
      mutePreferences: { three: 'unknown' },
    };
    const { status, json } = await patch(opened, `${PREFERENCES}?uid=ann`, changes);
    expect([status, json.data.preferences.group.messagesSetting]).toEqual([200, 1]);
  }
  expect(readFileSync(dataFile, 'latin1')).not.toContain('unknown');
});

test('the log is an empty page', async () => {
  await using opened = await openSandbox();
  const query = 'from=1700000000000&channel=push,email&reason=QUOTA_PREFERENCE&success=false';
  expect((await opened.get(`/notifications/v1/logs?${query}`)).json).toEqual({
    data: [],
    meta: { current: { limit: 20, count: 0 } },
  });
  expect(code(await opened.get('/notifications/v1/logs?from=today'))).toBe('ERR_BAD_REQUEST');
});
