import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveOrigin } from '../../src/origin/live/live-origin.ts';
import { liveOriginOf } from '../../src/origin/live-origins.ts';

const WORDS = [
  'message',
  'data',
  'entities',
  'on',
  'entity',
  'id',
  'messageId',
  'reaction',
  'uid',
  'group',
  'guid',
  'members',
  'payload',
  'message_id',
  'channel',
  'channel_url',
  'user',
  'user_id',
  'users',
  'sender',
  'receiver',
  'receiverType',
  'category',
  'changes',
  'key',
  'new',
  'sentAt',
  'created_at',
  '__proto__',
  'constructor',
];

/** JSON that looks like an event in some places. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, 0, -1, 1e300, 1_700_000_000, '', '1', 'group', 'ann', true, [], {}),
    fc.dictionary(fc.constantFrom(...WORDS), tie('value'), { maxKeys: 6 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

const SYSTEMS: readonly (readonly [
  system: string,
  kinds: readonly string[],
  names: Readonly<Record<string, string>>,
])[] = [
  [
    'service',
    [
      'message_sent',
      'message_edited',
      'message_deleted',
      'message_reaction_added',
      'message_reaction_removed',
      'group_created',
      'group_owner_transferred',
      'group_deleted',
      'group_member_added',
      'group_member_left',
    ],
    { appId: 'a1', baseUrl: 'http://127.0.0.1:1/v3' },
  ],
  [
    'sendbird',
    [
      'group_channel:message_send',
      'group_channel:message_update',
      'open_channel:message_delete',
      'group_channel:reaction_add',
      'group_channel:create',
      'group_channel:changed',
      'group_channel:join',
      'group_channel:invite',
      'operators:register_by_operator',
    ],
    { appId: 'a1' },
  ],
];

function eventOf(system: string, kind: string, value: unknown): object {
  const members = typeof value === 'object' && value !== null ? value : {};
  return system === 'service'
    ? { trigger: kind, data: value, appId: 'a1' }
    : { ...members, category: kind, app_id: 'a1' };
}

/** Reads an event, and checks that every change says what it is about. */
function checkReading({ read }: LiveOrigin, body: Buffer, names: Readonly<Record<string, string>>): void {
  const reading = read({ headers: {}, body }, { names });
  if ('fault' in reading) {
    expect(reading.message.length).toBeLessThan(500);
    return;
  }
  for (const { key, version, rows, entity, parent } of reading.changes) {
    expect(key).not.toBe('');
    expect(Number.isFinite(version) && version >= 0).toBe(true);
    expect(rows.every(({ row }) => typeof row === 'object' && row !== null)).toBe(true);
    if (entity === 'reactions') expect(parent).not.toBe('');
  }
}

describe.each(SYSTEMS)('events of %s', (system, kinds, names) => {
  test('of any form are read or refused, and nothing is thrown', async () => {
    const origin = await liveOriginOf(system);
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anyValue, (kind, value) => {
        checkReading(origin, Buffer.from(JSON.stringify(eventOf(system, kind, value))), names);
      }),
      { numRuns: 3_000 },
    );
  });

  test('of any bytes as well', async () => {
    const origin = await liveOriginOf(system);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          expect(origin.read({ headers: {}, body: Buffer.from(bytes) }, { names })).toMatchObject({
            fault: expect.any(String),
          });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
