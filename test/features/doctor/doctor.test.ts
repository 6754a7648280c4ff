import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/files/lock.ts';
import { parseLimits } from '../../../src/sandbox/app/rate-limits.ts';
import { parseFaults } from '../../../src/sandbox/server/faults.ts';
import { brokenService } from '../../conformance/broken-service.ts';
import { workspace } from '../../e2e/workspace.ts';
import { type Opened, openSandbox } from '../../sandbox/sandbox-client.ts';
import { examine, failures, named, run } from './examine.ts';

const DAY_MS = 86_400_000;

/** The target of a sandbox in a pipeline file; `over` replaces members. */
function target({ sandbox }: Pick<Opened, 'sandbox'>, over: Record<string, unknown> = {}): string {
  const { baseUrl, files } = sandbox;
  return JSON.stringify({ baseUrl, caFile: files.ca, apiKey: { file: files.apiKey }, ...over });
}

const port = (baseUrl: string): string => new URL(baseUrl).port;

describe('the doctor', () => {
  test('passes a pipeline whose service is as documented, and writes nothing to it', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false, limits: parseLimits('documented') });
    const pipeline = space.pipeline({ target: target(own) });
    const report = await examine(pipeline);
    expect(report.findings.filter(({ status }) => status === 'warn' || status === 'fail')).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.findings.map(({ check }) => check)).toEqual([
      ...[
        'node',
        'pipeline',
        'sources',
        'state folder',
        'lock',
        'disk space',
        'key',
        'proxy',
        'dns',
        'connection',
      ],
      ...['tls', 'api', 'clock', 'rate limits', 'app', 'key scope', 'conformance'],
    ]);
    expect(named(report, 'rate limits')?.message).toMatch(/x-rate-limit: 20000/);
    const writes = own.events.filter(({ method }) => method !== 'GET');
    expect(writes).toMatchObject([{ method: 'POST', path: '/v3/groups', status: 400 }]);
    expect((await own.get('/groups')).json.data).toEqual([]);
    expect(() => statSync(join(space.folder, '.chatferry'))).toThrow();
  });

  test('makes every check that only reads with --thorough', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false });
    const { findings, exitCode } = await examine(space.pipeline({ target: target(own) }), { thorough: true });
    expect(findings.filter(({ check }) => check === 'conformance').length).toBeGreaterThan(30);
    expect(exitCode).toBe(0);
  });

  test('prints a line per check with what to do; with --quiet, only problems', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false });
    const pipeline = space.pipeline({ target: target(own, { caFile: 'none.pem' }) });
    const loud = await run(pipeline, { more: { json: false } });
    expect(loud.text).toMatch(/^PASS {2}node {11}Node\.js/m);
    expect(loud.text).toMatch(
      /^FAIL {2}tls .*none\.pem cannot be read: ENOENT\n {6}→ correct target\.caFile$/m,
    );
    expect(loud.text).toMatch(/^SKIP {2}key scope {6}not checked, because tls failed$/m);
    expect(loud.text).toContain(`next  correct what failed, then:  chatferry doctor ${pipeline}`);
    const quiet = await run(pipeline, { more: { json: false, quiet: true } });
    expect(quiet.text.split('\n').filter((line) => /^[A-Z]/.test(line))).toHaveLength(1);
  });

  test('ends when it is interrupted', async () => {
    using space = workspace(3);
    const stop = new AbortController();
    const reason = new Error('interrupted');
    stop.abort(reason);
    await expect(run(space.pipeline({}), { more: { signal: stop.signal } })).rejects.toBe(reason);
  });
});

type Injected = {
  readonly check: string;
  readonly status: 'warn' | 'fail';
  readonly exit: number;
  readonly message: RegExp;
  /** Breaks one thing and returns the changed parts of the pipeline file. */
  readonly break: (at: { own: Opened; folder: string }) => {
    readonly over?: Record<string, unknown>;
    readonly sources?: string;
    readonly rest?: string;
  };
};

const USERS = '  users: { path: users.csv }';

/** Misconfigurations that need only a pipeline file. */
const injected: Readonly<Record<string, Injected>> = {
  'a pipeline file with a mistake': {
    check: 'pipeline',
    status: 'fail',
    exit: 2,
    message: /CONFIG\.INVALID.*pipeline\.yaml:\d/,
    break: () => ({ rest: 'limts: {}' }),
  },
  'a source that is missing': {
    check: 'sources',
    status: 'fail',
    exit: 2,
    message: /SOURCE\.MISSING.*no-users\.csv/,
    break: () => ({ sources: '  users: { path: no-users.csv }' }),
  },
  'a column that no field reads': {
    check: 'sources',
    status: 'warn',
    exit: 0,
    message: /"nmae"/,
    break: ({ folder }) => {
      writeFileSync(join(folder, 'users.csv'), 'uid,name,nmae\na,A,B\n');
      return {};
    },
  },
  'a state folder that cannot be created': {
    check: 'state folder',
    status: 'fail',
    exit: 2,
    message: /cannot be created: .*file is a file/,
    break: ({ folder }) => {
      writeFileSync(join(folder, 'file'), '');
      return { rest: 'state: file/state' };
    },
  },
  'a state folder that others can read': {
    check: 'state folder',
    status: 'warn',
    exit: 0,
    message: /others can read .*checkpoint\.json/,
    break: ({ folder }) => {
      mkdirSync(join(folder, '.chatferry/e2e'), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, '.chatferry/e2e/checkpoint.json'), '{}');
      chmodSync(join(folder, '.chatferry/e2e/checkpoint.json'), 0o644);
      return {};
    },
  },
  'a missing key': {
    check: 'key',
    status: 'fail',
    exit: 10,
    message: /AUTH\.KEY_MISSING.*NO_SUCH_KEY/,
    break: () => ({ over: { apiKey: { env: 'NO_SUCH_KEY' } } }),
  },
  'a key file that is not there': {
    check: 'key',
    status: 'fail',
    exit: 10,
    message: /ENOENT/,
    break: () => ({ over: { apiKey: { file: 'no-key' } } }),
  },
  'a key file that others can read': {
    check: 'key',
    status: 'warn',
    exit: 0,
    message: /mode is 0644/,
    break: ({ own, folder }) => {
      writeFileSync(join(folder, 'key'), readFileSync(own.sandbox.files.apiKey));
      chmodSync(join(folder, 'key'), 0o644);
      return { over: { apiKey: { file: 'key' } } };
    },
  },
  'a wrong key': {
    check: 'key scope',
    status: 'fail',
    exit: 10,
    message: /belongs to no app at this address/,
    break: ({ folder }) => {
      writeFileSync(join(folder, 'key'), 'f'.repeat(40), { mode: 0o600 });
      return { over: { apiKey: { file: 'key' } } };
    },
  },
  'a key of the scope authOnly': {
    check: 'key scope',
    status: 'fail',
    exit: 10,
    message: /^authOnly/,
    break: ({ own }) => ({ over: { apiKey: { file: own.sandbox.files.authKey } } }),
  },
  'a wrong certificate authority': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /is not trusted/,
    break: () => ({ over: { caFile: undefined } }),
  },
  'an authority file that is not there': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /none\.pem cannot be read/,
    break: () => ({ over: { caFile: 'none.pem' } }),
  },
  'a certificate for another name': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /for another name than a\.b\.localhost/,
    break: ({ own }) => ({ over: { baseUrl: `https://a.b.localhost:${port(own.sandbox.baseUrl)}/v3` } }),
  },
  'plain http to a port that speaks TLS': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /speaks TLS, the address says http/,
    break: ({ own }) => ({ over: { baseUrl: own.sandbox.baseUrl.replace('https', 'http') } }),
  },
  'a wrong path': {
    check: 'api',
    status: 'fail',
    exit: 2,
    message: /not under \/api \(ERR_API_NOT_FOUND\)/,
    break: ({ own }) => ({ over: { baseUrl: own.sandbox.baseUrl.replace('/v3', '/api') } }),
  },
  'a wrong version': {
    check: 'api',
    status: 'fail',
    exit: 2,
    message: /not under \/v2 \(ERR_INVALID_API_VERSION\)/,
    break: ({ own }) => ({ over: { baseUrl: own.sandbox.baseUrl.replace('/v3', '/v2') } }),
  },
  'a name that cannot be resolved': {
    check: 'dns',
    status: 'fail',
    exit: 7,
    message: /no-such-name\.invalid cannot be resolved/,
    break: () => ({ over: { baseUrl: 'https://app.no-such-name.invalid/v3' } }),
  },
};

describe('a misconfiguration is found by name', () => {
  test.each(Object.entries(injected))(
    '%s',
    async (_what, { check, status, exit, message, break: inject }) => {
      using space = workspace(3);
      await using own = await openSandbox({ http: false });
      const { over = {}, sources = USERS, rest = '' } = inject({ own, folder: space.folder });
      const report = await examine(space.pipeline({ target: target(own, over), sources, rest }));
      const found = named(report, check);
      expect([found?.status, report.exitCode]).toEqual([status, exit]);
      expect(found?.message).toMatch(message);
      expect(found?.next).toBeTruthy();
      if (status === 'warn') expect(failures(report)).toEqual([]);
      expect(JSON.stringify(report)).not.toContain(readFileSync(own.sandbox.files.apiKey, 'utf8').trim());
    },
  );

  test('a port without a listener', async () => {
    using space = workspace(3);
    const taken = createTcp().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
    const { port: free } = taken.address() as AddressInfo;
    await new Promise((done) => taken.close(done));
    const nobody = JSON.stringify({ baseUrl: `https://127.0.0.1:${free}/v3`, apiKey: { env: 'KEY' } });
    const report = await examine(space.pipeline({ target: nobody }), { env: { KEY: 'x' } });
    expect([failures(report), report.exitCode]).toEqual([['connection'], 7]);
    expect(named(report, 'connection')?.message).toMatch(/ECONNREFUSED/);
  });

  test('a lock of another run', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false });
    const pipeline = space.pipeline({ target: target(own) });
    const folder = join(space.folder, '.chatferry/e2e');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await using _lock = await takeLock(join(folder, 'lock'), 'chatferry run pipeline.yaml');
    const report = await examine(pipeline);
    expect([failures(report), report.exitCode]).toEqual([['lock'], 2]);
    expect(named(report, 'lock')?.message).toContain(`process ${process.pid}`);
    const local = await examine(space.pipeline({}));
    expect(named(local, 'service')?.message).toMatch(/the other run uses the sandbox/);
  });

  test.each([
    ['has expired', 800, 'fail', 2, /has expired on 20/],
    ['is about to expire', 380, 'warn', 0, /expires in 1\d days/],
  ] as const)('a certificate that %s', async (_what, days, status, exit, message) => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false, clock: () => Date.now() - days * DAY_MS });
    const report = await examine(space.pipeline({ target: target(own) }));
    expect([named(report, 'tls')?.status, report.exitCode]).toEqual([status, exit]);
    expect(named(report, 'tls')?.message).toMatch(message);
  });

  test('https to a port without TLS', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: true });
    const baseUrl = own.sandbox.baseUrl.replace('http:', 'https:');
    const report = await examine(space.pipeline({ target: target(own, { baseUrl }) }));
    expect([failures(report), report.exitCode]).toEqual([['tls'], 2]);
    expect(named(report, 'tls')?.message).toMatch(/does not speak TLS/);
  });

  test.each([
    [
      'a page',
      200,
      { 'content-type': 'text/html' },
      '<h1>Welcome</h1>',
      /something else answers, status 200: <h1>Welcome/,
    ],
    ['JSON of another service', 200, {}, '{"ok":true}', /something else answers, status 200/],
    ['a page that says 404', 404, {}, 'not here', /something else answers, status 404: not here/],
    ['a redirect', 302, { location: 'https://example.com/' }, '', /redirects to https:\/\/example\.com/],
  ] as const)('an address that answers with %s', async (_what, status, headers, body, message) => {
    using space = workspace(3);
    const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
    server.listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port: own } = server.address() as AddressInfo;
    const other = JSON.stringify({ baseUrl: `http://127.0.0.1:${own}/v3`, apiKey: { env: 'KEY' } });
    const report = await examine(space.pipeline({ target: other }), { env: { KEY: 'x' } });
    server.closeAllConnections();
    server.close();
    expect([failures(report), report.exitCode]).toEqual([['api'], 2]);
    expect(named(report, 'api')?.message).toMatch(message);
  });

  test('a clock that is wrong', async () => {
    using space = workspace(3);
    await using own = await openSandbox();
    const date = new Date(Date.now() - 3 * DAY_MS).toUTCString();
    await using skewed = await brokenService(own.sandbox.baseUrl, { path: /^\/users/, headers: { date } });
    const report = await examine(space.pipeline({ target: target(own, { baseUrl: skewed.baseUrl }) }));
    expect([named(report, 'clock')?.status, report.exitCode]).toEqual(['warn', 0]);
    expect(named(report, 'clock')?.message).toMatch(/2592\d\d s ahead of the service/);
  });

  test('a service that differs from its documentation', async () => {
    using space = workspace(3);
    await using own = await openSandbox();
    const fault = { path: /^\/users\/conf/, answer: () => ({ error: { code: 'ERR_OTHER', message: 'no' } }) };
    await using broken = await brokenService(own.sandbox.baseUrl, fault);
    const report = await examine(space.pipeline({ target: target(own, { baseUrl: broken.baseUrl }) }));
    expect([named(report, 'conformance')?.status, report.exitCode]).toEqual(['warn', 0]);
    expect(named(report, 'conformance')?.message).toMatch(/a uid that nobody has.*ERR_OTHER/);
  });

  test('a service that fails, and one that throttles', async () => {
    using space = workspace(3);
    await using failing = await openSandbox({ faults: parseFaults('503:100%') });
    const report = await examine(space.pipeline({ target: target(failing) }));
    expect([failures(report), report.exitCode]).toEqual([['api'], 7]);
    await using busy = await openSandbox({ faults: parseFaults('429=1x2') });
    expect(failures(await examine(space.pipeline({ target: target(busy) })))).toEqual([]);
  });

  test('a proxy that is set and not used', async () => {
    using space = workspace(3);
    await using own = await openSandbox();
    const report = await examine(space.pipeline({ target: target(own) }), {
      env: { HTTPS_PROXY: 'http://proxy:3128' },
    });
    expect(named(report, 'proxy')).toMatchObject({
      status: 'warn',
      next: expect.stringContaining('unset HTTPS_PROXY'),
    });
  });
});
