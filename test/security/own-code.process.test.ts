import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAST, type Workspace, workspace } from '../e2e/workspace.ts';
import { mainHere as cli } from '../support/main-here.ts';

/** Nobody listens there: a command that got its key ends at once because the certificate authority is no file. */
const target = (command: readonly string[]): string =>
  `{ baseUrl: "https://127.0.0.1:9/v3", caFile: none.pem, apiKey: { command: ${JSON.stringify(command)} } }`;

/** A pipeline whose command leaves a trace, so that a test sees whether it ran. */
function traced(space: Workspace, program?: string): { readonly pipeline: string; readonly trace: string } {
  const trace = join(space.folder, 'trace');
  const command = program
    ? [program]
    : [process.execPath, '-e', `fs.writeFileSync(${JSON.stringify(trace)}, 'x'); console.log('k123')`];
  return { pipeline: space.pipeline({ target: target(command), rest: FAST }), trace };
}

/** A state in a folder that others can write is refused before anything is run. */
const REFUSED = /CONFIG\.CODE_NOT_OWN|STATE\.NOT_OWN/;

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['run', '--yes'],
  ['verify'],
  ['plan', '--online'],
  ['doctor'],
];

test.each(COMMANDS)(
  '%s does not run the command of a pipeline that others can write, but for --allow-code',
  async (command, ...more) => {
    using space = workspace(3);
    const { pipeline, trace } = traced(space);
    chmodSync(pipeline, 0o666);
    const refused = await cli([command, pipeline, ...more]);
    expect(refused.code).toBe(2);
    expect(refused.out + refused.err).toContain('can be changed by others, its mode is 0666');
    expect(refused.out + refused.err).toContain('chmod go-w');
    expect(existsSync(trace)).toBe(false);
    await cli([command, pipeline, ...more, '--allow-code']);
    expect(existsSync(trace)).toBe(true);
  },
);

test.each([
  [
    'a file that the group can write',
    ({ folder }: Workspace) => chmodSync(join(folder, 'pipeline.yaml'), 0o664),
  ],
  ['a folder that everybody can write', ({ folder }: Workspace) => chmodSync(folder, 0o777)],
  ['a folder with the sticky bit, as /tmp', ({ folder }: Workspace) => chmodSync(folder, 0o1777)],
])('%s is refused', async (_what, open) => {
  using space = workspace(3);
  const { pipeline, trace } = traced(space);
  open(space);
  const { code, err } = await cli(['run', pipeline, '--yes']);
  expect([code, existsSync(trace)]).toEqual([2, false]);
  expect(err).toMatch(REFUSED);
});

test('a link to a pipeline in a folder that others can write is refused', async () => {
  using space = workspace(3);
  const { pipeline, trace } = traced(space);
  mkdirSync(join(space.folder, 'own'), { mode: 0o700 });
  const link = join(space.folder, 'own/link.yaml');
  symlinkSync(pipeline, link);
  for (const name of ['users.csv', 'groups.csv', 'members.csv', 'messages.ndjson'])
    symlinkSync(join(space.folder, name), join(space.folder, 'own', name));
  chmodSync(space.folder, 0o777);
  expect((await cli(['run', link, '--yes'])).err).toMatch(REFUSED);
  expect(existsSync(trace)).toBe(false);
});

test('a program beside the pipeline is found there, and not run if others can write it', async () => {
  using space = workspace(3);
  const program = space.write('key.sh', '#!/bin/sh\n: > trace\necho k123\n');
  const { pipeline, trace } = traced(space, './key.sh');
  chmodSync(program, 0o777);
  expect((await cli(['run', pipeline, '--yes'])).err).toContain(`${program} can be changed by others`);
  expect(existsSync(trace)).toBe(false);
  chmodSync(program, 0o700);
  expect((await cli(['run', pipeline, '--yes'])).err).toContain('none.pem');
  expect(existsSync(trace)).toBe(true);
});

test.runIf(process.getuid?.() === 0)('a file of another user is refused', async () => {
  using space = workspace(3);
  const { pipeline, trace } = traced(space);
  chownSync(pipeline, 65_534, 65_534);
  expect((await cli(['run', pipeline, '--yes'])).err).toContain('belongs to another user');
  expect(existsSync(trace)).toBe(false);
});

test('commands that need no key run nothing', async () => {
  using space = workspace(3);
  const { pipeline, trace } = traced(space);
  for (const command of ['validate', 'plan', 'status', 'rejects', 'report'])
    await cli([command, pipeline, '--allow-code']);
  expect(existsSync(trace)).toBe(false);
});

test('undo and a retry check it as well', async () => {
  using space = workspace(3);
  const users = space.write('users.csv', 'uid,name\nann,Ann\nb!,Ben\n');
  const sources = '  users: { path: users.csv }';
  await cli(['run', space.pipeline({ sources })]);
  rmSync(users);
  space.write('users.csv', 'uid,name\nann,Ann\nb!,Ben\n');
  const { pipeline, trace } = traced(space);
  chmodSync(pipeline, 0o666);
  for (const command of [['undo'], ['rejects', 'retry', '--yes']]) {
    const { err } = await cli([...command, pipeline]);
    expect(err).toMatch(/CONFIG\.CODE_NOT_OWN|STATE\./);
  }
  expect(existsSync(trace)).toBe(false);
});
