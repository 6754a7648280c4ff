import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { hasProgram } from '../../contrib/has-program.ts';
import { parseUnit } from '../../contrib/unit-file.ts';
import { startPostgres } from '../../support/postgres.ts';
import { repository } from '../../support/repository.ts';
import { runPage } from '../run-page.ts';

const GUIDE = 'docs/guides/nightly.md';

afterEach(() => vi.unstubAllEnvs());

/** The part of psql that the guide uses, for a machine that has none: `-c` or `-f`, and what `copy … to stdout` returns. */
const PSQL = `import { readFileSync } from 'node:fs';
import pg from ${JSON.stringify(import.meta.resolve('pg'))};
const [options, given] = process.argv.slice(2);
const client = new pg.Client();
await client.connect();
client.connection.on('copyData', ({ chunk }) => process.stdout.write(chunk));
await client.query(options.endsWith('f') ? readFileSync(given, 'utf8') : given);
await client.end();
`;

/** A folder with a program psql in it. */
function psqlIn(folder: string): string {
  writeFileSync(join(folder, 'psql.mjs'), PSQL);
  writeFileSync(join(folder, 'psql'), `#!/bin/sh\nexec "${process.execPath}" "${folder}/psql.mjs" "$@"\n`);
  chmodSync(join(folder, 'psql'), 0o755);
  return folder;
}

test('the guide to a nightly sync of a PostgreSQL database does what it says', async () => {
  await using server = await startPostgres();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-psql-'));
  const url = new URL(await server.database());
  if (!hasProgram('psql')) vi.stubEnv('PATH', `${psqlIn(folder.path)}:${process.env['PATH']}`);
  vi.stubEnv('PGHOST', url.hostname);
  vi.stubEnv('PGPORT', url.port);
  vi.stubEnv('PGUSER', url.username);
  vi.stubEnv('PGPASSWORD', url.password);
  vi.stubEnv('PGDATABASE', url.pathname.slice(1));
  expect(await runPage(GUIDE)).toBe(1);
});

const drop = /```ini database.conf\n([\s\S]*?)```/.exec(readFileSync(join(repository, GUIDE), 'utf8'))?.[1];

test('the drop-in for the database has settings of a service', () => {
  const { Service, ...others } = parseUnit(drop ?? '');
  expect(others).toEqual({});
  expect(Object.keys(Service ?? {})).toEqual(['EnvironmentFile', 'ExecStartPre']);
});

test('the script for commands by hand gives them what the unit and the drop-in give', () => {
  const page = readFileSync(join(repository, GUIDE), 'utf8');
  const script = /```sh by-hand\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const unit = parseUnit(readFileSync(join(repository, 'contrib/chatferry.service'), 'utf8'));
  const given = { ...unit['Service'], ...parseUnit(drop ?? '')['Service'] };
  const properties = [...script.matchAll(/-p (\w+)=(\S+)/g)].map(([, key = '', value]) => [key, value]);
  expect(properties.map(([key]) => key)).toContain('LoadCredential');
  for (const [key = '', value] of properties) expect([key, given[key]]).toEqual([key, [value]]);
  expect(script).toContain(`--uid=${given['User']} --working-directory=${given['WorkingDirectory']} `);
});

const verified = async (): Promise<void> => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-unit-'));
  const unit = join(folder.path, 'chatferry.service');
  const text = readFileSync(join(repository, 'contrib/chatferry.service'), 'utf8');
  writeFileSync(unit, text.replace('/usr/bin/chatferry', process.execPath));
  mkdirSync(`${unit}.d`);
  const verify = () => promisify(execFile)('systemd-analyze', ['verify', '--man=no', unit]);
  writeFileSync(join(`${unit}.d`, 'database.conf'), drop ?? '');
  expect(await verify()).toEqual({ stdout: '', stderr: '' });
  writeFileSync(
    join(`${unit}.d`, 'database.conf'),
    (drop ?? '').replace('EnvironmentFile', 'EnvironmentFil'),
  );
  const { stderr } = await verify().catch((error: { stderr: string }) => error);
  expect(stderr).toContain('EnvironmentFil');
};
if (hasProgram('systemd-analyze'))
  test('the unit with the drop-in is verified by systemd without a warning', verified);
else
  test.skip(
    'the unit with the drop-in is verified by systemd (no systemd-analyze on this machine)',
    verified,
  );
