import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import { accountForm, apiSystems } from '../../../src/origin/accounts.ts';
import { originOf } from '../../../src/origin/origins.ts';
import { type Pipeline, parsePipeline } from '../../../src/pipeline/pipeline.ts';
import { pipelineJsonSchema } from '../../../src/pipeline/pipeline-schema.ts';

const exported = (spec: string): string => `version: 1\nname: demo\nsources:\n  export: ${spec}\n`;
const parsed = (spec: string, env = {}, file = '/nowhere/pipeline.yaml'): Pipeline =>
  parsePipeline(exported(spec), file, env);

function refusal(spec: string, env = {}): RunError {
  try {
    parsed(spec, env);
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
  return expect.fail('it was accepted');
}

const GOOD: Readonly<Record<string, readonly [api: string, shown: string]>> = {
  sendbird: ['{ appId: 0A1B-2C, key: { env: SB_KEY } }', 'https://api-0A1B-2C.sendbird.com/v3'],
  stream: ['{ key: abc123, secret: { file: secret.txt } }', 'https://chat.stream-io-api.com'],
  twilio: [
    '{ account: AC01, keySid: SK01, secret: { command: [pass, twilio] }, service: IS01 }',
    'https://conversations.twilio.com/v1/Services/IS01',
  ],
  service: [
    '{ appId: old1, region: eu, serviceHost: example.io, apiKey: { env: OLD_KEY } }',
    'https://old1.api-eu.example.io/v3',
  ],
};

describe('the API of an old system in a pipeline', () => {
  test.each(Object.entries(GOOD))('%s', (system, [api, shown]) => {
    const { pull, sources } = parsed(`{ system: ${system}, api: ${api} }`);
    expect(pull).toMatchObject({
      system,
      shown,
      again: { overlapMs: 86_400_000, recheckMs: 7 * 86_400_000, fullMs: 30 * 86_400_000 },
    });
    if (system === 'service') expect(sources.messages).toMatchObject([{ path: `${shown}/messages.ndjson` }]);
    else expect(sources.messages).toMatchObject([{ export: { system, path: shown } }]);
  });

  test('stands beside files, and their addresses stay what they are', () => {
    const { pull, sources, remotes } = parsed(
      `{ system: sendbird, path: [old.zip, "https://files.example.com/a.zip?sig=1"], api: ${GOOD['sendbird']?.[0]} }`,
    );
    expect(sources.users).toMatchObject([
      {
        export: {
          path: ['old.zip', 'https://files.example.com/a.zip', 'https://api-0A1B-2C.sendbird.com/v3'],
        },
      },
    ]);
    expect([...(remotes?.keys() ?? [])]).toEqual(['https://files.example.com/a.zip']);
    expect(pull?.shown).toBe('https://api-0A1B-2C.sendbird.com/v3');
  });

  test('is what a system reads of it', async () => {
    for (const system of apiSystems)
      expect(originOf(system), system).toMatchObject({ system, ...accountForm(system) });
  });

  test('says how it is read', async () => {
    const { pull } = parsed(
      `{ system: sendbird, api: { appId: a1, key: { env: SB_KEY }, host: "http://127.0.0.1:8080/", caFile: ca.pem,
        by: list, since: 2024-01-01, types: [group], again: { overlap: 30m, recheck: 12h, full: 2d }, requestsPerSecond: 2.5 } }`,
    );
    expect(pull?.shown).toBe('http://127.0.0.1:8080/v3');
    expect(pull?.again).toEqual({ overlapMs: 1_800_000, recheckMs: 43_200_000, fullMs: 172_800_000 });
    expect(await pull?.account({ ...access, env: { SB_KEY: 'sk-1' } })).toMatchObject({
      names: { appId: 'a1' },
      host: 'http://127.0.0.1:8080',
      caFile: '/nowhere/ca.pem',
      by: 'list',
      since: Date.UTC(2024, 0, 1),
      types: ['group'],
      requestsPerSecond: 2.5,
    });
  });
});

const access = { allowCode: false, env: {} };

describe('its secrets', () => {
  test('are read when they are needed, from a variable or a file', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
    writeFileSync(join(folder.path, 'secret.txt'), 'in-the-file\n');
    const file = join(folder.path, 'pipeline.yaml');
    const places = { '{ env: SB_KEY }': 'in-the-variable', '{ file: secret.txt }': 'in-the-file' };
    for (const [place, secret] of Object.entries(places)) {
      const { pull } = parsed(`{ system: sendbird, api: { appId: a1, key: ${place} } }`, {}, file);
      const account = await pull?.account({ ...access, env: { SB_KEY: 'in-the-variable' } });
      expect(account?.secrets['key']?.reveal(), place).toBe(secret);
      expect(inspect(account, { depth: 9 })).not.toContain(secret);
    }
  });

  test('that are not there are an error with the member, and without what is there', async () => {
    const { pull } = parsed('{ system: stream, api: { key: abc, secret: { env: ST_SECRET } } }');
    for (const ST_SECRET of [undefined, '', ' ', 'two words of a secret']) {
      const error = await pull?.account({ ...access, env: { ST_SECRET } }).catch((thrown) => thrown);
      expect(error).toMatchObject({
        code: 'AUTH.KEY_MISSING',
        message: expect.stringContaining('sources.export.api.secret: '),
        hint: 'set the environment variable or the file that sources.export.api.secret names',
      });
      expect(inspect(error)).not.toContain('two words');
    }
  });

  test('are variables that no program gets', () => {
    const { secrets } = parsed(`{ system: sendbird, api: { appId: "\${APP}", key: { env: SB_KEY } } }`, {
      APP: 'a1',
    });
    expect(secrets).toContain('SB_KEY');
    expect(secrets).not.toContain('APP');
  });
});

describe('mistakes', () => {
  const sendbird = GOOD['sendbird']?.[0];
  test.each<readonly [spec: string, says: string]>([
    [
      `{ system: auto, api: ${sendbird} }`,
      'system: api needs the name of the system: sendbird, service, stream, twilio',
    ],
    ['{ system: sendbird }', 'sources.export.path: is missing: name the files, or the API of the system'],
    ['{ system: service, path: a.zip }', 'sources.export.api: is missing: an app of this service'],
    [`{ system: service, path: a.zip, api: ${GOOD['service']?.[0]} }`, 'has no export: leave path out'],
    ['{ system: sendbird, api: { appId: a1 } }', 'api.key: is missing: system sendbird needs it'],
    [
      '{ system: sendbird, api: { appId: a1, key: sk-secret-1 } }',
      'api.key: a secret does not stand in the file',
    ],
    ['{ system: stream, api: { key: { env: K }, secret: { env: S } } }', 'api.key: expected text'],
    ['{ system: stream, api: { key: k, secret: sk-secret-1 } }', 'api.secret: '],
    [
      '{ system: twilio, api: { appId: a1, secret: { env: S } } }',
      'api.appId: is not of system twilio, which has account',
    ],
    [
      '{ system: service, api: { baseUrl: "https://a.example/v3", since: 2024-01-01, apiKey: { env: S } } }',
      'sources.export.api.since: groups of this service do not say when they were used last',
    ],
    [
      `{ system: service, since: 2024-01-01, api: ${GOOD['service']?.[0]} }`,
      'sources.export.since: is of exports, and an app of this service has none',
    ],
    [
      `{ system: service, exclude: { users: [ann] }, api: ${GOOD['service']?.[0]} }`,
      'sources.export.exclude: is of exports',
    ],
    [
      `{ system: service, anonymise: true, api: ${GOOD['service']?.[0]} }`,
      'sources.export.anonymise: is of exports',
    ],
    ['{ system: service, api: { appId: a1, apiKey: { env: S } } }', 'give appId and serviceHost, or baseUrl'],
    [
      '{ system: service, api: { baseUrl: "https://a.example/v3", region: eu, apiKey: { env: S } } }',
      'baseUrl replaces region and serviceHost',
    ],
    [
      `{ system: service, api: { appId: ${'a'.repeat(64)}, serviceHost: e.io, apiKey: { env: S } } }`,
      'an app id is',
    ],
    [
      '{ system: sendbird, api: { apId: a1, key: { env: S } } }',
      'unknown key sources.export.api.apId, did you mean appId',
    ],
    [`{ system: sendbird, anonymise: true, api: ${sendbird} }`, 'saved in the state as it is'],
    ['{ system: sendbird, api: { appId: a1, key: { env: S }, again: { full: 30 } } }', 'again.full: '],
    [
      '{ system: sendbird, api: { appId: a1, key: { env: S }, again: { full: 0d } } }',
      'such as 30s, 30m, 24h or 7d',
    ],
    ['{ system: sendbird, api: { appId: a1, key: { env: S }, requestsPerSecond: 0 } }', 'requestsPerSecond'],
    ['{ system: sendbird, api: { appId: a1, key: { env: S }, since: soon } }', 'not a time'],
    [
      '{ system: sendbird, api: { appId: a1, key: { env: S }, types: [group, opne] } }',
      'api.types: system sendbird has no "opne", did you mean open',
    ],
    [
      '{ system: service, api: { baseUrl: "https://a.example/v3", apiKey: { env: S }, types: [team] } }',
      'system service has no "team", only public, private, password',
    ],
  ])('%s', (spec, says) => {
    const error = refusal(spec);
    expect(error).toMatchObject({ code: 'CONFIG.INVALID', exitCode: 2 });
    expect(error.message).toContain(says);
    expect(inspect(error)).not.toContain('sk-secret-1');
  });

  test.each([
    'http://chat.example.com',
    'https://user:pw@chat.example.com',
    'https://chat.example.com?key=1',
    'https://chat.example.com#x',
    'file:///etc/passwd',
    'chat.example.com',
    'https://',
  ])('the host %s', (host) => {
    const error = refusal(`{ system: sendbird, api: { appId: a1, key: { env: S }, host: "${host}" } }`);
    expect(error.code).toBe('CONFIG.INVALID');
    expect(error.message).toContain('sources.export.api.host: ');
    expect(error.message).not.toContain('pw');
    expect(refusal(`{ system: service, api: { baseUrl: "${host}", apiKey: { env: S } } }`).code).toBe(
      'CONFIG.INVALID',
    );
  });

  test.each(['evil.example/', 'a1.evil.example#', 'a1@evil.example', '../x', 'a b', '', 'ä'])(
    'a name that would lead elsewhere: %s',
    (appId) => {
      const error = refusal(`{ system: sendbird, api: { appId: "${appId}", key: { env: S } } }`);
      expect(error.message).toContain('sources.export.api.appId: ');
      const account = '{ account: AC1, keySid: SK1, secret: { env: S }, service: "NAME" }'.replace(
        'NAME',
        appId,
      );
      expect(refusal(`{ system: twilio, api: ${account} }`).message).toContain(
        'sources.export.api.service: ',
      );
    },
  );

  test('a system that is not read through an API', () => {
    expect(refusal(`{ system: discord, api: ${sendbird} }`)).toMatchObject({
      code: 'PULL.UNSUPPORTED',
      exitCode: 2,
      message:
        'sources.export.api: discord is not read through an API; these are: sendbird, service, stream, twilio',
    });
  });
});

describe('editors', () => {
  const takes = new Ajv({ strict: false }).compile(pipelineJsonSchema());
  const isTaken = (system: string, api?: object, path?: string): boolean =>
    takes({
      version: 1,
      name: 'demo',
      sources: { export: { system, ...(api && { api }), ...(path && { path }) } },
    });

  test('know the members of each system', () => {
    const key = { env: 'K' };
    expect(isTaken('sendbird', { appId: 'a1', key })).toBe(true);
    expect(isTaken('stream', { key: 'k', secret: key })).toBe(true);
    expect(isTaken('twilio', { account: 'AC', keySid: 'SK', secret: key })).toBe(true);
    expect(isTaken('service', { baseUrl: 'https://a.example/v3', apiKey: key })).toBe(true);
    expect(isTaken('sendbird', undefined, 'export.zip')).toBe(true);
    expect(isTaken('sendbird')).toBe(false);
    expect(isTaken('sendbird', { appId: 'a1' })).toBe(false);
    expect(isTaken('sendbird', { appId: 'a1', key: 'in-the-file' })).toBe(false);
    expect(isTaken('sendbird', { appId: 'a1', key, account: 'AC' })).toBe(false);
    expect(isTaken('stream', { key, secret: key })).toBe(false);
  });
});
