import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { Inspection } from '../../../src/features/init/files/inspect-file.ts';
import { type InspectOptions, inspectFile } from '../../../src/features/init/files/inspect-file.ts';
import { DistinctCounter } from '../../../src/input/columns/column.ts';
import type { EntityName } from '../../../src/input/entities/entity.ts';
import { realFiles } from '../../../src/system/files.ts';
import { runCli } from '../../support/cli-process.ts';
import { runHere } from '../../support/command-here.ts';
import { testWithReal } from '../../support/real-data.ts';
import { ownFiles, repository } from '../../support/repository.ts';

const inspected = (path: string, options: Omit<InspectOptions, 'files'> = {}): Promise<Inspection> =>
  inspectFile(path, { ...options, files: realFiles }, new AbortController().signal);

async function inspectedText(name: string, content: string | Uint8Array, options?: InspectOptions) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(folder.path, name);
  await writeFile(path, content);
  return await inspected(path, options);
}

const column = (file: Inspection, name: string) => {
  const found = file.columns.find((each) => each.name === name);
  if (!found) throw new Error(`no column ${name} among ${file.columns.map((each) => each.name)}`);
  return found;
};

describe('an export of another system', () => {
  const legacy = (name: string): string => join(repository, 'samples/legacy', name);

  test('messages: delimiter, encoding, unit of the times and the map are found', async () => {
    const file = await inspected(legacy('messages.csv'));
    expect(file).toMatchObject({
      format: 'csv',
      rows: 12,
      faulty: { rows: 0 },
      encoding: { value: 'windows-1252', how: 'guess' },
      delimiter: { value: ';', how: 'guess' },
      header: true,
      entity: { entity: 'messages', certain: true },
    });
    expect(column(file, 'ts').time).toEqual({
      time: 'ms',
      zoned: true,
      ambiguous: false,
      evidence: '12 in milliseconds',
      first: '2024-01-16T09:01:00Z',
      last: '2024-12-30T08:05:05Z',
    });
    expect(column(file, 'body')).toMatchObject({
      type: 'text',
      filled: 12,
      empty: 0,
      shortest: 15,
      longest: 61,
    });
    expect(file.proposal?.map).toEqual({
      muid: 'no',
      sender: 'author',
      receiver: 'to',
      receiverType: { from: 'to_kind', values: { room: 'group', emp: '?' } },
      sentAt: { from: 'ts', time: 'ms' },
      text: 'body',
    });
    expect(file.proposal?.questions).toEqual([expect.stringContaining('"emp"')]);
  });

  test('people, rooms and memberships: entity, order of day and month, missing zone', async () => {
    const people = await inspected(legacy('people.csv'), { zone: 'Europe/Berlin' });
    expect(people.entity?.entity).toBe('users');
    expect(column(people, 'avatar_url')).toMatchObject({ type: 'url', filled: 3, empty: 3 });
    expect(column(people, 'created').time).toMatchObject({
      time: 'dd/MM/yyyy HH:mm',
      zoned: false,
      ambiguous: false,
    });
    expect(people.proposal?.map['createdAt']).toEqual({
      from: 'created',
      time: 'dd/MM/yyyy HH:mm',
      zone: 'Europe/Berlin',
    });
    expect(people.proposal?.unused).toEqual(['team']);
    const rooms = await inspected(legacy('rooms.csv'));
    expect(rooms.entity?.entity).toBe('groups');
    expect(rooms.proposal?.map['type']).toEqual({ from: 'kind', values: { O: '?', P: 'private' } });
    const memberships = await inspected(legacy('memberships.csv'));
    expect(memberships.entity?.entity).toBe('members');
    expect(memberships.proposal?.questions).toEqual([expect.stringMatching(/^since: in which time zone/)]);
  });

  test('files with the field names of the tool need no map', async () => {
    for (const path of await ownFiles('samples/small')) {
      const name = basename(path);
      const file = await inspected(join(repository, path));
      expect([name, file.entity?.entity]).toEqual([name, /^[a-z]+/.exec(name)?.[0]]);
      expect([name, file.proposal?.map, file.proposal?.missing, file.proposal?.questions]).toEqual([
        name,
        {},
        [],
        [],
      ]);
    }
  });
});

describe('the unit of a column is decided over the whole file', () => {
  const times = (cells: readonly string[]) =>
    inspectedText('a.csv', `id,ts\n${cells.map((cell, n) => `m${n},"${cell}"\n`).join('')}`).then(
      (file) => column(file, 'ts').time,
    );

  test.each([
    [['1717200000', '1717200001.5'], 's', true, false],
    [['1717200000000', '1717200000001'], 'ms', true, false],
    [['1717200000000000', '1717200000000001'], 'us', true, false],
    [['2024-06-01T00:00:00Z', '2024-06-01T02:00:00+02:00'], 'iso', true, false],
    [['2024-06-01T00:00:00', '2024-06-02 00:00'], 'iso', false, false],
    [['2024-06-01T00:00:00', '2024-06-02T00:00:00Z'], 'iso', false, true],
    [['1717200000', '1717200000000'], 's', true, true],
    [['31/01/2024', '01/02/2024'], 'dd/MM/yyyy', false, false],
    [['01/31/2024 10:00:00', '02/01/2024 11:00:00'], 'MM/dd/yyyy HH:mm:ss', false, false],
    [['1.2.2024', '3.4.2024'], 'd.M.yyyy', false, true],
  ])('%j: %s, zone %s, ambiguous %s', async (cells, time, zoned, ambiguous) => {
    expect(await times(cells)).toMatchObject({ time, zoned, ambiguous });
  });

  test('a column of words, or of numbers without the name of a time, is not a column of times', async () => {
    expect(await times(['now', 'later'])).toBeUndefined();
    const file = await inspectedText('a.csv', 'phone,name\n1717200000,a\n1717200001,b\n');
    expect(column(file, 'phone')).toMatchObject({ type: 'integer' });
  });
});

describe('what a file is', () => {
  const german = 'uid,name\njg,Jürgen Groß\nso,Änne Östreich\nfw,"Weiß, Franz"\n';

  test.each([
    ['utf-8', Buffer.from(german), 'utf-8', 'file'],
    ['utf-8 with a mark', Buffer.from(`\ufeff${german}`), 'utf-8', 'file'],
    ['utf-16 with a mark', iconv.encode(`\ufeff${german}`, 'utf-16le'), 'utf-16le', 'file'],
    ['utf-16 without a mark', iconv.encode(german, 'utf-16be'), 'utf-16be', 'guess'],
    ['windows-1252', iconv.encode(german, 'windows-1252'), 'windows-1252', 'guess'],
  ])('%s', async (_what, bytes, value, how) => {
    const file = await inspectedText('users.csv', bytes);
    expect(file).toMatchObject({ rows: 3, faulty: { rows: 0 }, encoding: { value, how } });
    expect(column(file, 'name').longest).toBe(13);
  });

  test('compressed, as JSON lines or as a JSON array: the same result', async () => {
    const objects = [{ user_id: 7, display_name: 'Ann', profile: { avatar_url: 'https://a.example/1.png' } }];
    const array = await inspectedText('people.json', JSON.stringify(objects, null, 2));
    const zipped = await inspectedText('people.ndjson.gz', gzipSync(`${JSON.stringify(objects[0])}\n`));
    const packed = await inspectedText('people', zstdCompressSync(`${JSON.stringify(objects[0])}\n`));
    for (const file of [array, zipped, packed]) {
      expect(file).toMatchObject({ format: 'ndjson', rows: 1, entity: { entity: 'users' } });
      expect(file.proposal?.map).toEqual({
        uid: 'user_id',
        name: 'display_name',
        avatar: 'profile.avatar_url',
      });
      expect(column(file, 'profile.avatar_url').type).toBe('url');
    }
  });

  test('faulty rows are counted, with the first places', async () => {
    const file = await inspectedText('users.csv', 'uid,name\na,A\nb,"B\nc,C,x\nd,D\n');
    expect(file.rows).toBe(4);
    expect(file.faulty).toMatchObject({
      rows: 2,
      first: [
        { line: 3, byte: 13, code: 'CSV.QUOTE_UNCLOSED' },
        { line: 4, code: 'CSV.COLUMNS_MISMATCH' },
      ],
    });
  });

  test('a file without a header line is reported as such, and none of its rows is lost', async () => {
    const line = (n: number) =>
      `55ca87910fc9f982bead11${10 + n}\tTeam/Room\t2016-10-07T11:43:1${n}.366Z\tA text that is long enough to be one, number ${n}\n`;
    const file = await inspectedText('Room.tsv', [0, 1, 2, 3].map(line).join(''));
    expect(file).toMatchObject({
      rows: 4,
      header: false,
      delimiter: { value: '\t' },
      entity: { entity: 'messages', certain: false },
    });
    expect(file.proposal?.map).toEqual({ muid: 'column1', sentAt: 'column3', text: 'column4' });
    expect(file.proposal?.missing.map(({ field }) => field)).toEqual(['sender', 'receiver', 'receiverType']);
  });
});

test('distinct values are counted up to 2048 and estimated beyond, within the stated error', () => {
  for (const count of [1, 100, 2_048, 5_000, 200_000]) {
    const counter = new DistinctCounter();
    for (let n = 0; n < count; n += 1) counter.add(`value ${n * 7919}`);
    for (let n = 0; n < Math.min(count, 1_000); n += 1) counter.add(`value ${n * 7919}`);
    const { count: found, error } = counter.estimate;
    expect(error === 0).toBe(count <= 2_048);
    expect(Math.abs(found - count)).toBeLessThanOrEqual(count * error * 4);
  }
});

describe('chatferry inspect', () => {
  test('shows at most a screen and no values; --samples shows them', async () => {
    const path = join(repository, 'samples/small/users.csv');
    const { exitCode, stdout } = await runCli('inspect', path);
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    expect(stdout.split('\n').every((line) => [...line].length <= 132)).toBe(true);
    expect(stdout).not.toMatch(/Ana|Souza/);
    expect((await runHere(['inspect', path, '--samples'])).stdout).toContain('Ana Souza');
  });

  test('--json is one document, masked, and a file that cannot be read does not hide the others', async () => {
    const gone = join(repository, 'samples/gone.csv');
    const { exitCode, stdout, stderr } = await runHere([
      'inspect',
      gone,
      join(repository, 'samples/legacy/people.csv'),
      '--json',
    ]);
    const { version, files } = JSON.parse(stdout);
    expect([exitCode, version]).toEqual([2, 1]);
    expect(stderr).toContain('SOURCE.MISSING');
    expect(files).toMatchObject([{ path: gone, error: { code: 'SOURCE.MISSING' } }, { rows: 6 }]);
    expect(stdout).not.toContain('Jürgen');
  });

  test('the contents of a file cannot move the cursor', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const path = join(folder.path, 'users.csv');
    await writeFile(path, 'uid,na\u001b[2Jme\na,\u001b[31mred\n');
    const { stdout } = await runHere(['inspect', path, '--samples']);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('\\u001b');
  });
});

testWithReal('gitter', 'real rooms: rows, times and texts', async (folder) => {
  const { per_file_rows: rows } = JSON.parse(await readFile(join(folder, 'expected.json'), 'utf8')) as {
    per_file_rows: Record<string, number>;
  };
  for (const name of ['Aarhus.tsv', 'AbuDhabi.tsv', '40PlusDevs.tsv']) {
    const file = await inspected(join(folder, 'archives', name));
    const entity: EntityName | undefined = file.entity?.entity;
    expect([name, file.rows, file.header, entity]).toEqual([name, rows[name], false, 'messages']);
    expect(file.proposal?.map).toMatchObject({ sentAt: 'column3', text: 'column7' });
  }
});
