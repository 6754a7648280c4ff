import type { Sample } from '../../src/delivery/tally/tally.ts';
import type { EntityName } from '../../src/input/entities/entity.ts';
import { type Counts, zeroCounts } from '../../src/input/rows/outcome.ts';
import type { Problem } from '../../src/input/rows/row.ts';
import type { Profile } from '../../src/report/result/profile.ts';
import { makeReport, type ProblemReport, type Report } from '../../src/report/result/report.ts';

/** Text that a careless page would run, load or draw in another order; and names that are merely unusual. */
export const NASTY = [
  '<img src=x onerror=alert(1)>',
  '</style><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
  'https://evil.example/pixel.gif',
  '\u202egnp.exe\u2066',
  '\u001b[31mred\u0007',
  'half \ud83d a pair',
  'line\nbreak\tand\u2028more',
] as const;

const counts = (parts: Partial<Counts>): Counts => ({ ...zeroCounts(), ...parts });

/** What a large, messy export looks like: every section of the report has something to say. */
export function reportFixture({
  months = 81,
  columns = 14,
  conversations = 10,
}: {
  months?: number;
  columns?: number;
  conversations?: number;
} = {}): Report {
  const base = makeReport({
    command: 'validate',
    pipeline: 'intranet-2026',
    commandLine: 'chatferry validate intranet.yaml --report report.html',
    exitCode: 4,
    target: { appId: '2xxxx9f', region: 'eu', baseUrl: 'https://2xxxx9f.api-eu.example.io/v3' },
    startedAt: '2026-11-21T10:12:03.000Z',
    finishedAt: '2026-11-21T10:12:13.400Z',
    steps: {},
    requests: { sent: 0, retried: 0, throttled: 0, floor: 20_276 },
    warnings: [
      'users.csv: column "e-mail" is not imported, did you mean name',
      `users.csv: column ${JSON.stringify(NASTY[0])} is not imported`,
    ],
    profile: profileFixture({ months, columns, conversations }),
    files: { rejects: [] },
  });
  return {
    ...base,
    entities: {
      users: counts({ read: 4_112, pending: 4_109, rejected: 3 }),
      groups: counts({ read: 310, pending: 310 }),
      members: counts({ read: 6_940, pending: 6_902, rejected: 12, blocked: 26 }),
      messages: counts({ read: 1_002_320, pending: 760_892, rejected: 213, blocked: 14, skipped: 241_201 }),
    },
    problems: problemsFixture(),
    notices: noticesFixture(),
    notCarried: { 'messages.parentMuid': 8_120, 'messages.tags': 412, 'groups.description': 17 },
    skipped: { 'messages.retention': 241_201 },
    thresholds: [
      { measure: 'rejected', limit: '<0.1%', value: 0.0225, passed: true },
      { measure: 'notices', limit: '<100', value: 12_413, passed: false },
      { measure: 'notCarried', limit: '<=10000', value: 8_549, passed: true },
    ],
  };
}

type Found = Sample & { readonly entity: EntityName };
type Cell = Partial<Pick<Found, 'column' | 'field' | 'key' | 'raw'>> & { readonly value?: string };

const found = (entity: EntityName, line: number, message: Problem['message'], cell: Cell = {}): Found => ({
  entity,
  file: `${entity}.csv`,
  line,
  byte: line * 61,
  message,
  ...cell,
});

/** Hints of their own: those of the tool may be worded anew without a golden file of another width. */
const HINTS: Readonly<Record<string, string>> = {
  'ROW.TIME_INVALID':
    'write epoch seconds or ISO 8601 with a zone, or declare the format: map: { <field>: { from: <column>, time: dd/MM/yyyy } }',
  'REFERENCE.BLOCKED':
    'correct the rejected row that this one refers to, then run the corrected reject files',
  'ID.INVALID':
    'use 1 to 100 of a-z 0-9 - _ (the service lower-cases ids), or build the id in the pipeline: map: { <field>: { template: "u-{id}" } }',
  'CSV.QUOTE_UNCLOSED': 'close the quote, and double every quote inside a quoted cell',
  'USER.NAME_TOO_LONG': 'shorten the name to 100 characters',
  'MESSAGE.SAME_SECOND': 'nothing to do: messages of one second keep the order of the file',
  'ID.LOWER_CASED': 'use the lower-case id in your app as well: the service lower-cases every id',
};

const problem = (code: string, count: number, samples: readonly Found[]): ProblemReport => ({
  code,
  count,
  hint: HINTS[code] ?? 'the service refused the row: correct what its message names',
  samples,
});

function problemsFixture(): ProblemReport[] {
  const nasty = NASTY.map((text, index) =>
    found('users', 90 + index, 'an id is 1 to 100 characters of a-z 0-9 - _', {
      field: 'uid',
      value: text,
      key: text,
    }),
  );
  return [
    problem('ROW.TIME_INVALID', 212, [
      found('messages', 10_482, 'no such date or time of day', {
        field: 'sentAt',
        value: '31/02/2024',
        key: 'm-55102',
      }),
      found('messages', 10_488, 'no such date or time of day', {
        field: 'sentAt',
        value: '30/02/2024',
        key: 'm-55108',
      }),
    ]),
    problem('REFERENCE.BLOCKED', 40, [
      found('members', 17, 'the row of this user was rejected', {
        field: 'uid',
        value: '山田-太郎',
        key: 'sales_member_山田',
      }),
    ]),
    problem('ID.INVALID', 10, nasty),
    problem('CSV.QUOTE_UNCLOSED', 1, [
      found('messages', 99_120, 'the quote that opens in column 31 is never closed', {
        column: 31,
        raw: `m-99120,ana,team,group,1700000000,"Hello ${NASTY[1]}\nand, more,,\n`,
      }),
    ]),
    problem('USER.NAME_TOO_LONG', 1, [
      found('users', 12, '131 characters, at most 100', {
        field: 'name',
        value: '👩‍👩‍👧‍👦 '.repeat(26),
        key: 'u-12',
      }),
    ]),
    problem('SERVICE.<b>ERR', 1, [found('messages', 1, 'refused')]),
  ];
}

function noticesFixture(): ProblemReport[] {
  return [
    problem('MESSAGE.SAME_SECOND', 12_401, [
      found('messages', 40, 'the same second as the message before it', {
        field: 'sentAt',
        value: '1700000000',
      }),
    ]),
    problem('ID.LOWER_CASED', 12, [
      found('users', 7, 'lands as ana-souza', { field: 'uid', value: 'Ana-Souza', key: 'ana-souza' }),
    ]),
  ];
}

/** Numbers that look like those of real conversations, the same every time. */
function profileFixture(size: { months: number; columns: number; conversations: number }): Profile {
  const wave = (index: number): number => 0.5 + 0.5 * Math.sin(index * 1.7) * Math.cos(index * 0.37);
  const months = Array.from({ length: size.months }, (_, index) => {
    const month = new Date(Date.UTC(2026, 10 - (size.months - 1 - index), 1)).toISOString().slice(0, 7);
    const messages = index % 29 === 13 ? 0 : Math.round(300 + index * 110 + wave(index) * 9_000);
    const left = size.months - index;
    return { month, messages, tooOld: left > 36 ? messages : left === 36 ? Math.floor(messages / 2) : 0 };
  });
  const names = [
    'muid',
    'sender',
    'receiver',
    'receiverType',
    'sentAt',
    'text',
    'metadata',
    'tags',
    'parentMuid',
  ];
  const none = { seconds: 0, milliseconds: 0, microseconds: 0, isoWithZone: 0, isoWithoutZone: 0, other: 0 };
  const column = (index: number) => {
    const name = names[index] ?? (index === 9 ? NASTY[0] : `legacy_${index}`);
    const filled = index < 5 ? 1_002_320 : Math.round(1_002_320 * wave(index));
    return {
      name,
      ...(index < names.length ? { field: name } : {}),
      filled,
      empty: 1_002_320 - filled,
      shortest: 1 + (index % 7),
      longest: 24 + index * index * 31,
      ...(name === 'sentAt' ? { times: { ...none, seconds: 1_002_107, isoWithZone: 210, other: 3 } } : {}),
    };
  };
  const file = (entity: EntityName, rows: number, count: number) => ({
    entity,
    name: `${entity}.csv`,
    format: 'csv' as const,
    encoding: 'utf-8',
    delimiter: entity === 'users' ? ';' : ',',
    bytes: rows * 131,
    rows,
    columns: Array.from({ length: count }, (_, index) => column(index)),
  });
  return {
    files: [file('messages', 1_002_320, size.columns), file('users', 4_112, 6)],
    months,
    conversations: 2_318,
    biggest: Array.from({ length: size.conversations }, (_, index) => ({
      id:
        index === 2
          ? `group_${NASTY[0]}`
          : index % 3 === 1
            ? `ana-souza_user_u-${index}`
            : `group_team-${index}`,
      messages: Math.round(61_402 / (index + 1)),
      firstAt: 1_583_020_800 + index * 86_400,
      lastAt: 1_795_000_000,
    })),
    cost: { requests: 15_439, requestsPerMinute: 60, minutes: 257.3 },
  };
}
