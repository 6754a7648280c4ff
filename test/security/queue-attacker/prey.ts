import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What is on the machine of a worker: an export that anybody may have packed, and secrets beside it. */
export type Prey = Disposable & {
  readonly root: string;
  /** The only folder that jobs may use. */
  readonly exports: string;
  readonly config: string;
  /** Words that stand in files and variables outside of it, each only there. */
  readonly secrets: ReadonlyMap<string, string>;
  /** A word that stands in a file that jobs may read: it must be seen, or nothing would be. */
  readonly open: string;
  readonly env: Readonly<Record<string, string>>;
};

const word = (): string => `W${randomBytes(12).toString('hex')}`;

/** Lays out the machine; links in the export lead to every secret. */
export function prey(hosts: readonly string[]): Prey {
  const root = mkdtempSync(join(tmpdir(), 'chatferry-prey-'));
  const secrets = new Map<string, string>();
  const write = (path: string, text: string): string => {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text, { mode: 0o600 });
    return at;
  };
  const secret = (path: string, text: (word: string) => string): string => {
    const own = word();
    secrets.set(own, path);
    return write(path, text(own));
  };
  const table = (own: string): string => `${own},name|uid\n${own}|${own},Ann\n`;
  const outside = [
    secret('secret.csv', table),
    secret('other/secret.csv', table),
    secret('other/users.ndjson', (own) => `{"uid":"${own}","${own}":1,"name":"${own}"}\n`),
    secret(
      'other/dump.sql',
      (own) =>
        `-- MySQL dump\nCREATE TABLE \`users\` (\`${own}\` int);\nINSERT INTO users VALUES ('${own}');\n`,
    ),
    secret('other/users.json', (own) => `[{"id":"${own}","name":"${own}","${own}":1}]`),
    secret('keys/prod', (own) => `${own}\n`),
    secret('app/config/prod.yaml', (own) => `database:\n  password: ${own}\n`),
    secret('.env', (own) => `KEY=${own}\n`),
    secret('exports/.ssh/id_ed25519', (own) => `-----BEGIN KEY-----\n${own}\n`),
    secret('exports/own-key', (own) => `${own}\n`),
  ];
  const database = word();
  secrets.set(database, 'other/chat.sqlite');
  const sqlite = new DatabaseSync(join(root, 'other/chat.sqlite'));
  sqlite.exec(
    `CREATE TABLE users (id TEXT, name TEXT, "${database}" TEXT); INSERT INTO users VALUES ('${database}', '${database}', '')`,
  );
  sqlite.close();
  write('app/package.json', JSON.stringify({ name: 'app', version: '1.0.0' }));
  write('exports/README.md', '# a word on these files\n');
  write(
    'pipelines/app.yaml',
    'version: 1\nname: app\ntarget: sandbox\nsources: { users: { path: ../secret.csv } }\n',
  );
  const open = word();
  write('exports/users.csv', `uid,name,${open}\nann,Ann,1\n`);
  write('exports/deep/messages.ndjson', '{"id":"1"}\n');
  for (const [at, path] of [...outside, join(root, 'other/chat.sqlite')].entries())
    symlinkSync(path, join(root, `exports/link-${at}${/\.\w+$/.exec(path)?.[0] ?? '.csv'}`));
  for (const [name, path] of [
    ['linked', root],
    ['deep/up', join(root, 'other')],
    ['proc', '/proc'],
  ] as const)
    symlinkSync(path, join(root, 'exports', name));
  chmodSync(root, 0o700);
  const variables = { CHATFERRY_API_KEY: word(), PROD_PASSWORD: word() };
  for (const [name, own] of Object.entries(variables)) secrets.set(own, name);
  const config = write(
    'worker.yaml',
    [
      'version: 1',
      'concurrency: 8',
      'pipelines: [pipelines]',
      'folders: [exports]',
      `hosts: ${JSON.stringify(hosts)}`,
      'keys:',
      '  - { file: exports/own-key, host: api.example.com }',
      '  - { env: CHATFERRY_API_KEY, host: api.example.com }',
    ].join('\n'),
  );
  return {
    root,
    exports: join(root, 'exports'),
    config,
    secrets,
    open,
    env: variables,
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A server of the attacker, which keeps everything that is sent to it. */
export async function evilServer() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    request.on('data', (data: Buffer) => heard.push(data.toString()));
    const isAway = request.url?.startsWith('/away');
    if (isAway) response.writeHead(302, { location: 'http://127.0.0.1:9/secret' });
    response.end(
      'version: 1\nname: app\ntarget: sandbox\nsources: { users: { path: /proc/self/environ } }\n',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
