import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startCli } from '../support/cli-process.ts';

/** As much as a compressed file may unpack to, and no row in it: it is read before anything else is done. */
const EMPTY_LINES = gzipSync(Buffer.concat([Buffer.from('id,name\n'), Buffer.alloc(99_000_000, '\n')]), {
  level: 1,
});
const PIPELINE =
  'version: 1\nname: stopped\nsources: { users: { path: users.csv.gz, map: { uid: id, name: name } } }\n';

test('a command that looks for the first row ends on SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-stopped-'));
  try {
    await writeFile(join(folder, 'users.csv.gz'), EMPTY_LINES);
    await writeFile(join(folder, 'pipeline.yaml'), PIPELINE);
    const child = startCli(['validate', join(folder, 'pipeline.yaml')]);
    const said = text(child.stderr);
    child.stdout.resume();
    await wait(1_000);
    child.kill('SIGTERM');
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null];
    // It is read to its end otherwise, and said to have no row. Before its own answer to a signal, the process is ended by it.
    expect(signal ?? exitCode).toBe(signal === null ? 143 : 'SIGTERM');
    expect(await said).not.toContain('SOURCE.EMPTY');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** How long a main thread stands before a signal ends it, with its start and on a busy machine. */
const STANDS_MS = 30_000;

test('a command that stands in an endless loop ends on SIGTERM', { timeout: 60_000 }, async () => {
  await using looping = await startLooping(`writeSync(1, 'begun'); for (;;) row.name += '';`);
  // Before its loop it answers a signal itself.
  await once(looping.child.stdout, 'data');
  const begun = performance.now();
  const ended = once(looping.child, 'exit') as Promise<[number | null, string | null]>;
  // One that comes in the first seconds is answered by the loop that never ends.
  const again = setInterval(() => looping.child.kill('SIGTERM'), 2_000);
  const [exitCode, signal] = await Promise.race([ended, wait(STANDS_MS).then(() => [null, null] as const)]);
  clearInterval(again);
  expect(signal ?? exitCode).toBe('SIGTERM');
  expect(performance.now() - begun).toBeLessThan(STANDS_MS);
});

test('a command that has stood and goes on answers a signal itself', { timeout: 60_000 }, async () => {
  const stands = 'for (const end = Date.now() + 9_000; Date.now() < end; );';
  await using looping = await startLooping(
    `if (!('stood' in globalThis)) { ${stands} Object.assign(globalThis, { stood: true }); writeSync(1, 'gone on'); }`,
  );
  const ended = once(looping.child, 'exit') as Promise<[number | null, string | null]>;
  await Promise.race([once(looping.child.stdout, 'data'), ended]);
  // The listeners are back with the next turns; then there is a file without rows to read.
  await wait(1_000);
  looping.child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
});

test('a command that reads an export ends on SIGTERM, also where its reader stands', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-stands-'));
  try {
    // No reader is known to stand in anything. So what it calls first does.
    await writeFile(
      join(folder, 'stands.mjs'),
      `import { writeSync } from 'node:fs';
const { parse } = JSON;
JSON.parse = (text, ...rest) => {
  if (!String(text).includes('"slack"')) return parse(text, ...rest);
  writeSync(1, 'begun');
  for (;;);
};\n`,
    );
    await mkdir(join(folder, 'export'));
    await writeFile(join(folder, 'export', 'users.json'), '[{"id":"U1","name":"slack"}]');
    await writeFile(join(folder, 'export', 'channels.json'), '[{"id":"C1","name":"slack","members":["U1"]}]');
    await writeFile(
      join(folder, 'pipeline.yaml'),
      'version: 1\nname: stands\nsources: { export: { system: slack, path: export } }\n',
    );
    const child = startCli(['validate', join(folder, 'pipeline.yaml')], {
      ...process.env,
      NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'stands.mjs')).href}`,
    });
    child.stderr.resume();
    await once(child.stdout, 'data');
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    const again = setInterval(() => child.kill('SIGTERM'), 2_000);
    const [exitCode, signal] = await Promise.race([ended, wait(STANDS_MS).then(() => [null, null] as const)]);
    clearInterval(again);
    child.kill('SIGKILL');
    expect(signal ?? exitCode).toBe('SIGTERM');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** A dry run whose first row goes through a function of the user, before a large file without a row. */
async function startLooping(body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-stands-'));
  await writeFile(join(folder, 'users.csv'), 'id,name\na,A\n');
  await writeFile(join(folder, 'groups.csv.gz'), EMPTY_LINES);
  await writeFile(
    join(folder, 'loop.ts'),
    `import { writeSync } from 'node:fs';
export default (row: Record<string, string>) => { ${body} return row; };\n`,
  );
  const users = '{ path: users.csv, transform: ./loop.ts, map: { uid: id, name: name } }';
  const groups = '{ path: groups.csv.gz, map: { guid: id, name: name } }';
  await writeFile(
    join(folder, 'pipeline.yaml'),
    `version: 1\nname: stands\nsources: { users: ${users}, groups: ${groups} }\n`,
  );
  const child = startCli(['validate', join(folder, 'pipeline.yaml')]);
  child.stderr.resume();
  return {
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
