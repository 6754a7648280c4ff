import { mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/files/lock.ts';
import { parseLimits } from '../../../src/sandbox/app/rate-limits.ts';
import { parseFaults } from '../../../src/sandbox/server/faults.ts';
import { realSystem } from '../../../src/system/system.ts';
import { brokenService } from '../../conformance/broken-service.ts';
import { workspace } from '../../e2e/workspace.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { examine, failures, named, run, target } from './examine.ts';

const DAY_MS = 86_400_000;

describe('the doctor', () => {
  test('passes a pipeline whose service is as documented, and writes nothing to it', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false, limits: parseLimits('documented') });
    const pipeline = space.pipeline({ target: target(own) });
    const report = await examine(pipeline);
    expect(report.findings.filter(({ status }) => status === 'warn' || status === 'fail')).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.findings.map(({ check }) => check)).toEqual([
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
      'tls',
      'api',
      'clock',
      'rate limits',
      'app',
      'key scope',
      'conformance',
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
    expect(loud.text).toContain(`next  correct the failed checks, then:  chatferry doctor ${pipeline}`);
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

describe('a misconfiguration is found by name', () => {
  test('a port without a listener', async () => {
    using space = workspace(3);
    const taken = createTcp().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
    const { port: free } = taken.address() as AddressInfo;
    await new Promise((done) => taken.close(done));
    const nobody = JSON.stringify({ baseUrl: `https://127.0.0.1:${free}/v3`, apiKey: { env: 'KEY' } });
    const report = await examine(space.pipeline({ target: nobody }), { env: { KEY: 'k-123' } });
    expect([failures(report), report.exitCode]).toEqual([['connection'], 7]);
    expect(named(report, 'connection')?.message).toMatch(/ECONNREFUSED/);
  });

  test('a lock of another run', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false });
    const pipeline = space.pipeline({ target: target(own) });
    const folder = join(space.folder, '.chatferry/e2e');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await using _lock = await takeLock(join(folder, 'lock'), 'chatferry run pipeline.yaml', realSystem);
    const report = await examine(pipeline);
    expect([failures(report), report.exitCode]).toEqual([['lock'], 2]);
    expect(named(report, 'lock')?.message).toContain(`process ${process.pid}`);
    const local = await examine(space.pipeline({}));
    expect(named(local, 'service')?.message).toMatch(/another run uses the sandbox/);
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
    const report = await examine(space.pipeline({ target: other }), { env: { KEY: 'k-123' } });
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

  test('a proxy that is set and not used, because the service is on this machine', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false });
    const report = await examine(space.pipeline({ target: target(own) }), {
      env: { HTTPS_PROXY: 'http://proxy:3128' },
    });
    expect(named(report, 'proxy')).toMatchObject({
      status: 'pass',
      message: expect.stringContaining('HTTPS_PROXY is not used for 127.0.0.1'),
    });
    expect(report.exitCode).toBe(0);
  });
});
