import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { repository } from '../support/repository.ts';

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
  const { exitCode, stdout } = await runHere(['schema', '--types']);
  expect(exitCode).toBe(0);
  writeFileSync(join(folder, 'chatferry.d.ts'), stdout);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the TypeScript compiler says about a file beside the declarations. */
async function compiled(text: string): Promise<string> {
  writeFileSync(join(folder, 'file.ts'), text);
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --allowImportingTsExtensions --skipLibCheck';
  const args = [...options.split(' '), '--target', 'esnext', '--module', 'nodenext', '--types', 'node'];
  args.push('--typeRoots', join(repository, 'node_modules/@types'));
  return await promisify(execFile)(tsc, [...args, 'chatferry.d.ts', 'file.ts'], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const pipeline = (source: string): string => `import { definePipeline, type Transform } from 'chatferry';
export const clean: Transform<{ name: string }> = (row, { line }) => ({ ...row, name: row.name.trim(), line });
export default definePipeline({ version: 1, name: 'typed', target: 'sandbox', sources: { users: ${source} } });
`;

test('the declarations are TypeScript, and take pipelines and transforms that are right', async () => {
  expect(
    await compiled(
      pipeline(
        "[{ path: 'users.csv', format: 'csv', map: { uid: { from: 'id', values: { a: 1 } }, role: { const: 'x' } }, transform: './clean.ts' }, { command: ['psql'] }]",
      ),
    ),
  ).toBe('');
});

test('they take what docs/sources/transform.md shows', async () => {
  const page = ['docs/sources/transform.md', 'test/docs/examples/transform.md']
    .map((path) => readFileSync(join(repository, path), 'utf8'))
    .join('');
  const blocks = [...page.matchAll(/^```ts (\S+)\n([\s\S]*?)^```/gm)].map(([, name = '', text = '']) => ({
    name,
    text,
  }));
  for (const { name, text } of blocks) writeFileSync(join(folder, name), text);
  expect(blocks.map(({ name }) => name)).toEqual(['clean.ts', 'pipeline.ts', 'rooms.ts', 'pipeline.ts']);
  for (const { text } of blocks) expect(await compiled(text)).toBe('');
});

test.each([
  ["{ path: 'users.csv', formt: 'csv' }", 'formt'],
  ["{ path: 'users.csv', format: 'xml' }", '"xml"'],
  ['{ path: 3 }', 'number'],
])('they refuse %s', async (source, said) => {
  expect(await compiled(pipeline(source))).toContain(said);
});

test('the types of a transform are those of the package', async () => {
  const own = join(repository, 'src/pipeline/schema/transform.ts').replaceAll('\\', '/');
  expect(
    await compiled(
      `import type { Transform as A, TransformPlace as P } from 'chatferry';
import type { Transform as B, TransformPlace as Q } from '${own}';
type Same<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false;
export const same: [Same<A, B>, Same<P, Q>] = [true, true];
`,
    ),
  ).toBe('');
});
