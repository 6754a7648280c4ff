import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { rowCodes } from '../../src/errors/row-codes.ts';
import type { Report } from '../../src/report/result/report.ts';
import { mainHere } from '../support/main-here.ts';
import { copyOf, repository } from '../support/repository.ts';
import { contentOf, type Entry } from '../support/sandbox-process.ts';
import { type BrokenRow, CODES_WITHOUT_ROWS, readBrokenRows } from './broken-rows.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;

/** Runs a command with `--json` and gives its exit code with the report. */
async function report(command: 'validate' | 'run', pipeline: string) {
  const { code: exitCode, out: stdout, err: stderr } = await mainHere([command, pipeline, '--json']);
  if (stdout === '') throw new Error(stderr);
  return { exitCode, report: JSON.parse(stdout) as Report };
}

function rows(report: Report, outcome: 'read' | 'pending' | 'created'): Record<string, number> {
  return Object.fromEntries(Object.entries(report.entities).map(([name, counts]) => [name, counts[outcome]]));
}

describe('samples/small', () => {
  const counts = { users: 20, groups: 5, members: 40, messages: 200 };

  /** A pipeline over the small samples in one of their two formats. */
  async function pipelineFor(folder: string, format: 'csv' | 'ndjson'): Promise<string> {
    const sources = ['users', 'groups', 'members', 'messages'].map(
      (name) => `  ${name}: { path: samples/small/${name}${name === 'messages' ? '-*' : ''}.${format} }`,
    );
    const path = join(folder, `small-${format}.yaml`);
    await writeFile(
      path,
      ['version: 1', `name: small-${format}`, 'target: sandbox', 'sources:', ...sources].join('\n'),
    );
    return path;
  }

  test.each(['csv', 'ndjson'] as const)('validate finds every row of the %s files ready', async (format) => {
    await using copy = await copyOf('samples');
    const { exitCode, report: found } = await report('validate', await pipelineFor(copy.path, format));
    expect(exitCode).toBe(0);
    expect(rows(found, 'pending')).toEqual(counts);
    expect([found.problems, found.warnings, found.notCarried, found.skipped]).toEqual([[], [], {}, {}]);
  });

  test('CSV and NDJSON land as the same content, which is what the NDJSON files say', async () => {
    await using copy = await copyOf('samples');
    const contents = [];
    for (const format of ['csv', 'ndjson'] as const) {
      const { exitCode, report: done } = await report('run', await pipelineFor(copy.path, format));
      expect(exitCode).toBe(0);
      expect(rows(done, 'created')).toEqual(counts);
      contents.push(await contentOf(join(copy.path, '.chatferry', `small-${format}`, 'sandbox.sqlite')));
    }
    const [fromCsv, fromNdjson] = contents;
    if (!fromCsv || !fromNdjson) throw new Error('no content');
    expect(byConversation(fromCsv.messages)).toEqual(byConversation(fromNdjson.messages));
    for (const entity of ['users', 'groups', 'members'] as const)
      expect(fromCsv[entity]).toEqual(fromNdjson[entity]);

    const source = async (name: string): Promise<Entry[]> =>
      (await readFile(join(copy.path, `samples/small/${name}.ndjson`), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(fromCsv.users).toEqual((await source('users')).map((user) => expect.objectContaining(user)));
    const groups = (await source('groups')).map(({ password: _, ...shown }) =>
      expect.objectContaining(shown),
    );
    expect(fromCsv.groups).toEqual(groups);
    const members = (await source('members')).filter(({ isBanned }) => !isBanned);
    expect(fromCsv.members).toHaveLength(members.length);
    expect(fromCsv.members).toEqual(
      expect.arrayContaining(members.map((member) => expect.objectContaining(member))),
    );
    const messages = [...(await source('messages-1')), ...(await source('messages-2'))].map(asAnswered);
    expect(byConversation(fromCsv.messages)).toEqual(byConversation(messages));
  });

  test('the files hold what breaks a careless importer', async () => {
    const texts = ['users', 'groups', 'messages-1', 'messages-2'].map((name) =>
      readFile(join(repository, `samples/small/${name}.ndjson`), 'utf8'),
    );
    const all = (await Promise.all(texts)).join('');
    for (const held of [
      /\u200d/,
      /\p{Emoji_Modifier}/u,
      /\\"/,
      /\\n/,
      /\\t/,
      /\p{Script=Han}/u,
      /\p{Script=Arabic}/u,
    ])
      expect(all).toMatch(held);
    for (const held of [
      /\p{Script=Hebrew}/u,
      /[a-z]\u0302/,
      /[\u{20000}-\u{2ffff}]/u,
      /;/,
      /"attachments"/,
      /"custom"/,
    ])
      expect(all).toMatch(held);
    for (const uid of ['7', '42', 'constructor', '__proto__']) expect(all).toContain(`{"uid":"${uid}"`);
  });
});

/** What the API answers for a message, without what the service adds: its number and the entities. */
function asAnswered(message: Entry): Entry {
  const { text, metadata, attachments, data, ...rest } = message;
  const parts = Object.entries({ text, metadata, attachments }).filter(([, value]) => value !== undefined);
  const whole = { ...(data as object | undefined), ...Object.fromEntries(parts) };
  return { category: 'message', type: 'text', ...rest, data: whole };
}

/** The messages of each conversation, in their order. */
function byConversation(messages: readonly Entry[]): Record<string, Entry[]> {
  const groups = Map.groupBy(messages, ({ receiverType, sender, receiver }) =>
    receiverType === 'group' ? `group ${receiver}` : [sender, receiver].sort().join(' '),
  );
  const plain = ({ id: _, conversationId: _c, updatedAt: _u, data, ...rest }: Entry): Entry => {
    const { entities: _e, ...own } = data as Record<string, unknown>;
    return { ...rest, data: own };
  };
  return Object.fromEntries(Array.from(groups, ([name, entries]) => [name, entries.map(plain)]));
}

describe('samples/broken', () => {
  /** A copy with the one row that is too large to be kept in the repository. */
  async function broken() {
    const copy = await copyOf('samples');
    const folder = join(copy.path, 'samples/broken');
    const large = 'x'.repeat(1_048_576);
    await writeFile(
      join(folder, 'users-too-large.csv'),
      `_expect,uid,name,role\n,before,Before,staff\nROW.TOO_LARGE,large,${large},staff\n,after,After,staff\n`,
    );
    await writeFile(
      join(folder, 'users-too-large.ndjson'),
      `{"_expect":"ROW.TOO_LARGE","uid":"large-2","name":"${large}"}\n{"_expect":"","uid":"after-2","name":"After"}\n`,
    );
    return Object.assign(copy, {
      folder,
      pipeline: join(folder, 'pipeline.yaml'),
      rows: await readBrokenRows(folder),
    });
  }

  const isGood = ({ expected }: BrokenRow): boolean => expected.length === 0;

  test('there is a row for every reject code but those that need what the pipeline does not have, and the README names them', async () => {
    await using copy = await broken();
    const covered = new Set(copy.rows.flatMap(({ expected }) => expected.map(({ code }) => code)));
    const missing = Object.keys(rowCodes).filter((code) => !covered.has(code));
    expect(missing.sort()).toEqual(CODES_WITHOUT_ROWS);
    const page = await readFile(join(copy.folder, 'README.md'), 'utf8');
    for (const code of missing) expect(page).toContain(`\`${code}\``);
  });

  test('validate names code, file, line, byte, field and value of every bad row, and nothing else', async () => {
    await using copy = await broken();
    const { exitCode, report: found } = await report('validate', copy.pipeline);
    expect(exitCode).toBe(4);
    const reported = found.problems.flatMap(({ code, samples }) =>
      samples.map(({ entity, file, line, byte, field, value }) => ({
        code,
        entity,
        file,
        line,
        byte,
        field,
        value,
      })),
    );
    const expected = copy.rows.flatMap(({ entity, file, line, byte, expected }) =>
      expected.map(({ code, field, value }) => ({
        code,
        entity,
        file,
        line,
        byte,
        field,
        // What is no Unicode is shown as its escape, so that every program reads the document.
        value: value?.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`),
      })),
    );
    expect(sorted(reported)).toEqual(sorted(expected));
    expect(found.problems.reduce((sum, { count }) => sum + count, 0)).toBe(
      new Set(expected.map(({ file, line, code }) => `${file}:${line} ${code}`)).size,
    );
    const caution = expect.stringContaining('of the first messages are older than the one before them');
    expect([found.balanced, found.warnings, found.skipped]).toEqual([true, [caution], {}]);
    expect(rows(found, 'pending')).toEqual(counted(copy.rows.filter(isGood)));
    expect(rows(found, 'read')).toEqual(counted(copy.rows));
  });

  test('run lands exactly the good rows and lists every bad one once', async () => {
    await using copy = await broken();
    await appendFile(copy.pipeline, 'target: sandbox\n');
    const { exitCode, report: done } = await report('run', copy.pipeline);
    expect(exitCode).toBe(4);
    expect(rows(done, 'created')).toEqual(counted(copy.rows.filter(isGood)));
    const state = join(copy.folder, '.chatferry/broken');
    const listed = await rejectsIn(join(state, 'rejects'));
    expect(listed.sort()).toEqual(
      copy.rows
        .filter((row) => !isGood(row))
        .map(({ file, line, expected }) => `${file}:${line} ${expected[0]?.code}`)
        .sort(),
    );

    const content = await contentOf(join(state, 'sandbox.sqlite'));
    const good = (entity: string, key: string): string[] =>
      copy.rows
        .filter((row) => row.entity === entity && isGood(row))
        .map(({ cells }) => String(cells[key]))
        .sort();
    const held = (entries: readonly Entry[], key: string): string[] =>
      entries.map((entry) => String(entry[key])).sort();
    expect(held(content.users, 'uid')).toEqual(good('users', 'uid'));
    expect(held(content.groups, 'guid')).toEqual(good('groups', 'guid'));
    expect(held(content.messages, 'muid')).toEqual(good('messages', 'muid'));
    expect(content.members.map(({ guid, uid }) => `${guid} ${uid}`)).toEqual(['team ann', 'team ben']);
    expect(content.messages.find(({ muid }) => muid === 'x-007')).toMatchObject({
      data: { text: 'One line\nand "another", with a comma' },
    });
  });
});

const sorted = (list: readonly object[]): string[] => list.map((entry) => JSON.stringify(entry)).sort();

function counted(rows: readonly BrokenRow[]): Record<string, number> {
  const count = (entity: string): number => rows.filter((row) => row.entity === entity).length;
  return {
    users: count('users'),
    groups: count('groups'),
    members: count('members'),
    messages: count('messages'),
  };
}

/** `file:line code` of every row of the rejects files. */
async function rejectsIn(folder: string): Promise<string[]> {
  const lists = (await readdir(folder)).map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    const list: Entry[] = name.endsWith('.csv')
      ? parse(text, { columns: true })
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
    return list.map(({ _file, _line, _code }) => `${_file}:${_line} ${_code}`);
  });
  return (await Promise.all(lists)).flat();
}

describe('samples/legacy', () => {
  test('a foreign export lands under the names, ids, times and texts that the map says', async () => {
    await using copy = await copyOf('samples');
    const folder = join(copy.path, 'samples/legacy');
    const { exitCode, report: done } = await report('run', join(folder, 'pipeline.yaml'));
    expect([exitCode, done.warnings, done.notCarried]).toEqual([0, [], { 'groups.description': 2 }]);
    const { users, groups, members, messages } = await contentOf(
      join(folder, '.chatferry/legacy/sandbox.sqlite'),
    );
    const one = (list: readonly Entry[], key: string, value: string) =>
      list.find((entry) => entry[key] === value);

    expect(one(users, 'uid', 'emp-17')).toMatchObject({
      name: 'Jürgen Groß',
      avatar: 'https://intranet.example.org/img/17.jpg',
      metadata: { team: 'Vertrieb', source: 'intranet' },
      createdAt: seconds('2024-01-15T08:00:00Z'),
    });
    // A minute before and the minute after the clocks go forward.
    expect(one(users, 'uid', 'emp-23')).toMatchObject({ createdAt: seconds('2024-03-31T00:59:00Z') });
    expect(one(users, 'uid', 'emp-24')).toMatchObject({ createdAt: seconds('2024-03-31T01:00:00Z') });
    expect(one(users, 'uid', 'emp-31')).toMatchObject({ name: 'Özlem "Ö" Şahin' });
    expect(one(groups, 'guid', 'room-preis')).toMatchObject({
      name: 'Preisrunde',
      type: 'private',
      owner: 'emp-17',
      tags: ['intranet'],
      createdAt: seconds('2024-07-01T07:00:00Z'),
    });
    expect(one(groups, 'guid', 'room-werk')).toMatchObject({ type: 'public', membersCount: 2 });
    const deputy = members.find(({ guid, uid }) => guid === 'room-allg' && uid === 'emp-18');
    expect(deputy).toMatchObject({ scope: 'moderator', joinedAt: seconds('2024-01-16T09:15:00Z') });
    expect(one(messages, 'muid', 'intranet-4')).toMatchObject({
      sender: 'emp-24',
      receiver: 'room-werk',
      receiverType: 'group',
      category: 'message',
      sentAt: seconds('2024-04-02T06:10:11Z'),
      data: { text: '„Nur“ 89,90 €? Früher waren’s 75 €…' },
    });
    expect(one(messages, 'muid', 'intranet-12')).toMatchObject({
      sender: 'emp-31',
      receiver: 'emp-40',
      receiverType: 'user',
      sentAt: seconds('2024-12-30T08:05:05Z'),
    });
    expect(messages).toHaveLength(12);
  });
});
