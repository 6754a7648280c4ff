import { gzipSync } from 'node:zlib';

/** A message as a row of a file. */
type Cells = Readonly<Record<'muid' | 'sender' | 'receiver' | 'receiverType' | 'sentAt' | 'text', string>>;

const COUNT = 400;
const AT = 1_790_000_000;
const USERS = 12;
const GROUPS = 5;
const COLUMNS = ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'] as const;

const user = (n: number): string => `u-${n % USERS}`;

function message(n: number): Cells {
  const toGroup = n % 3 === 0;
  const receiver = toGroup ? `g-${(n * 7) % GROUPS}` : user(n * 5 + 1 + (n % 2));
  const sender = user(n * 5 + (n % 7 === 0 ? 3 : 0));
  const own = {
    muid: `m-${n}`,
    sender,
    sentAt: String(AT + n),
    text: n % 10 ? `number ${n}` : `two "lines"\n${n}`,
  };
  return {
    ...own,
    receiver: receiver === sender ? user(n + 5) : receiver,
    receiverType: toGroup ? 'group' : 'user',
  };
}

/** Rows with faults of every kind that depends on other rows, spread over the conversations. */
const ROWS: readonly Cells[] = Array.from({ length: COUNT }, (_, n) => {
  const row = message(n);
  if (n % 37 === 36) return { ...row, muid: `m-${n - 30}`, text: 'the key of another conversation' };
  if (n % 41 === 40) return message(n - 21);
  if (n % 43 === 42) return { ...row, sender: 'nobody' };
  if (n % 47 === 46) return { ...row, receiver: 'nowhere', receiverType: 'group' };
  if (n % 53 === 52) return { ...row, sentAt: 'yesterday' };
  // Not valid, so its key is free for the next one, in another conversation.
  if (n === 100) return { ...row, muid: 'again', sentAt: 'never' };
  if (n === 101) return { ...row, muid: 'again' };
  return row;
});

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = (rows: readonly Cells[], end = '\n'): string =>
  [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((name) => quoted(row[name])).join(','))].join(end) +
  end;
const lines = ROWS.map((row) => JSON.stringify(row));

/** The same rows in files of several kinds, by name; `options` of the source in the pipeline. */
export const FORMS: readonly {
  readonly name: string;
  readonly file: string;
  readonly text: string | Buffer;
  readonly options?: string;
}[] = [
  { name: 'CSV', file: 'messages.csv', text: csv(ROWS) },
  {
    name: 'CSV of Windows, without a line end at its end',
    file: 'messages.csv',
    text: `\uFEFF${csv(ROWS, '\r\n').slice(0, -2)}`,
  },
  { name: 'CSV in UTF-16', file: 'messages.csv', text: Buffer.from(`\uFEFF${csv(ROWS)}`, 'utf16le') },
  {
    name: 'CSV with lines that cannot be read',
    file: 'messages.csv',
    text: csv(ROWS).replace('m-7,', 'm-7,m-7,').replace('m-200,', 'm-200,"open'),
  },
  {
    name: 'CSV with two separators',
    file: 'messages.csv',
    text: csv(ROWS.map((row) => ({ ...row, text: row.muid }))).replaceAll(',', '||'),
    options: 'delimiter: "||"',
  },
  { name: 'NDJSON', file: 'messages.ndjson', text: lines.join('\n') },
  { name: 'NDJSON, compressed', file: 'messages.ndjson.gz', text: gzipSync(lines.join('\n')) },
  {
    name: 'NDJSON with a line that is no JSON',
    file: 'messages.ndjson',
    text: lines.join('\n').replace('{"muid":"m-9"', '{"muid"'),
  },
  { name: 'a JSON array', file: 'messages.json', text: `[\n${lines.join(',\n')}\n]` },
  {
    name: 'a JSON document',
    file: 'messages.json',
    text: `{"all":[${lines.join(',')}]}`,
    options: 'format: json, rows: "$.all[*]"',
  },
  {
    name: 'CSV that is sorted first',
    file: 'messages.csv',
    text: csv(ROWS.toReversed()),
    options: 'order: byTime',
  },
];

/** Users, groups, members, and what hangs on the messages. */
export const OTHERS: Readonly<Record<string, string>> = {
  'users.csv': `uid,name\n${Array.from({ length: USERS }, (_, n) => `u-${n},User ${n}\n`).join('')}`,
  'groups.csv': `guid,name\n${Array.from({ length: GROUPS }, (_, n) => `g-${n},Group ${n}\n`).join('')}`,
  'members.csv': `guid,uid\n${Array.from({ length: GROUPS * USERS }, (_, n) => `g-${n % GROUPS},u-${Math.floor(n / GROUPS)}\n`).join('')}`,
  'reactions.csv': `muid,uid,reaction\n${Array.from({ length: 60 }, (_, n) => `m-${n * 7},${message(n * 7).sender},👍\n`).join('')}`,
  'pins.csv': 'muid,uid\nm-3,u-1\nm-6,u-2\nunknown,u-2\n',
  'receipts.csv': `conversation,uid,readAt\ngroup_g-0,u-1,${AT + 100}\nu-0_user_u-1,u-0,${AT + 50}\nnonsense,u-3,${AT}\n`,
  'blocks.csv': 'uid,blockedUid\nu-3,u-4\n',
};
export const WRITE = 'policies: { reactions: write, pins: write }\nshards: 3';
