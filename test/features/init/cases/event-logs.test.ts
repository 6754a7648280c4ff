import { expect, test } from 'vitest';
import { initiated, landing } from '../initiated.ts';

/** Logs whose rows are of several kinds: what came later counts, and nobody who left comes back. */

type Event = Readonly<Record<string, unknown>>;
const log = (column: string, events: readonly (readonly [string, Event])[]): string =>
  events
    .map(([kind, rest], n) => {
      const at = `2026-06-10T10:00:${String(n).padStart(2, '0')}Z`;
      return `${JSON.stringify({ [column]: kind, at, ...rest })}\n`;
    })
    .join('');

const PEOPLE: readonly (readonly [string, Event])[] = [
  ['UserCreated', { user: { id: 'u1', name: 'Ann' } }],
  ['UserCreated', { user: { id: 'u2', name: 'Ben' } }],
  ['RoomCreated', { room: { id: 'r1', name: 'General' } }],
];
const SENT: readonly (readonly [string, Event])[] = [0, 1, 2, 3, 4, 5].map((n) => [
  'MessageSent',
  { message: { id: `m${n}`, room: 'r1', author: `u${1 + (n % 2)}`, text: `hello there ${n}` } },
]);
const LEFT: readonly [string, Event] = ['MemberLeft', { room: 'r1', user: 'u2' }];

test('edits and removals of messages are applied, whatever their kinds are called', async () => {
  const result = await initiated({
    'log.ndjson': log('event', [
      ...PEOPLE,
      ...SENT,
      ['MessageEdited', { message: { id: 'm1', text: 'new one' } }],
      ['MessageDeleted', { message: { id: 'm2' } }],
    ]),
  });
  expect(result.text).toContain('text: { first: [edited.message.text, message.text] }');
  expect(landing(result)).toMatchObject({ users: '2/11', groups: '1/11', messages: '5/11' });
  expect(result.doubts).toEqual([]);
});

test('an event of leaving makes nobody a member, and that it is not applied is said', async () => {
  const result = await initiated({ 'log.ndjson': log('event', [...PEOPLE, ...SENT, LEFT]) });
  expect(result.text).not.toContain('where: { event: MemberLeft }');
  expect(result.doubts).toEqual(['MemberLeft (1 row) is not applied to the rows before it']);
});
