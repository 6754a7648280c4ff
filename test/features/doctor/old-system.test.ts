import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askedOnce } from '../../../src/features/doctor/examine-origin.ts';
import type { Ask, OpenOrigin } from '../../../src/origin/origin.ts';
import { realSystem } from '../../../src/system/system.ts';
import { workspace } from '../../e2e/workspace.ts';
import { account, json, KEY, never, origin } from '../../origin/ask/asking.ts';
import { httpServer } from '../../service/transport/http-server.ts';
import { examine } from './examine.ts';

/** The account of an old system that is asked for nothing but its check. */
const checked = (ask: Ask): OpenOrigin =>
  ({
    check: async (signal: AbortSignal) => {
      const { body } = await ask({ path: '/users?limit=1', family: 'read' }, signal);
      return `${String(body['count'])} users`;
    },
  }) as OpenOrigin;

async function findings(answer: Parameters<typeof httpServer>[0]) {
  await using server = await httpServer(answer);
  const asked = origin(server.origin, { open: (_, ask) => checked(ask) });
  return await askedOnce(asked, account(), realSystem, never);
}

describe('the doctor, of an old system', () => {
  test('tries the key with one request', async () => {
    const urls: unknown[] = [];
    const finding = await findings((request, response) => {
      urls.push(request.url);
      json(response, 200, { count: 1204 });
    });
    expect(finding).toEqual({
      check: 'old system',
      status: 'pass',
      message: 'Old Chat takes the key: 1204 users',
    });
    expect(urls).toEqual(['/v3/users?limit=1']);
  });

  test.each<readonly [status: number, body: string, says: string, exit: string]>([
    [401, `{"message":"no ${KEY}"}`, 'PULL.AUTH: Old Chat refuses the key', 'auth'],
    [403, '{}', 'Old Chat refuses the request: ', 'auth'],
    [404, '{}', 'answers 404', 'precondition'],
    [429, '{}', 'the service asks to wait', 'temporary'],
    [200, '<h1>Welcome</h1>', 'with what is no JSON: <h1>Welcome</h1>', 'precondition'],
  ])('says what an answer %i means', async (status, body, says, exit) => {
    const finding = await findings((_, response) => json(response, status, body));
    expect(finding).toMatchObject({ status: 'fail', exit, message: expect.stringContaining(says) });
    expect(finding.next).toContain('sources.export.api');
    expect(JSON.stringify(finding)).not.toContain(KEY);
  });

  test('looks at name, connection, certificate and the file of the key before, and reads no history', async () => {
    using space = workspace(1);
    await using server = await httpServer((_, response) => json(response, 401, {}));
    const file = space.pipeline({});
    writeFileSync(join(space.folder, 'key.txt'), `${KEY}\n`, { mode: 0o644 });
    const source = (host: string): void =>
      writeFileSync(
        file,
        `version: 1\nname: e2e\nsources: { export: { system: sendbird, api: { appId: a1, key: { file: key.txt }, host: "${host}" } } }\n`,
      );
    source(server.origin);
    const report = await examine(file);
    const old = report.findings.filter(({ check }) => check === 'old system');
    expect(old).toMatchObject([
      {
        status: 'warn',
        message: 'key others can read the file key.txt, its mode is 0644',
        next: 'chmod 600 key.txt',
      },
      { status: 'pass', message: 'proxy: none is set' },
      { status: 'skip', message: 'dns: 127.0.0.1 is an IP address, not a name' },
      { status: 'pass', message: expect.stringMatching(/^connection: 127\.0\.0\.1:\d+ answers in/) },
      { message: expect.stringContaining('tls: ') },
      ...old.slice(5),
    ]);
    expect(report.findings.find(({ check }) => check === 'sources')).toMatchObject({
      status: 'skip',
      message: `not read yet; run and validate read them from ${server.origin}/v3`,
    });
    source('https://api-a1.nowhere.invalid');
    expect(
      (await examine(file)).findings.find(({ check, status }) => check === 'old system' && status === 'fail'),
    ).toMatchObject({
      message: expect.stringContaining('dns: the name api-a1.nowhere.invalid cannot be resolved'),
      next: 'check the account, host and caFile in sources.export.api, and the network',
    });
    expect(JSON.stringify(report)).not.toContain(KEY);
  });

  test('says where a key is missing', async () => {
    using space = workspace(1);
    const file = space.pipeline({});
    writeFileSync(
      file,
      'version: 1\nname: e2e\nsources: { export: { system: stream, api: { key: k1, secret: { env: NO_SUCH }, host: "http://127.0.0.1:9" } } }\n',
    );
    const { findings: all, exitCode } = await examine(file);
    expect(all).toContainEqual({
      check: 'old system',
      status: 'fail',
      message: 'AUTH.KEY_MISSING: sources.export.api.secret: no API key in the environment variable NO_SUCH',
      next: 'set the environment variable or the file that sources.export.api.secret names',
    });
    expect(exitCode).toBe(10);
  });
});
