import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMPOSITION_ROOTS, DOMAIN_NAMES, STANDS_ON, violations } from './architecture-rules.ts';
import { reachableFrom, readTree } from './import-graph.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));

describe('the source tree', () => {
  test('follows the import direction, has no cycle, and keeps to sizes and names', () => {
    expect(violations(src)).toEqual([]);
  });

  test('is read whole: every file of the line is among the files checked', () => {
    const paths = readTree(src).map(({ path }) => path);
    for (const path of [
      'cli.ts',
      'main.ts',
      'run.ts',
      'commands/run.ts',
      'sources/csv.ts',
      'sandbox/sandbox.ts',
      'sandbox/view/main.js',
    ])
      expect(paths).toContain(path);
    const run = readTree(src).find(({ path }) => path === 'run.ts');
    expect(run?.imports).toContainEqual({ to: 'batch.ts', typeOnly: false });
    expect(run?.imports).toContainEqual({ to: 'checkpoint.ts', typeOnly: true });
    const chooser = readTree(src).find(({ path }) => path === 'arguments.ts');
    expect(chooser?.imports).toContainEqual({ to: 'commands/run.ts', typeOnly: false });
  });

  test('needs every exception that the rules list', () => {
    const files = readTree(src);
    for (const path of DOMAIN_NAMES) expect(files.map((file) => file.path)).toContain(path);
    for (const [path, { takes, why }] of Object.entries(COMPOSITION_ROOTS)) {
      expect(why).not.toBe('');
      const folders = files.find((file) => file.path === path)?.imports.map(({ to }) => to.split('/')[0]);
      for (const folder of takes) expect(folders, `${path} no longer takes ${folder}`).toContain(folder);
    }
    for (const [folder, roots] of Object.entries(STANDS_ON)) {
      const own = files.filter(({ path }) => path.startsWith(`${folder}/`));
      const reached = new Set(own.flatMap(({ path }) => [...reachableFrom(path, files)]));
      for (const root of roots) expect(reached, `${folder} no longer stands on ${root}`).toContain(root);
    }
  });
});

describe('the client', () => {
  test('stands by itself: it needs nothing of the importer', () => {
    const found = [...reachableFrom('chat-service.ts', readTree(src))];
    const importer =
      /^(?:sources|entities|targets|stores|commands|sandbox)\/|^(?:run|plan|pipeline|check|send|commit)\.ts$/;
    expect(found.filter((path) => importer.test(path))).toEqual([]);
    expect(found).toContain('transport/http.ts');
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
        'check.ts': "import { csv } from './sources/csv.ts';\n",
        'sources/csv.ts': 'export const csv = 1;\n',
      },
      /^check\.ts imports sources\/csv\.ts: a concept knows interfaces/,
    ],
    [
      'a part that imports a part of another folder, even for its types',
      {
        'sources/csv.ts': "import type { A } from '../targets/a.ts';\n",
        'targets/a.ts': 'export type A = 1;\n',
      },
      /parts of different folders/,
    ],
    [
      'a part that reaches a composition root through a concept',
      {
        'sources/csv.ts': "import { a } from '../a.ts';\n",
        'a.ts': "import { plan } from './plan.ts';\n",
        'plan.ts': 'export const plan = 1;\n',
      },
      /^sources\/csv\.ts reaches plan\.ts/,
    ],
    [
      'a check of the service that reaches what the importer is put together with',
      {
        'conformance/a.ts': "import { a } from '../chat-service.ts';\n",
        'chat-service.ts': "import { plan } from './plan.ts';\nexport const a = plan;\n",
        'plan.ts': 'export const plan = 1;\n',
      },
      /^conformance\/a\.ts reaches plan\.ts/,
    ],
    [
      'a table of facts that knows of the line',
      { 'codes/row.ts': "import { a } from '../check.ts';\n", 'check.ts': 'export const a = 1;\n' },
      /a folder of facts knows nothing of anybody/,
    ],
    [
      'a command that imports a command',
      { 'commands/run.ts': "import { a } from './a.ts';\n", 'commands/a.ts': 'export const a = 1;\n' },
      /commands do not know each other/,
    ],
    [
      'an import of the command line parser from below',
      {
        'commands/run.ts': "import { a } from '../arguments.ts';\n",
        'arguments.ts': 'export const a = 1;\n',
      },
      /only main\.ts may import it/,
    ],
    [
      'a sandbox that shares code with the client',
      { 'sandbox/a.ts': "import type { A } from '../row.ts';\n", 'row.ts': 'export type A = 1;\n' },
      /the sandbox is an island/,
    ],
    [
      'a client that reaches into the sandbox by a dynamic import',
      { 'run.ts': "const a = await import('./sandbox/a.ts');\n", 'sandbox/a.ts': 'export const a = 1;\n' },
      /only the sandbox command/,
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
    ['a file that is too long', { 'a.ts': 'const a = 1;\n'.repeat(301) }, /has 301 lines/],
    [
      'files that are long as a rule',
      { 'a.ts': 'const a = 1;\n'.repeat(101) },
      /the median file has 101 lines/,
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
      /the page of the web view stands alone/,
    ],
    ['any', { 'a.ts': 'export const a = (b: any): void => b;\n' }, /uses any/],
    ['any as a type argument', { 'a.ts': 'const a = new Map<string, any>();\n' }, /uses any/],
  ];

  test.each(planted)('%s is found', async (_what, files, found) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder.path, path)), { recursive: true });
      await writeFile(join(folder.path, path), text);
    }
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
