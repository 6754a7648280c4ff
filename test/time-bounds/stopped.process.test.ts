import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
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
