import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, startCli } from '../../e2e/cli-process.ts';
import { workspace } from '../../e2e/workspace.ts';
import { target } from '../../features/doctor/examine.ts';
import { type Opened, openSandbox } from '../../sandbox/sandbox-client.ts';
import { startProxy } from './proxy-process.ts';

const LIMITS = 'limits: { requestsPerMinute: 6000, timeoutSeconds: 30 }';
let service: Opened;
beforeAll(async () => {
  service = await openSandbox({ http: false });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The environment in which what goes to this machine takes a proxy, too. */
const through = (proxy: string): Record<string, string> => ({
  HTTPS_PROXY: proxy,
  NO_PROXY: '',
  CHATFERRY_PROXY_LOOPBACK: '1',
});

/** muids of all messages of a service, as often as they are there. */
async function muidsOf(opened: Opened): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await opened.get(`/messages?limit=1000&affix=append${cursor}`);
    found.push(...json.data.map(({ muid }: { muid: string }) => muid));
    const next = json.meta?.next;
    if (!next || json.data.length === 0) return found;
    cursor = `&id=${next.id}&sentAt=${next.sentAt}`;
  }
}

describe('a run through a proxy', () => {
  test('with credentials: every request goes through it, and nothing shows them', async () => {
    using space = workspace(120);
    await using own = await openSandbox({ http: false });
    await using proxy = await startProxy({ credentials: 'ann:s3cret' });
    const pipeline = space.pipeline({ target: target(own), rest: LIMITS });
    const env = through(`http://ann:s3cret@127.0.0.1:${proxy.port}`);
    const { code, out, err } = await cli(['run', pipeline, '--yes', '--verbose'], env);
    expect(code, err).toBe(0);
    expect(new Set(await muidsOf(own)).size).toBe(120);
    const place = new URL(own.sandbox.baseUrl).host;
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(new Set(proxy.asked)).toEqual(new Set([place]));
    const log = readFileSync(join(space.folder, '.chatferry/e2e/run.log'), 'utf8');
    for (const text of [out, err, log]) expect(text).not.toMatch(/s3cret|YW5uOnMzY3JldA/);
  });

  test('over TLS: caFile names the authority of the proxy and of the service', async () => {
    using space = workspace(12);
    await using own = await openSandbox({ http: false });
    const folder = join(own.sandbox.files.ca, '..');
    const pem = (name: string): string => readFileSync(join(folder, name), 'utf8');
    await using proxy = await startProxy({ tls: { cert: pem('server.pem'), key: pem('server-key.pem') } });
    const env = through(`https://127.0.0.1:${proxy.port}`);
    const { code, err } = await cli(['run', space.pipeline({ target: target(own) }), '--yes'], env);
    expect(code, err).toBe(0);
    expect(proxy.asked.length).toBeGreaterThan(0);
    await using other = await openSandbox({ http: false });
    const elsewhere = target(own, { caFile: other.sandbox.files.ca });
    const untrusted = await cli(['run', space.pipeline({ target: elsewhere }), '--yes', '--fresh'], env);
    expect([untrusted.code, untrusted.err]).toEqual([2, expect.stringContaining('SERVICE.PROXY')]);
  });

  test.each([
    [{ credentials: 'ann:s3cret' }, 'http://', 'wants credentials (407)'],
    [{ credentials: 'ann:s3cret' }, 'http://ann:wr0ng@', 'refuses the credentials (407)'],
    [{ refuse: 403 }, 'http://', 'does not connect to 127.0.0.1'],
  ])('that refuses (%j, %s) ends at once, before anything is sent', async (settings, scheme, message) => {
    using space = workspace(3);
    await using proxy = await startProxy(settings);
    const env = through(`${scheme}127.0.0.1:${proxy.port}`);
    const pipeline = space.pipeline({ target: target(service) });
    const before = service.events.length;
    const { code, err } = await cli(['run', pipeline, '--yes'], env);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain('SERVICE.PROXY');
    expect(err).not.toMatch(/s3cret|wr0ng/);
    expect(service.events.length).toBe(before);
  });

  test('that takes the connection and never answers is given up', async () => {
    using space = workspace(3);
    await using proxy = await startProxy({ hang: true });
    const pipeline = space.pipeline({ target: target(service) });
    const { code, err } = await cli(['run', pipeline, '--yes'], through(`127.0.0.1:${proxy.port}`));
    expect([code, err]).toEqual([7, expect.stringContaining('SERVICE.UNREACHABLE')]);
    expect(err).toContain('no answer within 10 s');
  });

  test('that dies in the middle of it, and comes back: every row lands exactly once', async () => {
    using space = workspace(4_000);
    await using own = await openSandbox({ http: false });
    const first = await startProxy({ dieAfterBytes: 250_000 });
    const pipeline = space.pipeline({ target: target(own), rest: LIMITS });
    const run = startCli(['run', pipeline, '--yes', '--json'], through(`http://127.0.0.1:${first.port}`));
    await Promise.race([first.ended, run.ended]);
    const landed = (await muidsOf(own)).length;
    expect(landed).toBeGreaterThan(0);
    expect(landed).toBeLessThan(4_000);
    await using again = await startProxy({ port: first.port });
    const { code, out, err } = await run.ended;
    expect(code, err).toBe(0);
    const muids = await muidsOf(own);
    expect([muids.length, new Set(muids).size]).toEqual([4_000, 4_000]);
    expect(JSON.parse(out)).toMatchObject({ balanced: true, entities: { messages: { created: 4_000 } } });
    expect(again.asked.length).toBeGreaterThan(0);
  });
});

test('doctor names the proxy, tries it, and checks the certificate of the service behind it', async () => {
  using space = workspace(3);
  await using proxy = await startProxy({ credentials: 'ann:s3cret' });
  const pipeline = space.pipeline({ target: target(service) });
  const place = `127.0.0.1:${proxy.port}`;
  const good = await cli(['doctor', pipeline], through(`http://ann:s3cret@${place}`));
  expect(good.code, good.out).toBe(0);
  expect(good.out).toContain(`http://${place} of HTTPS_PROXY connects to`);
  expect(good.out).toMatch(/PASS {2}tls/);
  const refused = await cli(['doctor', pipeline], through(`http://ann:wr0ng@${place}`));
  expect(refused.code).toBe(2);
  expect(refused.out).toMatch(/FAIL {2}proxy .*refuses the credentials \(407\)/);
  expect(good.out + refused.out).not.toMatch(/s3cret|wr0ng/);
});

test('a service on this machine is reached without the proxy, if nobody says otherwise', async () => {
  using space = workspace(3);
  const pipeline = space.pipeline({ target: target(service) });
  const { code, err } = await cli(['run', pipeline, '--yes'], { HTTPS_PROXY: 'http://127.0.0.1:9' });
  expect(code, err).toBe(0);
});
