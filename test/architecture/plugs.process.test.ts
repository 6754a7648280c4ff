import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { systemPages } from '../exports/system-pages.ts';
import { repository } from '../support/repository.ts';
import { violations } from './architecture-rules.ts';
import { entity, entityName, exportSystem, type Plug, reportFormat, sourceFormat, target } from './plugs.ts';

/** What a program printed and how it ended. */
type Ended = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const ended = (program: string, args: readonly string[], folder: string): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const run = (folder: string, ...args: readonly string[]): Promise<Ended> =>
  ended(process.execPath, args, folder);

const WRITE_SYSTEMS = "import { writeSystems } from './build/write-systems.js'; writeSystems();";

/** The sources by themselves, to be changed, with all that compiles and runs them. */
async function copyOfSources() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const name of ['src', 'docs/from', 'package.json', 'tsconfig.json', 'build'])
    await cp(join(repository, name), join(folder.path, name), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  await writeFile(
    join(folder.path, 'tsconfig.src.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src'],
      compilerOptions: { incremental: true, tsBuildInfoFile: 'src.tsbuildinfo' },
    }),
  );
  return folder;
}

async function add(folder: string, { files, listed }: Plug): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'src', path)), { recursive: true });
    await writeFile(join(folder, 'src', path), text);
  }
  for (const { file, after, line } of listed) {
    const path = join(folder, 'src', file);
    const text = await readFile(path, 'utf8');
    const at = text.indexOf(after);
    expect(at, `${file} holds ${JSON.stringify(after)}`).toBeGreaterThanOrEqual(0);
    await writeFile(path, text.slice(0, at + after.length) + line + text.slice(at + after.length));
  }
}

const compiled = (folder: string): Promise<Ended> =>
  run(folder, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.src.json');

/** The files that a plug touches and does not bring. */
const filesOf = ({ listed }: Plug): string[] => [...new Set(listed.map(({ file }) => file))].sort();

/** One copy for all plugs: compiling what the last one has changed takes a third of the time. */
const { path, remove } = await copyOfSources();
afterAll(remove);

test('a source format, a report format, a target and an entity are added by the files that ARCHITECTURE.md names', async () => {
  for (const plug of [sourceFormat, reportFormat, target, entityName]) await add(path, plug);

  const { stdout: errors } = await compiled(path);
  const wrong = new Set(Array.from(errors.matchAll(/^src\/(.+?)\(\d+,\d+\): error/gm), ([, file]) => file));
  expect([...wrong].sort()).toEqual(filesOf(entity));

  await add(path, entity);
  expect(await compiled(path)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(violations(join(path, 'src'))).toEqual([]);

  await writeFile(join(path, 'users.psv'), 'uid|name\nann|Ann\nben|Ben\nben|Benjamin\n');
  await writeFile(
    join(path, 'stars.ndjson'),
    ['ann', 'ann', 'bob'].map((uid) => `${JSON.stringify({ muid: 'm-1', uid })}\n`).join(''),
  );
  await writeFile(
    join(path, 'pipeline.yaml'),
    `version: 1
name: plugs
target: { baseUrl: 'http://127.0.0.1:9/v3', api: bulk }
sources: { users: { path: users.psv }, stars: { path: stars.ndjson } }
`,
  );
  const found = await run(path, 'src/cli.ts', 'validate', 'pipeline.yaml', '--format', 'tally');
  expect(found).toEqual({
    exitCode: 4,
    stdout: 'users 3 1\ngroups 0 0\nmembers 0 0\nmessages 0 0\nstars 3 1\n',
    stderr: '',
  });
  const inspected = await run(path, 'src/cli.ts', 'inspect', '--json', 'users.psv', 'stars.ndjson');
  expect(JSON.parse(inspected.stdout)).toMatchObject({
    files: [
      { format: 'psv', entity: { entity: 'users' } },
      { format: 'ndjson', entity: { entity: 'stars' } },
    ],
  });
});

test('an export system is a folder with a page and a sample: no other file knows it', async () => {
  const registry = join(path, 'src/exports/systems.ts');
  const written = await readFile(registry, 'utf8');
  expect((await run(path, '--input-type=module', '-e', WRITE_SYSTEMS)).exitCode).toBe(0);
  expect(await readFile(registry, 'utf8')).toBe(written);

  await add(path, exportSystem);
  expect((await run(path, '--input-type=module', '-e', WRITE_SYSTEMS)).exitCode).toBe(0);
  expect(await compiled(path)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const { stdout: schema } = await run(path, 'src/cli.ts', 'schema');
  expect(schema).toContain('"irc"');

  expect(systemPages(path)).toContain('[IRC](irc.md)');
  const { stdout: packed } = await ended('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], path);
  for (const brought of ['docs/from/irc.md', 'samples/exports/irc/log.irc'])
    expect(packed).toContain(brought);

  await writeFile(
    join(path, 'pipeline.yaml'),
    'version: 1\nname: irc\ntarget: sandbox\nsources: { export: { system: auto, path: samples/exports/irc/log.irc } }\n',
  );
  const found = await run(path, 'src/cli.ts', 'validate', 'pipeline.yaml', '--json');
  expect(JSON.parse(found.stdout)).toMatchObject({
    exitCode: 0,
    export: {
      system: 'irc',
      label: 'IRC',
      kinds: { users: { read: 2 }, messages: { read: 2, imported: 1, converted: 1 } },
    },
  });
});
