import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import {
  applyTransform,
  type Transformed,
  transformRow,
} from '../../../src/pipeline/code/apply-transform.ts';
import { codeFilesOf } from '../../../src/pipeline/code/code-files.ts';
import { loadTransform } from '../../../src/pipeline/code/load-transform.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const load = (allowCode = false) =>
  loadTransform('./t.ts', { file: join(folder, 'pipeline.yaml'), folder }, { allowCode });
const place = { entity: 'users', source: 1, file: 'users.csv', line: 2, row: 1 } as const;

async function applied(
  code: string,
  row: Record<string, unknown> = { id: '1', name: 'Ann' },
): Promise<Transformed> {
  write('t.ts', code);
  return applyTransform(await load(), row, place);
}

async function refused(work: Promise<unknown>): Promise<RunError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RunError)) throw new Error(`no RunError: ${error}`);
  return error;
}

test('a row becomes a row, several rows, or none', async () => {
  expect(await applied('export default (row) => ({ ...row, name: row.name.toUpperCase() })')).toEqual({
    rows: [{ id: '1', name: 'ANN' }],
  });
  expect(await applied('export default (row) => [row, { id: row.id + "b" }]')).toEqual({
    rows: [{ id: '1', name: 'Ann' }, { id: '1b' }],
  });
  expect(await applied('export default () => null')).toEqual({ leftOut: 'transform' });
  expect(await applied('export default () => []')).toEqual({ leftOut: 'transform' });
});

test('the function is told where the row comes from', async () => {
  expect(await applied('export default (_row, place) => place')).toEqual({ rows: [place] });
});

test('types are stripped, and local files are imported', async () => {
  write('h.ts', 'export const suffix: string = "!";\n');
  expect(
    await applied(
      'import { suffix } from "./h.ts";\ntype Row = { name: string };\nexport default (row: Row): object => ({ name: row.name + suffix });',
    ),
  ).toEqual({ rows: [{ name: 'Ann!' }] });
});

test('dates become texts, members without a value are left out, bigints stay', async () => {
  expect(
    await applied(
      'export default () => ({ at: new Date(0), gone: undefined, n: 12345678901234567890n, a: [1, null, true] })',
    ),
  ).toEqual({ rows: [{ at: '1970-01-01T00:00:00.000Z', n: 12345678901234567890n, a: [1, null, true] }] });
});

test('a throw rejects the row with its message and the line of the function', async () => {
  expect(
    await applied(
      'export default (row) => {\n  if (row.id === "1") throw new Error("no\\n such id");\n  return row;\n};',
    ),
  ).toEqual({ problem: { code: 'ROW.TRANSFORM_FAILED', message: 'no such id (./t.ts:2)' } });
  write('h.ts', '\n\nexport const fail = () => { throw new TypeError("deep"); };\n');
  expect(await applied('import { fail } from "./h.ts";\nexport default () => fail();')).toMatchObject({
    problem: { message: expect.stringMatching(/^deep \(.*h\.ts:3\)$/) },
  });
});

test.each(['"text"', 'undefined', 'null', '{ toString() { throw 1 } }', 'Object.create(null)'])(
  'whatever is thrown, as %s, only rejects the row',
  async (thrown) => {
    expect(await applied(`export default () => { throw ${thrown}; }`)).toMatchObject({
      problem: { code: 'ROW.TRANSFORM_FAILED' },
    });
  },
);

test('a promise is refused, and its failure does not end the process', async () => {
  expect(await applied('export default async () => { throw new Error("later"); }')).toEqual({
    problem: {
      code: 'ROW.TRANSFORM_FAILED',
      message: './t.ts returned a promise: a transform must be synchronous',
    },
  });
});

test.each([
  ['"text"', 'it is a string, expected an object'],
  ['undefined', 'it is undefined'],
  ['[{}, 3]', 'an element of the array is a number, expected an object'],
  ['[[{}]]', 'an element of the array is an array'],
  ['[null]', 'an element of the array is null'],
  ['(() => { const a = { b: {} }; a.b.c = a; return a; })()', 'b.c contains itself'],
  ['({ f: () => 1 })', 'f is a function, which JSON cannot contain'],
  ['({ a: { f: Symbol() } })', 'a.f is a symbol'],
  ['({ n: 0 / 0 })', 'n is NaN, which JSON cannot contain'],
  ['({ m: new Map() })', 'm is a Map'],
  ['({ m: new Uint8Array(3) })', 'm is binary data'],
  ['({ d: new Date("x") })', 'd is an invalid date'],
  ['({ a: "x".repeat(10_000_000) })', 'it is larger than 1 MiB'],
  ['({ a: "\\u0001".repeat(300_000) })', 'it is larger than 1 MiB'],
  ['Array.from({ length: 200_000 }, () => ({ abc: 1 }))', 'it is larger than 1 MiB'],
  ['({ get a() { throw new Error("no") } })', 'it cannot be read: no'],
  ['(() => { let a = {}; for (let n = 0; n < 100_000; n++) a = { a }; return a; })()', 'more than 64 levels'],
])('the result %s is refused', async (result, reason) => {
  const done = await applied(`export default () => ${result};`);
  expect(done).toMatchObject({
    problem: { code: 'ROW.TRANSFORM_RESULT', message: expect.stringContaining(reason) },
  });
});

test('one value in two places is no cycle', async () => {
  expect(await applied('export default () => { const a = { b: 1 }; return { x: a, y: a }; }')).toEqual({
    rows: [{ x: { b: 1 }, y: { b: 1 } }],
  });
});

test('any JSON goes through a transform unchanged', async () => {
  write('t.ts', 'export default (row) => row;');
  const loaded = await load();
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (row) => {
      expect(JSON.stringify(applyTransform(loaded, row, place))).toBe(JSON.stringify({ rows: [row] }));
    }),
  );
});

test('whatever a transform returns, it never throws', async () => {
  write('t.ts', 'export default (row) => row.result;');
  const loaded = await load();
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withNullPrototype: true,
        withObjectString: true,
        withSparseArray: true,
      }),
      (result) => {
        const done = applyTransform(loaded, { result }, place);
        if ('rows' in done) JSON.stringify(done, (_, value) => (typeof value === 'bigint' ? 1 : value));
      },
    ),
  );
});

test('cells of a CSV row go by the names of their columns, also by strange ones', () => {
  const row = transformRow(['a', 'b', ''], ['id', '__proto__', 'then']);
  expect(Object.entries(row)).toEqual([
    ['id', 'a'],
    ['__proto__', 'b'],
    ['then', ''],
  ]);
  const values = { id: 1, deep: { a: 1 } };
  expect(transformRow(values, undefined)).toEqual(values);
  expect(transformRow(values, undefined)).not.toBe(values);
});

test.each([
  ['const ok = 1;\nconst x: = 1;', 2],
  ['const ok = 1;\nthrow new Error("at load");', 2],
  ['import "./gone.ts";\nexport default () => null;', undefined],
])('code that cannot be loaded is told with file and line: %s', async (code, line) => {
  write('t.ts', code);
  const { code: is, where, message } = await refused(load());
  expect([is, where?.file]).toEqual(['CONFIG.TRANSFORM_INVALID', './t.ts']);
  expect(message).toContain('./t.ts cannot be loaded: ');
  if (line !== undefined) expect(where?.line ?? line).toBe(line);
});

test('a file that is not there, is no code, or exports no function is told', async () => {
  expect((await refused(load())).message).toBe('./t.ts does not exist');
  write('t.ts', 'export const transform = () => null;');
  expect((await refused(load())).message).toBe('the default export of ./t.ts is not a function');
  write('t.py', '');
  const at = { file: join(folder, 'pipeline.yaml'), folder };
  expect((await refused(loadTransform('./t.py', at, { allowCode: false }))).message).toContain('is not code');
});

test.each([
  ['a relative path', () => './h.ts'],
  ['a whole path', () => join(folder, 'h.ts')],
  ['a file URL', () => pathToFileURL(join(folder, 'h.ts')).href],
])(
  'code that others can change is not run, nor is code that it imports by %s, but for allowCode',
  async (_, name) => {
    write('h.ts', 'import type { Transform } from "chatferry";\nexport const x: Transform | number = 1;');
    write('t.ts', `import { x } from ${JSON.stringify(name())};\nexport default () => ({ x });`);
    for (const name of ['t.ts', 'h.ts']) {
      chmodSync(join(folder, name), 0o666);
      const { code, message } = await refused(load());
      expect([code, message.includes(name)]).toEqual(['CONFIG.CODE_NOT_OWN', true]);
      chmodSync(join(folder, name), 0o600);
    }
    chmodSync(join(folder, 'h.ts'), 0o666);
    expect(applyTransform(await load(true), {}, place)).toEqual({ rows: [{ x: 1 }] });
  },
);

test('a link to code in a folder that others can change is not followed', async () => {
  write('h.ts', 'export const x = 1;');
  write('t.ts', 'import { x } from "./open/h.ts";\nexport default () => ({ x });');
  mkdirSync(join(folder, 'open'));
  symlinkSync(join(folder, 'h.ts'), join(folder, 'open/h.ts'));
  expect(applyTransform(await load(), {}, place)).toEqual({ rows: [{ x: 1 }] });
  chmodSync(join(folder, 'open'), 0o777);
  expect((await refused(load())).code).toBe('CONFIG.CODE_NOT_OWN');
});

test('the text of every local file is part of the digest, the place of the folder is not', async () => {
  const digest = async (): Promise<string> => (await codeFilesOf(join(folder, 't.ts'))).digest;
  write('t.ts', 'import a from "./a.ts";\nexport * from \'./b.mjs?x\';\nawait import("./c.js");\n');
  write('a.ts', 'import "./a.ts";import"./t.ts"; // a circle\n');
  write('b.mjs', 'x');
  write('c.js', 'require("./d.cjs")');
  write('d.cjs', '1');
  write('e.ts', 'unused');
  const { files } = await codeFilesOf(join(folder, 't.ts'));
  expect(files.map((path) => path.slice(-5)).sort()).toEqual(['/a.ts', '/c.js', '/t.ts', 'b.mjs', 'd.cjs']);
  const before = await digest();
  write('e.ts', 'still unused');
  expect(await digest()).toBe(before);
  for (const name of ['t.ts', 'a.ts', 'b.mjs', 'c.js', 'd.cjs']) {
    const last = await digest();
    writeFileSync(join(folder, name), '//', { flag: 'a' });
    expect(await digest(), name).not.toBe(last);
  }
  const link = join(folder, 'elsewhere.ts');
  symlinkSync(join(folder, 't.ts'), link);
  expect((await codeFilesOf(link)).digest).toBe(await digest());
});

test('a changed function is loaded again in the same process', async () => {
  expect(await applied('export default () => ({ a: 1 })')).toEqual({ rows: [{ a: 1 }] });
  expect(await applied('export default () => ({ a: 2 })')).toEqual({ rows: [{ a: 2 }] });
});
