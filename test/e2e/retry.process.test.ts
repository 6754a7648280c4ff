import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { CoreName } from '../../src/input/entities/entity.ts';
import type { Report } from '../../src/report/result/report.ts';
import { State } from '../../src/state/state.ts';
import { realFiles } from '../../src/system/files.ts';
import { cli, startSandboxHere } from '../support/cli-here.ts';
import { copyOf } from '../support/repository.ts';
import { contentOf } from '../support/sandbox-process.ts';
import { startGate } from '../support/services/gate.ts';
import { checkMessages, faultless } from './checker.ts';
import { startCli } from './cli-process.ts';
import { serviceReader } from './service-reader.ts';
import { messageLines, targetOf, workspace } from './workspace.ts';

type Cells = Record<string, unknown>;

const retried = async (pipeline: string, ...args: string[]) => {
  const { code, out, err } = await cli(['rejects', 'retry', pipeline, '--json', ...args]);
  if (out === '') throw new Error(err);
  return { code, err, report: JSON.parse(out) as Report };
};

/** What lies in a folder, by name. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

/** The rows of a rejects file as it stands. */
function rowsIn(path: string): Cells[] {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.csv')) return parse(text, { columns: true, bom: true });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Cells);
}

/** Rewrites a rejects file as a spreadsheet or an editor does that leaves other rows alone. */
function edit(path: string, change: (row: Cells, index: number) => Cells | undefined): void {
  const changed = rowsIn(path).map((row, index) => change(row, index) ?? row);
  writeFileSync(
    path,
    path.endsWith('.csv')
      ? stringify(changed, { header: true, bom: true })
      : changed.map((row) => `${JSON.stringify(row)}\n`).join(''),
  );
}

/** A good row with a key of its own. */
const good: Readonly<Record<string, (key: string) => Cells>> = {
  users: (key) => ({ uid: key, name: `Name of ${key}`, role: 'staff' }),
  groups: (key) => ({ guid: key, name: `Name of ${key}`, type: 'public' }),
  members: (key) => ({ guid: 'team', uid: key.replace('members', 'users') }),
  messages: (key) => ({
    muid: key,
    sender: 'ann',
    receiver: 'team',
    receiverType: 'group',
    sentAt: '1717300000',
    text: `Text of ${key}`,
  }),
};

const codesOf = ({ problems }: Report) => problems.map(({ code, count }) => ({ code, count }));

const sums = (report: Report, outcome: 'read' | 'created' | 'rejected' | 'blocked'): number =>
  Object.values(report.entities).reduce((sum, counts) => sum + counts[outcome], 0);

test('a corrected reject file lands with rejects retry, an uncorrected one gives the same rejects and sends nothing', async () => {
  await using copy = await copyOf('samples');
  const folder = join(copy.path, 'samples/broken');
  const pipeline = join(folder, 'pipeline.yaml');
  await appendFile(pipeline, 'target: sandbox\n');
  const state = join(folder, '.chatferry/broken');
  const rejects = join(state, 'rejects');
  const first = JSON.parse((await cli(['run', pipeline, '--json'])).out) as Report;
  const bad = sums(first, 'rejected') + sums(first, 'blocked');
  const before = filesIn(rejects);

  const untouched = await retried(pipeline);
  expect([untouched.code, untouched.report.requests.sent]).toEqual([4, 0]);
  expect(codesOf(untouched.report)).toEqual(codesOf(first));
  expect(filesIn(rejects)).toEqual(before);

  const landed: Record<string, string[]> = { users: [], groups: [], members: [], messages: [] };
  const left: Record<string, string[]> = {};
  const place = ({ _file, _line }: Cells): string => `${_file}:${_line}`;
  for (const name of Object.keys(before)) {
    const [entity = '', format = ''] = name.split('.');
    left[name] = [];
    edit(join(rejects, name), (row, index) => {
      if (index % 2) {
        left[name]?.push(place(row));
        return undefined;
      }
      const key = `${entity}-${format}-${index}`;
      if (entity !== 'members' || landed['users']?.includes(key.replace('members', 'users'))) {
        landed[entity]?.push(key);
        const empty = Object.fromEntries(Object.keys(row).map((column) => [column, '']));
        const { _file, _line } = row;
        return { ...(format === 'csv' ? empty : {}), ...good[entity]?.(key), _file, _line };
      }
      left[name]?.push(place(row));
      return undefined;
    });
  }
  const count = Object.values(landed).flat().length;
  expect(count).toBeGreaterThan(50);
  const second = await retried(pipeline);
  expect(second.code).toBe(4);
  expect(second.report).toMatchObject({ command: 'rejects retry', balanced: true });
  expect([sums(second.report, 'read'), sums(second.report, 'created')]).toEqual([bad, count]);
  const content = await contentOf(join(state, 'sandbox.sqlite'));
  const held = (list: readonly Cells[], key: string): string[] => list.map((entry) => String(entry[key]));
  expect(held(content.users, 'uid')).toEqual(expect.arrayContaining(landed['users'] ?? []));
  expect(held(content.groups, 'guid')).toEqual(expect.arrayContaining(landed['groups'] ?? []));
  expect(held(content.messages, 'muid')).toEqual(expect.arrayContaining(landed['messages'] ?? []));
  const members = content.members.filter(({ uid }) => String(uid).startsWith('users-'));
  expect(members).toHaveLength((landed['members'] ?? []).length);
  for (const name of Object.keys(before))
    expect(rowsIn(join(rejects, name)).map(place), name).toEqual(left[name]);
  expect(Object.keys(filesIn(`${rejects}.before`)).sort()).toEqual(Object.keys(before).sort());

  const { out } = await cli(['status', pipeline, '--json']);
  const { entities } = JSON.parse(out) as Report;
  for (const [name, { counts }] of Object.entries(entities) as unknown as [
    CoreName,
    { counts: Report['entities']['users'] },
  ][]) {
    expect(counts.read).toBe(first.entities[name].read);
    expect(counts.created).toBe(first.entities[name].created + (landed[name]?.length ?? 0));
  }
  const code = 'ROW.FIELD_MISSING';
  const shown = JSON.parse((await cli(['rejects', pipeline, '--code', code, '--json'])).out) as {
    rows: number;
    problems: { code: string; count: number; hint: string; samples: Cells[] }[];
  };
  const listed = first.files.rejects.flatMap((path) => rowsIn(path)).filter((row) => row['_code'] === code);
  expect(shown.rows).toBe(bad - count);
  expect(shown.problems).toEqual([
    {
      code,
      count: listed.length,
      hint: listed[0]?.['_hint'],
      samples: listed.map(({ _field, _message, _file, _line }) => ({
        code,
        field: _field,
        message: _message,
        file: _file,
        line: Number(_line),
      })),
    },
  ]);
});

test('rejects retry that is killed goes on, brings what was blocked and what the service refused, all of it once', async () => {
  using space = workspace(0);
  const lines = messageLines(60)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Cells);
  for (const [index, line] of lines.entries()) {
    if (index % 3 === 1) line['sender'] = 'dan';
    if (index % 40 === 0) line['sentAt'] = 1_000_000_000;
  }
  const write = (rows: readonly Cells[]): string =>
    space.write('messages.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  write(lines);
  space.write('users.csv', `uid,name\nann,Ann\nben,Ben\ncy,Cy\ndan,${'x'.repeat(101)}\n`);
  await using sandbox = await startSandboxHere(space.folder, [
    '--quirks',
    'retention=9000d',
    '--faults',
    'delay=60@/data_import/messages',
  ]);
  await using gate = await startGate(sandbox.baseUrl, '/data_import/messages');
  const pipeline = space.pipeline({
    target: targetOf({ ...sandbox, baseUrl: gate.baseUrl }),
    rest: 'limits: { requestsPerMinute: 10000000, batch: 2, concurrency: 1 }',
  });
  const state = join(space.folder, '.chatferry/e2e');
  const early = await cli(['rejects', 'retry', pipeline, '--yes']);
  expect([early.code, early.err]).toEqual([2, expect.stringContaining(`chatferry run ${pipeline}`)]);
  const first = JSON.parse((await cli(['run', pipeline, '--yes', '--json'])).out) as Report;
  expect(first.entities.messages).toMatchObject({ read: 60, created: 39, rejected: 1, blocked: 20 });
  expect(first.entities.users).toMatchObject({ created: 3, rejected: 1 });

  const users = join(state, 'rejects/users.csv');
  const messages = join(state, 'rejects/messages.ndjson');
  edit(users, (row) => ({ ...row, name: 'Dan' }));
  edit(messages, (row, index) => (index === 0 ? { ...row, sentAt: 1_699_999_999 } : undefined));
  const codes = rowsIn(messages).map(({ _code }) => String(_code));
  expect(codes.filter((code) => code.startsWith('SERVICE.'))).toHaveLength(1);
  expect((await cli(['rejects', 'retry', pipeline])).err).toContain('--yes');

  gate.hold(5);
  const killed = startCli(['rejects', 'retry', pipeline, '--yes']);
  const underWay = new State(join(state, 'retry'), realFiles).store;
  const landed = async (): Promise<number> => (await underWay.load())?.steps.messages?.counts.created ?? 0;
  while ((await landed()) === 0) await sleep(10);
  killed.child.kill('SIGKILL');
  expect((await killed.ended).signal).toBe('SIGKILL');
  expect(await landed()).toBeLessThan(20);
  gate.open();
  expect((await cli(['status', pipeline])).out).toContain(`next       chatferry rejects retry ${pipeline}`);
  const inputs = readFileSync(users, 'utf8');
  writeFileSync(users, inputs.replace('Dan', 'Don Dan'));
  const changed = await cli(['rejects', 'retry', pipeline, '--yes']);
  expect([changed.code, changed.err]).toEqual([9, expect.stringContaining('rejects/users.csv')]);
  writeFileSync(users, inputs);

  const { code, report } = await retried(pipeline, '--yes');
  expect(code).toBe(4);
  expect(report.entities.users).toMatchObject({ read: 1, created: 1, exists: 0 });
  expect(report.entities.messages).toMatchObject({ read: 21, created: 20, exists: 0, rejected: 1 });
  expect(existsSync(users)).toBe(false);
  expect(rowsIn(messages).map(({ muid }) => muid)).toEqual(['m-40']);
  lines[0] = { ...lines[0], sentAt: 1_699_999_999 };
  const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
  const verdict = await checkMessages(
    [write(lines)],
    (row: unknown) => (row as { muid: string }).muid !== 'm-40',
    reader,
  );
  expect(verdict).toMatchObject(faultless(59));

  rmSync(messages);
  const lost = await cli(['rejects', 'retry', pipeline, '--yes']);
  expect([lost.code, lost.err]).toEqual([2, expect.stringContaining('messages.ndjson no longer exists')]);
});

test('rejects of packed and foreign files come back byte for byte, whatever a spreadsheet did to the file', async () => {
  using space = workspace(0);
  const names = [
    '=1+1',
    "'=quoted",
    '-5',
    '+49 30',
    '＝full',
    ' =blank',
    'Grüße; "x"\nnext',
    "'tis",
    '@at',
    '\ttab',
  ];
  const record = (cells: readonly string[]): string => stringify([cells], { delimiter: ';' });
  const csv = `id;name;_code;_line\n${names.map((name, index) => record([`bad id ${index}`, name, 'own', `=${index}`])).join('')}broken;"x"y;;\n`;
  space.write('users.csv.gz', gzipSync(iconv.encode(csv.replace('＝full', 'full'), 'windows-1252')));
  space.write(
    'users.ndjson',
    `${JSON.stringify({ id: 'no id', name: '=1+1', _code: 'own', metadata: { deep: [12] } })}\n`,
  );
  const source =
    '{ path: [users.csv.gz, users.ndjson], map: { uid: id, metadata.code: _code, metadata.line: _line, } }';
  const pipeline = space.pipeline({
    sources: `  users: ${source.replace(' path', ' encoding: windows-1252, delimiter: ";", path')}`,
  });
  expect((await cli(['run', pipeline])).code).toBe(4);
  const state = join(space.folder, '.chatferry/e2e');
  const path = join(state, 'rejects/users.csv');
  const text = readFileSync(path, 'utf8');
  expect(text.startsWith('\ufeffid;name;__code;__line;_raw;_code;')).toBe(true);
  const rows: Cells[] = parse(text, { columns: true, bom: true, delimiter: ';' });
  expect(rows.at(-1)).toMatchObject({ id: '', name: '', _raw: 'broken;"x"y;;' });
  const fixed = rows.map((row, index) => {
    const own = index === names.length ? { id: 'u-broken', name: 'Broken', _raw: '' } : { id: `u-${index}` };
    return { ...row, ...own };
  });
  // Another separator, other quotes and line ends, as the spreadsheet of another country writes them.
  writeFileSync(path, stringify(fixed, { header: true, bom: true, quoted: true, record_delimiter: '\r\n' }));
  edit(join(state, 'rejects/users.ndjson'), (row) => ({ ...row, id: 'u-json' }));

  const { code, report } = await retried(pipeline);
  expect(code).toBe(0);
  expect(report.entities.users).toMatchObject({ read: names.length + 2, created: names.length + 2 });
  expect(readdirSync(join(state, 'rejects'))).toEqual([]);
  const { users } = await contentOf(join(state, 'sandbox.sqlite'));
  const user = (uid: string) => users.find((entry) => entry['uid'] === uid);
  for (const [index, name] of names.entries())
    expect(user(`u-${index}`)).toMatchObject({
      name: name.replace('＝', ''),
      metadata: { code: 'own', line: `=${index}` },
    });
  expect(user('u-json')).toMatchObject({ name: '=1+1', metadata: { deep: [12], code: 'own' } });
  expect(user('u-broken')).toMatchObject({ name: 'Broken' });
  expect((await cli(['run', pipeline])).code).toBe(0);
});
