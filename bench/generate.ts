import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** How much to write, and where. */
export type GenerateOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  /** At least 2. */
  readonly users: number;
  readonly groups: number;
  /** At least one for each group, at most every user in every group. */
  readonly members: number;
  readonly messages: number;
  readonly format: 'csv' | 'ndjson';
  /** The same seed writes the same files. */
  readonly seed: number;
  /** Every Nth message has a blank text and must be rejected; 0 for none. */
  readonly bad: number;
};

/** What was written. */
export type Generated = {
  readonly pipeline: string;
  /** Message rows that must be rejected, with MESSAGE.TEXT_EMPTY. */
  readonly badMessages: number;
};

/** Characters to collect before a write. */
const WRITE_CHARS = 65_536;
const seconds = (iso: string): number => Date.parse(iso) / 1000;
const USERS_FROM = seconds('2023-01-01T00:00:00Z');
const GROUPS_FROM = seconds('2023-07-01T00:00:00Z');
const JOINED_FROM = seconds('2023-10-01T00:00:00Z');
const SENT_FROM = seconds('2024-01-01T00:00:00Z');
const SENT_SECONDS = seconds('2026-01-01T00:00:00Z') - SENT_FROM;
const DAY_SECONDS = 86_400;
/** Percentage of group messages; the others are one-to-one, with one of the next few users. */
const GROUP_PERCENT = 80;
const NEIGHBOURS = 5;

const PHRASES = [
  'Good morning!',
  'Can you take a look?',
  'The ferry leaves at 14:05, gate 3.',
  'She said "tomorrow", not "today".',
  'Done ✅',
  '👍🏽',
  'Everybody on board 👨‍👩‍👧‍👦',
  'First line\nsecond line',
  'Grüße aus Kiel; ich rufe später an.',
  '明日の会議は十時からです。',
  'صباح الخير',
  'Не сейчас, через час.',
  'Price: 1,250.00 € (was 1,400)',
  'https://files.example.com/report?id=7&v=2',
  'That took a while, because the printer on the second floor had no paper and nobody knew where it is kept.',
  'ok',
];

/** Writes users, groups, members and messages, oldest first, and a `pipeline.yaml`, with constant memory use. */
export async function generate(options: GenerateOptions): Promise<Generated> {
  refuseImpossible(options);
  const { out, users, groups, members, messages, format, bad } = options;
  const random = randomNumbers(options.seed);
  const text = format === 'csv' ? csvCell : (value: string): string => JSON.stringify(value);
  // The quote before a phrase makes it an escaped cell in both formats; the quotes around it are removed again.
  const phrases = PHRASES.map((phrase) => text(`"${phrase}`).slice(3, -1));
  const quoted = (inner: string): string => `"${inner}"`;
  const uid = (index: number): string => text(`user-${index}`);
  const guid = (index: number): string => text(`group-${index}`);
  /** The members of a group follow from its number, so no list of members is needed. */
  const memberOf = (group: number, place: number): string => uid((group * 37 + place) % users);
  const sizeOf = (group: number): number => Math.floor((members - group - 1) / groups) + 1;
  const phrase = (): string => phrases[random(phrases.length)] as string;
  const cell = (): string => quoted(random(3) === 0 ? phrase() : `${phrase()} ${phrase()} ${phrase()}`);
  const write = (name: string, columns: readonly string[], count: number, cells: Cells): Promise<void> =>
    writeRows({ path: join(out, `${name}.${format}`), format, columns, count, cells });

  await mkdir(out, { recursive: true });
  await write('users', ['uid', 'name', 'createdAt'], users, (index) => [
    uid(index),
    text(index % 10 === 0 ? `User ${index}, "Ö" 🙂` : `User ${index}`),
    USERS_FROM + (index % (180 * DAY_SECONDS)),
  ]);
  await write('groups', ['guid', 'name', 'type', 'owner', 'createdAt'], groups, (index) => [
    guid(index),
    text(`Group ${index}`),
    text(index % 7 === 0 ? 'private' : 'public'),
    memberOf(index, 0),
    GROUPS_FROM + (index % (90 * DAY_SECONDS)),
  ]);
  await write('members', ['guid', 'uid', 'scope', 'joinedAt'], members, (index) => [
    guid(index % groups),
    memberOf(index % groups, Math.floor(index / groups)),
    text(index < groups ? 'admin' : 'participant'),
    JOINED_FROM + (index % DAY_SECONDS),
  ]);
  const columns = ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'];
  await write('messages', columns, messages, (index) => {
    const sentAt = SENT_FROM + Math.floor((index * SENT_SECONDS) / messages);
    const muid = text(`m-${index}`);
    const content = cell();
    const shown = bad > 0 && (index + 1) % bad === 0 ? quoted(' ') : content;
    if (random(100) < GROUP_PERCENT) {
      const group = random(groups);
      return [muid, memberOf(group, random(sizeOf(group))), guid(group), text('group'), sentAt, shown];
    }
    const sender = random(users);
    const receiver = (sender + 1 + random(Math.min(NEIGHBOURS, users - 1))) % users;
    return [muid, uid(sender), uid(receiver), text('user'), sentAt, shown];
  });
  const pipeline = join(out, 'pipeline.yaml');
  await writeFile(pipeline, pipelineText(format));
  return { pipeline, badMessages: bad > 0 ? Math.floor(messages / bad) : 0 };
}

/** The cells of a row as written in the file. */
type Cells = (index: number) => readonly (string | number)[];

type Rows = {
  readonly path: string;
  readonly format: 'csv' | 'ndjson';
  readonly columns: readonly string[];
  readonly count: number;
  readonly cells: Cells;
};

async function writeRows({ path, format, columns, count, cells }: Rows): Promise<void> {
  await using file = await open(path, 'w');
  const names = columns.map((name, at) => `${at === 0 ? '{' : ','}"${name}":`);
  const line =
    format === 'csv'
      ? (row: readonly (string | number)[]): string => `${row.join(',')}\n`
      : (row: readonly (string | number)[]): string =>
          `${row.reduce<string>((all, cell, at) => all + names[at] + cell, '')}}\n`;
  let waiting = format === 'csv' ? `${columns.join(',')}\n` : '';
  for (let index = 0; index < count; index++) {
    waiting += line(cells(index));
    if (waiting.length < WRITE_CHARS) continue;
    await file.writeFile(waiting);
    waiting = '';
  }
  await file.writeFile(waiting);
}

function csvCell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Whole numbers below a bound, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function refuseImpossible({ users, groups, members, messages, seed, bad }: GenerateOptions): void {
  for (const [name, value] of Object.entries({ users, groups, members, messages, seed, bad }))
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} is not a whole number`);
  if (users < 2 || groups < 1) throw new RangeError('at least 2 users and 1 group are needed');
  if (members < groups || members > groups * users)
    throw new RangeError(
      `--members must be from ${groups} (one a group) to ${groups * users} (all in every group)`,
    );
}

function pipelineText(format: string): string {
  const sources = ['users', 'groups', 'members', 'messages'].map(
    (name) => `  ${name}: { path: ${name}.${format} }\n`,
  );
  return `version: 1\nname: generated\ntarget: sandbox\nsources:\n${sources.join('')}`;
}

if (import.meta.main) {
  const number = (value: string): { type: 'string'; default: string } => ({ type: 'string', default: value });
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      users: number('20000'),
      groups: number('500'),
      members: number('40000'),
      messages: number('1000000'),
      format: { type: 'string', default: 'csv' },
      seed: number('1'),
      bad: number('0'),
    },
  });
  const { out, format, users, groups, members, messages, seed, bad } = values;
  if (out === undefined || (format !== 'csv' && format !== 'ndjson'))
    throw new RangeError('usage: node bench/generate.ts --out DIR [--format csv|ndjson] [--messages N] …');
  const amounts = { users: +users, groups: +groups, members: +members, messages: +messages };
  const written = await generate({ out, format, ...amounts, seed: +seed, bad: +bad });
  process.stdout.write(`${written.pipeline}: ${messages} messages, ${written.badMessages} of them bad\n`);
}
