import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { cliIn } from '../../support/cli-here.ts';
import { copyOf } from '../../support/repository.ts';
import { sarifSchema } from '../../support/schemas/sarif-schema.ts';
import { parseXml, type XmlElement } from '../../support/xml.ts';

/** A pipeline in a folder of its own, and files for it. */
async function space(files: Readonly<Record<string, string | Buffer>> = {}) {
  const copy = await copyOf();
  const all = {
    'own/p.yaml': 'version: 1\nname: few\nsources:\n  users: { path: users.csv, map: { uid: id } }\n',
    'own/users.csv': 'id,name\nann,Ann\nben,\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(join(copy.path, name, '..'), { recursive: true });
    await writeFile(join(copy.path, name), text);
  }
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    cliIn(copy.path, args, { GITHUB_WORKSPACE: '', ...env });
  return Object.assign(copy, { run });
}

/** A zip archive with one stored file. */
function zipOf(name: string, text: string): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const data = Buffer.from(text);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

const ZIPPED = 'version: 1\nname: few\nsources:\n  users: { path: "a.zip!/in/*.csv" }\n';
const PIPELINE = 'version: 1\nname: other\nsources:\n  users: { path: own/users.csv }\n';

type Ending = {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly args?: readonly string[];
  readonly code: string;
  readonly exit?: number;
};

/** Ways to end without a report. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  'a pipeline that is not there': { args: ['gone.yaml'], code: 'CONFIG.FILE_MISSING' },
  'a folder as the pipeline': { args: ['own'], code: 'CONFIG.FILE_MISSING' },
  'a wrong key': { files: { 'own/p.yaml': 'version: 1\nsorces: {}\n' }, code: 'CONFIG.INVALID' },
  'yaml that is none': { files: { 'own/p.yaml': 'version: [1\n' }, code: 'CONFIG.SYNTAX' },
  'a file that is not there': {
    files: { 'own/p.yaml': PIPELINE },
    code: 'SOURCE.MISSING',
  },
  'a column that is not there': {
    files: { 'own/users.csv': 'uid,name\nann,Ann\n' },
    code: 'SOURCE.COLUMN_MISSING',
  },
  'an archive that is truncated': {
    files: {
      'own/p.yaml': ZIPPED,
      'own/a.zip': zipOf('in/users.csv', 'uid,name\nann,Ann\n').subarray(0, 40),
    },
    code: 'SOURCE.TRUNCATED',
  },
  'no pipeline in the folder': { args: [], code: 'USAGE.INVALID' },
  'two pipelines in the folder': {
    files: { 'a.yaml': PIPELINE, 'b.yaml': PIPELINE },
    args: [],
    code: 'USAGE.INVALID',
  },
  'an unknown option': { args: ['own/p.yaml', '--strct'], code: 'USAGE.INVALID' },
  'a bad value of an option': { args: ['own/p.yaml', '--max-errors', 'x'], code: 'USAGE.INVALID' },
  'a value that yargs checks': { args: ['own/p.yaml', '--log-level', 'x'], code: 'USAGE.INVALID' },
  'a report that cannot be written': { args: ['own/p.yaml', '--report', 'x.txt'], code: 'USAGE.INVALID' },
};

describe.each(Object.entries(ENDINGS))('%s', (_, { files = {}, args = ['own/p.yaml'], code }) => {
  const ended = async (format: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    await using folder = await space(files);
    const result = await folder.run(['validate', ...args, ...format], { COLUMNS: '40', ...env });
    expect([2, 9]).toContain(result.code);
    expect(result.err).toContain(code);
    return result;
  };

  test('github: one error, with its hint', async () => {
    for (const [format, env] of [
      [['--format', 'github'], {}],
      [['--format=github'], {}],
      [[], { CHATFERRY_FORMAT: 'github' }],
    ] as const) {
      const { out } = await ended(format, env);
      expect(out).toMatch(new RegExp(`^::error (?:[^\\n]*,)?title=${code}::[^\\n]+%0A→ [^\\n]+\\n$`));
    }
  });

  test('json: the error', async () => {
    for (const format of [['--json'], ['--format', 'json']]) {
      const { out, code: exitCode } = await ended(format);
      expect(JSON.parse(out)).toMatchObject({ version: 1, exitCode, error: { code } });
    }
  });

  test('junit: a test that fails', async () => {
    const { out } = await ended(['--format', 'junit']);
    const { name, attributes, children } = parseXml(out);
    expect([name, attributes['tests'], attributes['failures']]).toEqual(['testsuites', '1', '1']);
    const [found] = children[0]?.children ?? [];
    expect(found?.attributes).toMatchObject({ name: code });
    expect(found?.children[0]?.text).toContain('\n→ ');
  });

  test('sarif: a run that was not successful', async () => {
    const { out, code: exitCode } = await ended(['--format', 'sarif']);
    const log = JSON.parse(out);
    const validate = new Ajv({ strict: true, allErrors: true }).compile(sarifSchema);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const [invocation] = log.runs[0].invocations;
    expect(invocation).toMatchObject({ executionSuccessful: false, exitCode });
    expect(invocation.toolExecutionNotifications).toMatchObject([
      { level: 'error', descriptor: { id: code } },
    ]);
  });
});

test('a format or a command that is none is an error on stderr alone', async () => {
  await using folder = await space();
  expect(await folder.run(['validate', 'own/p.yaml', '--format', 'githb'])).toMatchObject({
    code: 2,
    out: '',
  });
  expect(await folder.run(['run', 'gone.yaml', '--yes'])).toMatchObject({ code: 2, out: '' });
  const json = await folder.run(['validate', '--strct', '--format', 'json']);
  expect(JSON.parse(json.out)).toMatchObject({ exitCode: 2, error: { code: 'USAGE.INVALID' } });
});

test('a report of an earlier run does not stay where there is none', async () => {
  await using folder = await space();
  const args = ['validate', 'own/p.yaml', '--report', 'reports/all/x.html'];
  expect((await folder.run(args)).code).toBe(4);
  const page = join(folder.path, 'reports/all/x.html');
  expect(await readFile(page, 'utf8')).toContain('1 of 2 rows is not ready');
  expect((await stat(join(page, '..'))).mode & 0o777).toBe(0o700);
  await writeFile(join(folder.path, 'own/users.csv'), 'uid,name\nann,Ann\n');
  expect((await folder.run(args)).code).toBe(2);
  await expect(stat(page)).rejects.toThrow('ENOENT');
});

test('a folder as the pipeline is said to be one', async () => {
  await using folder = await space();
  expect((await folder.run(['validate', 'own'])).err).toContain('the pipeline file own is a folder\n');
});

test('the next step keeps --strict', async () => {
  await using folder = await space();
  const { out } = await folder.run(['validate', 'own/p.yaml', '--strict']);
  expect(out).toContain('then:  chatferry validate own/p.yaml --strict\n');
});

describe('files of annotations', () => {
  /** The places of annotations, junit's cases and SARIF's locations. */
  async function placesIn(
    files: Readonly<Record<string, string | Buffer>>,
    env: (path: string) => Readonly<Record<string, string>> = () => ({}),
    below = '.',
  ) {
    await using folder = await space(files);
    const pipeline = below === '.' ? 'own/p.yaml' : 'p.yaml';
    const run = async (format: string): Promise<string> =>
      (
        await cliIn(join(folder.path, below), ['validate', pipeline, '--format', format], {
          GITHUB_WORKSPACE: '',
          ...env(folder.path),
        })
      ).out;
    const github = (await run('github')).split('\n').filter((line) => line.startsWith('::error'));
    const xml = parseXml(await run('junit'));
    const all = (element: XmlElement): readonly XmlElement[] => [element, ...element.children.flatMap(all)];
    const junit = all(xml).find(({ attributes }) => attributes['file'] !== undefined);
    const [log] = JSON.parse(await run('sarif')).runs;
    const [found] = [...log.results, ...log.invocations[0].toolExecutionNotifications];
    return {
      github,
      junit: junit?.attributes,
      failure: junit?.children[0]?.text,
      sarif: found.locations[0].physicalLocation,
      message: found.message.text,
    };
  }

  test('of rows and of errors are relative to the working directory', async () => {
    const rows = await placesIn({});
    expect(rows.github[0]).toMatch(/^::error file=own\/users\.csv,line=3,/);
    expect(rows.junit).toMatchObject({ file: 'own/users.csv', line: '3' });
    expect(rows.sarif).toMatchObject({
      artifactLocation: { uri: 'own/users.csv' },
      region: { startLine: 3 },
    });
    const missing = await placesIn({ 'own/users.csv': 'uid,name\nann,Ann\n' });
    expect(missing.github[0]).toMatch(/^::error file=own\/users\.csv,line=1,title=SOURCE\.COLUMN_MISSING::/);
    expect(missing.junit).toMatchObject({ file: 'own/users.csv', line: '1' });
    expect(missing.sarif).toMatchObject({ artifactLocation: { uri: 'own/users.csv' } });
    const target = await placesIn({
      'own/p.yaml':
        'version: 1\nname: few\nsources:\n  users: { path: users.csv }\ntarget: { region: eu, apiKey: { env: KEY } }\n',
    });
    expect(target.github[0]).toMatch(/^::error file=own\/p\.yaml,.*title=CONFIG\.INVALID::/);
  });

  test('are relative to the workspace that has the file', async () => {
    const workspace = (path: string) => ({ GITHUB_WORKSPACE: path });
    const rows = await placesIn({}, workspace, 'own');
    expect(rows.github[0]).toMatch(/^::error file=own\/users\.csv,line=3,/);
    expect(rows.junit).toMatchObject({ file: 'own/users.csv' });
    expect(rows.sarif).toMatchObject({ artifactLocation: { uri: 'own/users.csv' } });
    const wrong = await placesIn({ 'own/p.yaml': 'version: 1\nsorces: {}\n' }, workspace, 'own');
    expect(wrong.github[0]).toMatch(/^::error file=own\/p\.yaml,line=/);
    const elsewhere = await placesIn({}, (path) => ({ GITHUB_WORKSPACE: `${path}/other` }), 'own');
    expect(elsewhere.github[0]).toMatch(/^::error file=users\.csv,line=3,/);
  });

  test('are the archive that a file is in, and the message has its path there', async () => {
    const rows = await placesIn({
      'own/p.yaml': ZIPPED,
      'own/a.zip': zipOf('in/users.csv', 'uid,name\nann,Ann\nben,\n'),
    });
    expect(rows.github[0]).toMatch(
      /^::error file=own\/a\.zip,title=ROW\.FIELD_MISSING::in\/users\.csv:3 {2}name: /,
    );
    expect(rows.junit).toMatchObject({ file: 'own/a.zip' });
    expect(rows.failure).toContain('own/a.zip  in/users.csv:3  name: ');
    expect(rows.sarif).toEqual({ artifactLocation: { uri: 'own/a.zip', index: 0 } });
    expect(rows.message).toMatch(/^in\/users\.csv:3 {2}name: /);
    const error = await placesIn({
      'own/p.yaml': ZIPPED.replace('csv" }', 'csv", map: { uid: id } }'),
      'own/a.zip': zipOf('in/users.csv', 'uid,name\nann,Ann\n'),
    });
    expect(error.github[0]).toMatch(
      /^::error file=own\/a\.zip,title=SOURCE\.COLUMN_MISSING::in\/users\.csv:1 {2}/,
    );
    expect(error.sarif).toEqual({ artifactLocation: { uri: 'own/a.zip' } });
  });

  test.each([
    [
      'a folder',
      'export',
      { 'own/export/result.json': true },
      /^::error file=own\/export\/result\.json,line=\d+/,
    ],
    [
      'an archive',
      'a.zip',
      { 'own/a.zip': true },
      /^::error file=own\/a\.zip,title=[A-Z_.]+::result\.json:\d+ {2}/,
    ],
  ])('of an export in %s', async (_, path, files, expected) => {
    const chat = JSON.stringify(
      {
        name: 'Two',
        type: 'private_group',
        id: 7,
        messages: [
          {
            id: 1,
            type: 'message',
            date: '2024-05-16T09:00:00',
            date_unixtime: '1715850000',
            from: 'Ann',
            from_id: 'user1',
            text: 'Hi',
          },
          {
            id: 2,
            type: 'message',
            date: 'no',
            date_unixtime: 'no',
            from: 'Ann',
            from_id: 'user1',
            text: 'Hi',
          },
        ],
      },
      null,
      1,
    );
    const [name = ''] = Object.keys(files);
    const { github } = await placesIn({
      [name]: name.endsWith('.zip') ? zipOf('result.json', chat) : chat,
      'own/p.yaml': `version: 1\nname: few\nsources:\n  export: { system: telegram, path: ${path}, zone: UTC }\n`,
    });
    expect(github[0]).toMatch(expected);
  });
});

test('rows that share a line are counted one by one', async () => {
  const rows = Array.from({ length: 15 }, (_, at) => ({ uid: `u${at}`, name: '' }));
  await using folder = await space({
    'own/p.yaml': 'version: 1\nname: few\nsources:\n  users: { path: users.json, rows: "$[*]" }\n',
    'own/users.json': JSON.stringify(rows),
  });
  const run = async (...args: readonly string[]) =>
    (await folder.run(['validate', 'own/p.yaml', ...args])).out;
  expect(await run()).toContain('\n    and 5 more\n');
  expect(await run('--format', 'github')).toContain('::5 more rows like this%0A');
  expect(await run('--format', 'junit')).toContain('5 more rows like this');
  expect(await run('--format', 'sarif')).toContain('5 more rows like this');
  await run('--report', 'x.html');
  expect(await readFile(join(folder.path, 'x.html'), 'utf8')).toContain('and 5 more like these');
});
