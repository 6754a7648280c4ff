import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DOMAIN_NAMES, FEATURES, IMPLEMENTATIONS, violations } from './architecture-rules.ts';
import { DOORS, type Doors, doorViolations } from './doors.ts';
import { tooBigRooms } from './folder-sizes.ts';
import { reachableFrom, readTree, type SourceFile } from './import-graph.ts';

const src = fileURLToPath(new URL('../../src', import.meta.url));

describe('the source tree', () => {
  test('keeps to its floors, has no circle, and keeps to sizes and names', () => {
    expect(violations(src)).toEqual([]);
  });

  test('has rooms that others enter through their doors alone', () => {
    expect(doorViolations(readTree(src), DOORS)).toEqual([]);
  });

  test('has no room with more than a fifth of its lines', () => {
    expect(tooBigRooms(readTree(src))).toEqual([]);
    const planted = ['a/x.ts', 'a/y.ts', 'b/z.ts', 'c.ts'].map((path) => ({
      ...(readTree(src)[0] as SourceFile),
      path,
    }));
    expect(tooBigRooms(planted, 0.4)).toEqual(['a/ has 50.0 % of the lines']);
  });

  test('is read whole: every file of the line is among the files checked', () => {
    const paths = readTree(src).map(({ path }) => path);
    for (const path of [
      'cli.ts',
      'cli/main.ts',
      'delivery/run.ts',
      'cli/commands/run.ts',
      'input/sources/csv/csv.ts',
      'sandbox/sandbox.ts',
      'sandbox/view/main.js',
    ])
      expect(paths).toContain(path);
    const run = readTree(src).find(({ path }) => path === 'delivery/run.ts');
    expect(run?.imports).toContainEqual({ to: 'delivery/batch.ts', typeOnly: false });
    expect(run?.imports).toContainEqual({ to: 'delivery/checkpoint.ts', typeOnly: true });
    const chooser = readTree(src).find(({ path }) => path === 'cli/commands/plan.ts');
    expect(chooser?.imports).toContainEqual({ to: 'features/plan/plan.ts', typeOnly: false });
  });

  test('needs every exception that the rules list', () => {
    const files = readTree(src);
    for (const path of DOMAIN_NAMES) expect(files.map((file) => file.path)).toContain(path);
    const importsOf = (from: RegExp): readonly string[] =>
      files.filter(({ path }) => from.test(path)).flatMap(({ imports }) => imports.map(({ to }) => to));
    for (const [feature, others] of Object.entries(FEATURES))
      for (const other of others)
        expect(importsOf(new RegExp(`^features/${feature}/`)), `${feature} → ${other}`).toContainEqual(
          expect.stringMatching(`^features/${other}/`),
        );
    for (const { of, namedBy } of IMPLEMENTATIONS) {
      const named = files.filter(({ path }) => namedBy.test(path));
      expect(named, `${namedBy}`).not.toEqual([]);
      for (const { path, imports } of named)
        expect(
          imports.some(({ to }) => of.test(to)),
          `${path} names none of ${of}`,
        ).toBe(true);
    }
  });
});

describe('the client', () => {
  test('stands by itself: it needs nothing of the importer', () => {
    const found = [...reachableFrom('client.ts', readTree(src))];
    const own = /^(?:client\.ts$|service\/(?!targets\/)|errors\/|system\/|input\/json\/)/;
    expect(found.filter((path) => !own.test(path))).toEqual([]);
    expect(found).toContain('service/transport/http.ts');
  });
});

describe('the sandbox', () => {
  test('is loaded by its command and by its own entry alone', () => {
    for (const entry of ['index.ts', 'client.ts'])
      expect([...reachableFrom(entry, readTree(src))].filter((path) => path.startsWith('sandbox'))).toEqual(
        [],
      );
    expect([...reachableFrom('sandbox.ts', readTree(src))]).toContain('sandbox/sandbox.ts');
  });
});

describe('the rules have teeth', () => {
  const planted: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    found: RegExp,
  ])[] = [
    [
      'a concept that imports an implementation',
      {
        'delivery/check.ts': "import { csv } from '../input/sources/csv/csv.ts';\n",
        'input/sources/csv/csv.ts': 'export const csv = 1;\n',
      },
      /^delivery\/check\.ts imports input\/sources\/csv\/csv\.ts: only their registry/,
    ],
    [
      'an implementation that imports another, even for its types',
      {
        'input/sources/csv/csv.ts': "import type { A } from '../json/a.ts';\n",
        'input/sources/json/a.ts': 'export type A = 1;\n',
      },
      /implementations of one interface/,
    ],
    [
      'a file that climbs to a higher floor, even for its types',
      {
        'ledger/a.ts': "import type { A } from '../delivery/a.ts';\n",
        'delivery/a.ts': 'export type A = 1;\n',
      },
      /^ledger\/a\.ts imports delivery\/a\.ts: it climbs/,
    ],
    [
      'a feature that knows another',
      {
        'features/verify/a.ts': "import type { A } from '../sync/a.ts';\n",
        'features/sync/a.ts': 'export type A = 1;\n',
      },
      /this feature does not know that one/,
    ],
    [
      'a floor that nobody has drawn',
      { 'tools/a.ts': "import { a } from '../errors/a.ts';\n", 'errors/a.ts': 'export const a = 1;\n' },
      /no such floor/,
    ],
    [
      'a table of facts that knows of the line',
      {
        'errors/codes/row.ts': "import { a } from '../../delivery/a.ts';\n",
        'delivery/a.ts': 'export const a = 1;\n',
      },
      /it climbs to a higher floor/,
    ],
    [
      'a command that imports a command',
      {
        'cli/commands/run.ts': "import { a } from './a.ts';\n",
        'cli/commands/a.ts': 'export const a = 1;\n',
      },
      /implementations of one interface/,
    ],
    [
      'an export system that knows another one',
      {
        'exports/systems/sql/sql.ts': "import { a } from '../slack/dump/a.ts';\n",
        'exports/systems/slack/dump/a.ts': 'export const a = 1;\n',
      },
      /^exports\/systems\/sql\/sql\.ts imports .*: implementations of one interface/,
    ],
    [
      'a neutral file that knows an export system',
      {
        'exports/neutral.ts': "import type { A } from './systems/slack/a.ts';\n",
        'exports/systems/slack/a.ts': 'export type A = 1;\n',
      },
      /^exports\/neutral\.ts imports .*: only their registry/,
    ],
    [
      'a feature that chooses a state store by itself',
      {
        'features/undo/a.ts': "import { fileState } from '../../files/state/file-state.ts';\n",
        'files/state/file-state.ts': 'export const fileState = 1;\n',
      },
      /only their registry names implementations/,
    ],
    [
      'an import of the command line from below',
      {
        'cli/commands/run.ts': "import { a } from '../main.ts';\n",
        'cli/main.ts': 'export const a = 1;\n',
      },
      /only cli\.ts may import it/,
    ],
    [
      'a reader that opens files past those that it is handed',
      { 'exports/a.ts': "import { readFile } from 'node:fs/promises';\nexport const a = readFile;\n" },
      /^exports\/a\.ts reads files past/,
    ],
    [
      'the files of the machine as a default',
      { 'features/a/a.ts': 'export const a = (files: Files = realFiles) => files;\n' },
      /^features\/a\/a\.ts has the files of the machine as a default/,
    ],
    [
      'an import of the barrel',
      { 'cli/a.ts': "import { a } from '../index.ts';\n", 'index.ts': 'export const a = 1;\n' },
      /nobody imports an entry/,
    ],
    [
      'a sandbox that shares code with the client',
      {
        'sandbox/a.ts': "import type { A } from '../input/row.ts';\n",
        'input/row.ts': 'export type A = 1;\n',
      },
      /the sandbox is an island/,
    ],
    [
      'a client that reaches into the sandbox by a dynamic import',
      {
        'delivery/run.ts': "const a = await import('../sandbox/a.ts');\n",
        'sandbox/a.ts': 'export const a = 1;\n',
      },
      /only the sandbox command/,
    ],
    [
      'a library that brings the sandbox along',
      { 'library/a.ts': "import '../sandbox.ts';\n", 'sandbox.ts': 'export const sandbox = 1;\n' },
      /nobody imports an entry/,
    ],
    [
      'folders that import each other, through files that do not',
      {
        'delivery/a/one.ts': "import { two } from '../b/two.ts';\nexport const one = two;\n",
        'delivery/a/three.ts': 'export const three = 1;\n',
        'delivery/b/two.ts': 'export const two = 1;\n',
        'delivery/b/four.ts': "import { three } from '../a/three.ts';\nexport const four = three;\n",
      },
      /^circle in delivery\/: a → b → a/,
    ],
    [
      'a folder with too many files',
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`keys/a${at}.ts`, 'const a = 1;\n'])),
      /^keys\/ holds 21 files/,
    ],
    [
      'a cycle',
      {
        'a.ts': "import { b } from './b.ts';\n",
        'b.ts': "export * from './c.ts';\n",
        'c.ts': "import './a.ts';\n",
      },
      /^cycle: a\.ts → b\.ts → c\.ts → a\.ts/,
    ],
    [
      'a cycle of types alone',
      { 'a.ts': "import type { B } from './b.ts';\n", 'b.ts': "import { type A } from './a.ts';\n" },
      /^cycle: /,
    ],
    ['a file that is too long', { 'a.ts': 'const a = 1;\n'.repeat(401) }, /has 401 lines/],
    [
      'files that are long as a rule',
      { 'a.ts': 'const a = 1;\n'.repeat(121) },
      /the median file has 121 lines/,
    ],
    [
      'a small file for one other alone',
      {
        'keys/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
        'keys/b.ts': 'export const b = 1;\n',
      },
      /^keys\/b\.ts has 1 lines and belongs into keys\/a\.ts/,
    ],
    ['a name in camel case', { 'keyIndex.ts': '' }, /not kebab-case/],
    ['a name that says nothing', { 'row-utils.ts': '' }, /the name says nothing/],
    ['a service of no kind', { 'users/user-service.ts': '' }, /the name says nothing/],
    ['a default export', { 'a.ts': 'export default 1;\n' }, /default export/],
    ['a reader of argv', { 'a.ts': 'const a = process.argv;\n' }, /reads process\.argv/],
    ['a file that ends the process', { 'a.ts': 'process.exitCode = 1;\n' }, /ends the process/],
    [
      'a page that makes markup of text',
      { 'sandbox/view/a.js': 'node.innerHTML = text;\n' },
      /sandbox\/view\/a\.js makes markup of text/,
    ],
    [
      'a page that imports code of the server',
      { 'sandbox/view/a.js': "import { b } from '../b.ts';\n", 'sandbox/b.ts': 'export const b = 1;\n' },
      /the page of a browser stands alone/,
    ],
    ['a clock of its own', { 'a.ts': 'const a = Date.now();\n' }, /machine's time or chance/],
    ['a timer of its own', { 'a.ts': 'setTimeout(() => {}, 5);\n' }, /machine's time or chance/],
    [
      'a file written past the system',
      { 'a.ts': "import { readFile, rename } from 'node:fs/promises';\n" },
      /writes files past/,
    ],
    ['any', { 'a.ts': 'export const a = (b: any): void => b;\n' }, /uses any/],
    ['any as a type argument', { 'a.ts': 'const a = new Map<string, any>();\n' }, /uses any/],
  ];

  test.each(planted)('%s is found', async (_what, files, found) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await plant(folder.path, files);
    expect(violations(folder.path)).toContainEqual(expect.stringMatching(found));
  });

  test('what only looks like a violation is none', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const text =
      "// import { a } from './sandbox/a.ts'\nconst any = 'process.argv: any';\n/* process.argv */\n";
    await writeFile(join(folder.path, 'a.ts'), text.replace("'process.argv: any'", "'as any'"));
    expect(violations(folder.path)).toEqual([]);
  });
});

describe('the rule of doors has teeth', () => {
  const tree = {
    'delivery/run.ts': "import type { A } from '../input/a.ts';\nimport { b } from '../input/b.ts';\n",
    'features/sync/sync.ts': "import { c } from '../plan/c.ts';\n",
    'features/plan/c.ts': "import { d } from './d.ts';\nexport const c = d;\n",
    'features/plan/d.ts': 'export const d = 1;\n',
    'input/a.ts': 'export type A = 1;\n',
    'input/b.ts': 'export const b = 1;\n',
    'input/c.ts': "import type { A } from './a.ts';\n",
    'index.ts': "export { c } from './features/plan/c.ts';\nexport { v } from './version.ts';\n",
    'version.ts': 'export const v = 1;\n',
  };
  const plan = { max: 1, files: ['features/plan/c.ts'] };
  const input = { max: 2, files: ['input/a.ts', 'input/b.ts'] };
  const table = { 'features/plan': plan, input };
  const planted: readonly (readonly [what: string, doors: Doors, found: readonly string[]])[] = [
    ['nothing in a table that fits', table, []],
    [
      'a file that another room imports for its types alone',
      { ...table, input: { max: 1, files: ['input/b.ts'] } },
      ['delivery/run.ts imports input/a.ts, which is private to input/'],
    ],
    [
      'a file of a feature that another feature imports, in a room without doors',
      { input },
      ['features/sync/sync.ts imports features/plan/c.ts, which is private to features/plan/'],
    ],
    [
      'a door that only its own room uses',
      {
        ...table,
        'features/plan': { max: 2, files: ['features/plan/c.ts', 'features/plan/d.ts'] },
      },
      ['features/plan/d.ts is listed as a door, but no other room imports it'],
    ],
    [
      'a door that is not there',
      { ...table, keys: { max: 1, files: ['keys/a.ts'] } },
      ['keys/a.ts is listed as a door, but no other room imports it'],
    ],
    [
      'a door in the list of another room',
      { input: { max: 3, files: ['features/plan/c.ts', ...input.files] } },
      ['features/plan/c.ts is listed as a door of input/, where it does not lie'],
    ],
    [
      'a room with more doors than it may have',
      { ...table, input: { ...input, max: 1 } },
      ['input/ has 2 doors, at most 1'],
    ],
    [
      'a maximum that leaves room for more',
      { ...table, input: { ...input, max: 3 } },
      ['input/ has 2 doors: lower its maximum of 3'],
    ],
    [
      'doors out of order',
      { ...table, input: { max: 2, files: ['input/b.ts', 'input/a.ts'] } },
      ['the doors of input/ are not sorted, or one stands twice'],
    ],
  ];

  test.each(planted)('%s is found', async (_what, doors, found) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await plant(folder.path, tree);
    expect(doorViolations(readTree(folder.path), doors)).toEqual(found);
  });

  test('the shards of the fleet are a room of their own', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    await plant(folder.path, {
      'features/fleet/work.ts': "import { a } from './shards/a.ts';\n",
      'features/fleet/shards/a.ts': 'export const a = 1;\n',
    });
    expect(doorViolations(readTree(folder.path), {})).toEqual([
      'features/fleet/work.ts imports features/fleet/shards/a.ts, which is private to features/fleet/shards/',
    ]);
  });
});

/** Writes files of a source tree, by path. */
async function plant(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
