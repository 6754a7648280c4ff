import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { openManaged, openReceiver, until } from '../management/receiver.ts';
import { importRows, type Json, message } from '../sandbox-client.ts';
import { newRule, say } from './moderation-client.ts';

const TRIGGERS = [
  'message_sent',
  'moderation_engine_approved',
  'moderation_engine_blocked',
  'moderation_manual_approved',
];

/** A sandbox with a rule, and a receiver that is told what moderation decides. */
async function openTold(quirks = '') {
  const managed = await openManaged({ quirks: parseQuirks(quirks), appId: 'myapp' });
  const receiver = await openReceiver();
  await managed.hook('all', receiver.url, TRIGGERS);
  const rule = await newRule(managed);
  return {
    ...managed,
    rule,
    told: async (count: number): Promise<readonly [string, Json][]> => {
      await until(() => receiver.received.length >= count);
      return receiver.received.map(({ json }) => [json.trigger, json.data]);
    },
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      await managed[Symbol.asyncDispose]();
    },
  };
}

test('a receiver is told what the rules and the moderators decide; a blocked message is not told as sent', async () => {
  await using opened = await openTold();
  const good = await say(opened, 'nice');
  const bad = await say(opened, 'darn');
  const body = { status: 'approved', reviewed: true };
  await opened.call('PATCH', `/moderation/blocked-messages/${bad.id}`, { body });
  const told = await opened.told(4);
  // Webhooks are called at the same time, so the order in which they arrive is not fixed.
  expect(told.map(([trigger]) => trigger).toSorted()).toEqual(TRIGGERS.toSorted());
  const of = Object.fromEntries(told);
  expect(of['message_sent'].message.id).toBe(good.id);
  expect(of['moderation_engine_approved'].message).toMatchObject({
    id: good.id,
    data: { text: 'nice', moderation: { status: 'approved' } },
  });
  const rule = { id: 'r1', name: 'Rule 1' };
  expect(of['moderation_engine_blocked'].message).toMatchObject({
    id: bad.id,
    data: { moderation: { status: 'disapproved', rule } },
  });
  expect(of['moderation_manual_approved']).toEqual({
    message: (await opened.get(`/messages/${bad.id}`)).json.data,
    moderation: [
      {
        condition: opened.rule.conditions[0],
        rule: { ...rule, revisionId: 'myapp_r1_1', action: ['blockMessage'], blockedAt: expect.any(Number) },
      },
    ],
    reviewed: true,
  });
});

test('a dropped message is told as blocked; an import as the switches say', async () => {
  await using opened = await openTold('moderateimports,importwebhooks');
  await opened.put('/moderation/rules/r1', { action: ['dropMessage'] });
  const { id } = await say(opened, 'darn');
  expect((await opened.told(1))[0]).toMatchObject(['moderation_engine_blocked', { message: { id } }]);
  await importRows(opened, 'messages', { a: message('a', { data: { text: 'nice' } }) });
  const told = await opened.told(3);
  expect(
    told
      .slice(1)
      .map(([trigger]) => trigger)
      .toSorted(),
  ).toEqual(['message_sent', 'moderation_engine_approved']);
});
