import type { CoreName } from '../../src/input/entities/entity.ts';
import { type Kind, notice, problem } from './kind.ts';

/** A time that cannot be read, in a field without a declared format unless it is one of `TIME_MAP`. */
type Wrong = readonly [name: string, entity: CoreName, field: string, cell: unknown, code?: string];

/** What the pipeline says of the fields whose times are written otherwise. */
export const TIME_MAP = {
  users: 'lastActiveAt: { from: lastActiveAt, time: "yyyy-MM-dd HH:mm", zone: Europe/Berlin }',
  messages:
    'deliveredAt: { from: deliveredAt, time: iso, zone: America/New_York }, readAt: { from: readAt, time: ms }',
};

const wrong: readonly Wrong[] = [
  ['a word', 'users', 'createdAt', 'yesterday'],
  ['30 February', 'users', 'createdAt', '2025-02-30T10:00:00Z'],
  ['milliseconds', 'users', 'createdAt', 1_704_697_200_000],
  ['a negative number', 'users', 'createdAt', -1],
  ['not in the declared format', 'users', 'lastActiveAt', '2025-02-03T10:00:00Z'],
  ['a day in the declared format that is none', 'users', 'lastActiveAt', '2025-02-31 10:00'],
  ['an hour that Berlin skips', 'users', 'lastActiveAt', '2024-03-31 02:30'],
  ['no zone', 'users', 'createdAt', '2025-01-01T10:00:00', 'ROW.TIME_NO_ZONE'],
  ['zero', 'groups', 'createdAt', 0],
  ['before 2001', 'groups', 'createdAt', 999_999_999],
  ['a date of another order', 'groups', 'createdAt', '01.02.2024'],
  ['the 25th hour', 'members', 'joinedAt', '2024-02-02T25:00:00Z'],
  ['29 February of a common year', 'members', 'joinedAt', '2023-02-29T00:00:00Z'],
  ['no zone', 'members', 'joinedAt', '2024-02-02 09:00', 'ROW.TIME_NO_ZONE'],
  ['31 February', 'messages', 'sentAt', '2024-02-31T10:00:00Z'],
  ['milliseconds among seconds', 'messages', 'sentAt', 1_717_200_000_123],
  ['microseconds among seconds', 'messages', 'sentAt', '1717200000123456'],
  ['nanoseconds among seconds', 'messages', 'sentAt', '1717200000123456789'],
  ['an offset that does not exist', 'messages', 'sentAt', '2024-06-01T10:00:00+25:00'],
  ['the 60th minute', 'messages', 'sentAt', '2024-06-01T10:60:00Z'],
  ['no zone', 'messages', 'sentAt', '2024-06-01T00:00:00', 'ROW.TIME_NO_ZONE'],
  ['an hour that New York skips', 'messages', 'deliveredAt', '2024-03-10T02:30:00'],
  ['a number of a spreadsheet', 'messages', 'readAt', '1.7172E+12'],
];

const notices: readonly Kind[] = [
  {
    name: 'notice: an hour that comes twice',
    rows: (cast) => [
      cast.good(
        'messages',
        { deliveredAt: '2024-11-03T01:30:00' },
        notice('TIME.AMBIGUOUS', 'deliveredAt', '2024-11-03T01:30:00'),
      ),
      cast.good(
        'users',
        { lastActiveAt: '2024-10-27 02:30' },
        notice('TIME.AMBIGUOUS', 'lastActiveAt', '2024-10-27 02:30'),
      ),
    ],
  },
  {
    name: 'notice: fractions of a second',
    rows: (cast) => [
      cast.good(
        'messages',
        { sentAt: '2024-06-01T10:00:00.250Z' },
        notice('TIME.FRACTION_CUT', 'sentAt', '2024-06-01T10:00:00.250Z'),
      ),
      cast.good(
        'messages',
        { sentAt: '2024-06-01T10:00:01Z', readAt: 1_717_236_001_001 },
        notice('TIME.FRACTION_CUT', 'readAt', 1_717_236_001_001),
      ),
    ],
  },
  {
    name: 'good: times in every form',
    rows: (cast) => [
      cast.good('users', { createdAt: '2024-02-29T23:59:59+14:00', lastActiveAt: '2024-03-31 03:00' }),
      cast.good('users', { createdAt: '2024-06-01T00:00:00-05:30' }),
      cast.good('messages', {
        sentAt: '2024-06-01 10:00:00Z',
        deliveredAt: '2024-03-10T03:00:00',
        readAt: 1_717_236_001_000,
      }),
    ],
  },
];

export const timeKinds: readonly Kind[] = [
  ...wrong.map(
    ([name, entity, field, cell, code = 'ROW.TIME_INVALID']): Kind => ({
      name: `${entity}.${field}: ${name}`,
      rows: (cast) => [cast.bad(entity, { [field]: cell }, problem(code, field, cell))],
    }),
  ),
  ...notices,
];
