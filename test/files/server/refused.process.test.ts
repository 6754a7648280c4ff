import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workspace } from '../../e2e/workspace.ts';
import { startCli } from '../../support/cli-process.ts';
import { mainHere } from '../../support/main-here.ts';
import { type PostgresServer, rowsOf, startPostgres } from '../../support/postgres.ts';
import { repository } from '../../support/repository.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

const SECRET = 'do-not-show-me';

/** What a run says whose state is at a URL. */
async function runWith(url: string): Promise<{ code: number; said: string }> {
  using space = workspace();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the pipeline holds
  const pipeline = space.pipeline({ rest: 'state: "${STATE_URL}"' });
  const env = { STATE_URL: url, XDG_CACHE_HOME: join(space.folder, 'cache') };
  const { code, out, err } = await mainHere(['run', pipeline, '--json'], env);
  return { code, said: out + err };
}

describe('a server that cannot keep the state', () => {
  test('a wrong password, an unknown user and an unknown database are refused', async () => {
    const url = new URL(await server.database());
    const wrong: [string, string][] = [
      ['password', SECRET],
      ['username', 'nobody'],
      ['pathname', '/elsewhere'],
    ];
    for (const [part, value] of wrong) {
      const { code, said } = await runWith(Object.assign(new URL(url), { [part]: value }).href);
      expect([code, said]).toEqual([10, expect.stringContaining('STATE.SERVER_REFUSED')]);
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain(server.password);
    }
  });

  test('no server, no machine', async () => {
    for (const place of ['127.0.0.1:1', 'no-such-machine.invalid']) {
      const { code, said } = await runWith(`postgres://keeper:${SECRET}@${place}/states`);
      expect([code, said]).toEqual([7, expect.stringContaining('STATE.SERVER_UNREACHABLE')]);
      expect(said).toContain(place);
      expect(said).not.toContain(SECRET);
    }
  });

  test('tables of another version', async () => {
    const url = await server.database();
    expect((await runWith(url)).code).toBe(0);
    await rowsOf(url, 'UPDATE chatferry_schema SET version = 99');
    const { code, said } = await runWith(url);
    expect([code, said]).toEqual([9, expect.stringContaining('STATE.SERVER_VERSION')]);
    expect(said).toContain('version 99');
  });

  test.each([
    ['are of something else', 'CREATE TABLE chatferry_schema (id text)', 'column "version"'],
    ['are not all there', 'DROP TABLE chatferry_chunks', '"chatferry_chunks"'],
    ['have no version', 'DELETE FROM chatferry_schema', 'have no version'],
  ])('tables that %s', async (_, change, what) => {
    const url = await server.database();
    if (!change.startsWith('CREATE')) expect((await runWith(url)).code).toBe(0);
    await rowsOf(url, change);
    const { code, said } = await runWith(url);
    expect([code, said]).toEqual([9, expect.stringContaining('STATE.SERVER_VERSION')]);
    expect(said).toContain(what);
  });

  test('a disk of the server that is full: the run ends, though signs of life are taken', async () => {
    const url = await server.database();
    expect((await runWith(url)).code).toBe(0);
    await rowsOf(
      url,
      `TRUNCATE chatferry_states, chatferry_files, chatferry_chunks;
       CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER is_full BEFORE INSERT ON chatferry_chunks FOR EACH ROW EXECUTE FUNCTION is_full()`,
    );
    const { code, said } = await runWith(url);
    expect([code, said]).toEqual([7, expect.stringContaining('STATE.UNWRITABLE')]);
    expect(said).toContain('the server of the state has no room');
  });

  test('TLS that the server does not have, and a certificate that is nowhere', async () => {
    const url = await server.database();
    for (const more of ['sslmode=verify-full', 'sslmode=verify-full&sslrootcert=/nowhere/ca.pem']) {
      const { code, said } = await runWith(`${url}?${more}`);
      expect([code, said]).toEqual([10, expect.stringContaining('STATE.SERVER_REFUSED')]);
      expect(said).toContain('sslrootcert=');
    }
  });

  test('a URL that is none, or of something else', async () => {
    const wrong: [string, string][] = [
      [`mysql://keeper:${SECRET}@127.0.0.1/states`, 'a state is a folder or a database'],
      [`postgres://keeper:${SECRET}@127.0.0.1`, 'a state is a folder or a database'],
      [`postgres://keeper:${SECRET}@127.0.0.1:99999/states`, 'a state is a folder or a database'],
      [`postgres://keeper:${SECRET}@127.0.0.1/states?lease=1`, 'from 2 to 300'],
      [`postgresql://keeper:${SECRET}@127.0.0.1/states?lease=soon`, 'from 2 to 300'],
    ];
    for (const [url, message] of wrong) {
      const { code, said } = await runWith(url);
      expect([code, said]).toEqual([2, expect.stringContaining('CONFIG.INVALID')]);
      expect(said).toContain(message);
      expect(said).not.toContain(SECRET);
    }
  });

  test('the driver is not installed', async () => {
    using space = workspace();
    // The program as it is installed, with every library but the driver.
    const installed = join(space.folder, 'installed');
    const libraries = join(installed, 'node_modules');
    mkdirSync(libraries, { recursive: true });
    await cp(join(repository, 'dist'), join(installed, 'dist'), { recursive: true });
    await cp(join(repository, 'package.json'), join(installed, 'package.json'));
    for (const name of readdirSync(join(repository, 'node_modules')))
      if (name !== 'pg') symlinkSync(join(repository, 'node_modules', name), join(libraries, name));
    const pipeline = space.pipeline({ rest: `state: postgres://keeper:${SECRET}@127.0.0.1/states` });
    const env = { ...process.env, XDG_CACHE_HOME: join(space.folder, 'cache') };
    const child = startCli(['run', pipeline], env, space.folder, join(installed, 'dist/cli.js'));
    child.stdin.end();
    const said = await text(child.stderr);
    expect(said).toContain('STATE.DRIVER_MISSING');
    expect(said).toContain('npm install -g pg@');
    expect(said).not.toContain(SECRET);
  });
});

test('the password is in no file that a run leaves', async () => {
  const url = await server.database();
  using space = workspace();
  writeFileSync(join(space.folder, 'url'), url);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the pipeline holds
  const pipeline = space.pipeline({ rest: 'state: "${STATE_URL}"' });
  const cache = join(space.folder, 'cache');
  const env = { STATE_URL: url, XDG_CACHE_HOME: cache };
  for (const words of [['run'], ['report'], ['plan'], ['config', 'show'], ['doctor'], ['status']]) {
    const { out, err } = await mainHere([...words, pipeline], env);
    expect(out + err).not.toContain(server.password);
  }
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(readFileSync(file).includes(server.password), file).toBe(false);
  expect(existsSync(join(space.folder, '.chatferry'))).toBe(false);
  const kept = await rowsOf(url, 'SELECT data FROM chatferry_chunks');
  for (const { data } of kept) expect((data as Buffer).includes(server.password)).toBe(false);
});
