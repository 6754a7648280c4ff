import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Workspace, workspace } from '../../e2e/workspace.ts';
import { runCli } from '../../support/cli-here.ts';
// A file of a user finds the package `chatferry` in a process of the program alone.
import { runCli as startCli } from '../../support/cli-process.ts';

const TYPED = `import { definePipeline } from 'chatferry';
import { folder } from './names.ts';

export default definePipeline({
  version: 1,
  name: 'typed',
  target: 'sandbox',
  sources: { users: { path: \`\${folder}/users.csv\` } },
});
`;

/** A pipeline in TypeScript with a file that it imports. */
function typed(space: Workspace, text = TYPED, name = 'pipeline.ts'): string {
  space.write('names.ts', "export const folder: string = '.';\n");
  return space.write(name, text);
}

test('a pipeline in TypeScript runs as one in YAML does, and says nothing else', async () => {
  using space = workspace(0);
  const pipeline = typed(space);
  const checked = await startCli('validate', pipeline);
  expect([checked.exitCode, checked.stderr]).toEqual([0, '']);
  const done = await startCli('run', pipeline, '--json');
  expect(done.exitCode).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ pipeline: 'typed', entities: { users: { created: 3 } } });
  expect((await startCli('status', pipeline)).exitCode).toBe(0);
});

test('it belongs to its state: a change of it, or of what it imports, is another pipeline', async () => {
  using space = workspace(0);
  const pipeline = typed(space);
  expect((await startCli('run', pipeline)).exitCode).toBe(0);
  expect((await startCli('run', pipeline)).exitCode).toBe(0);
  space.write('names.ts', "export const folder: string = './.';\n");
  const { exitCode, stderr } = await startCli('run', pipeline);
  expect(exitCode).toBe(9);
  expect(stderr).toContain('code in pipeline.ts');
});

test.each(['pipeline.mjs', 'pipeline.js', 'pipeline.mts'])('%s may export a plain object', async (name) => {
  using space = workspace(0);
  const pipeline = typed(
    space,
    "export default { version: 1, name: 'plain', sources: { users: { path: 'users.csv' } } };",
    name,
  );
  const { exitCode, stderr } = await runCli('validate', pipeline);
  expect([exitCode, stderr]).toEqual([0, '']);
});

test.each([
  [
    'export default { version: 1, name: "x", sources: { users: { path: "users.csv", formt: "csv" } } }',
    'CONFIG.INVALID',
    'did you mean sources.users.format|did you mean format',
  ],
  [
    'export default { version: 1, name: "X", sources: { users: { path: "users.csv" } } }',
    'CONFIG.INVALID',
    'name: a name is 1 to 64',
  ],
  [
    'export default { version: 1, name: "x", sources: { users: { path: () => 1 } } }',
    'CONFIG.INVALID',
    'sources.users',
  ],
  ['export default 3', 'CONFIG.INVALID', 'the default export of the file is not a pipeline'],
  ['export const pipeline = {}', 'CONFIG.INVALID', 'the default export of the file is not a pipeline'],
  ['const a: any = {}; a.a = a; export default a', 'CONFIG.SYNTAX', 'call stack'],
  ['const ok = 1;\nexport default {', 'CONFIG.SYNTAX', 'pipeline.ts:'],
  ['const ok = 1;\nthrow new Error("boom")', 'CONFIG.SYNTAX', 'pipeline.ts:2\n  .*boom'],
  ['import "./gone.ts"; export default {}', 'CONFIG.SYNTAX', 'gone.ts'],
])('%s is refused by its field or its line', async (text, code, said) => {
  using space = workspace(0);
  const { exitCode, stderr } = await runCli('validate', typed(space, text));
  expect(exitCode).toBe(2);
  expect(stderr).toContain(code);
  expect(stderr).toMatch(new RegExp(said, 's'));
  expect(stderr).not.toMatch(/line \?|undefined/);
});

test('a file that is not there is missing', async () => {
  using space = workspace(0);
  const { exitCode, stderr } = await runCli('run', join(space.folder, 'gone.ts'));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('CONFIG.FILE_MISSING');
});

test('every command leaves a file alone that others can change, but for --allow-code', async () => {
  using space = workspace(0);
  const trace = join(space.folder, 'trace');
  const pipeline = typed(
    space,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(trace)}, '');\n${TYPED}`,
  );
  chmodSync(join(space.folder, 'names.ts'), 0o666);
  const commands = [
    'validate',
    'plan',
    'run',
    'status',
    'report',
    'rejects',
    'unlock',
    'verify',
    'undo',
    'doctor',
  ];
  const said = await Promise.all(commands.map((command) => runCli(command, pipeline)));
  for (const [at, { stdout, stderr }] of said.entries())
    expect(stdout + stderr, commands[at]).toContain('names.ts can be changed by others');
  expect(existsSync(trace)).toBe(false);
  expect((await startCli('validate', pipeline, '--allow-code')).exitCode).toBe(0);
  expect(existsSync(trace)).toBe(true);
});
