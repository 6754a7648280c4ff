import { describe, expect, test } from 'vitest';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';

const lines = (...rest: string[]): string =>
  ['version: 1', 'name: a', 'sources:', '  users: { path: users.csv }', ...rest].join('\n');
const load = (text: string, env: Record<string, string> = {}) => parsePipeline(text, '/data/p.yaml', env);

function error(text: string, env: Record<string, string> = {}) {
  try {
    load(text, env);
  } catch (thrown) {
    return thrown as {
      code: string;
      message: string;
      exitCode: number;
      where?: { line?: number; column?: number };
    };
  }
  throw new Error('the pipeline was taken');
}

describe('parsePipeline', () => {
  test('fills in every default and makes paths absolute', () => {
    expect(load(lines())).toMatchObject({
      name: 'a',
      folder: '/data',
      stateFolder: '/data/.chatferry/a',
      target: undefined,
      limits: { concurrency: 4, batch: 50 },
      retention: { messagesOlderThanDays: 183, policy: 'allow', hosted: false },
    });
    expect(load(lines('state: ../s')).stateFolder).toBe('/s/a');
  });

  test.each([
    ['no target', '', 'allow', false],
    ['the sandbox', 'target: sandbox', 'allow', false],
    ['localhost', 'target: { baseUrl: "https://localhost:8443/v3" }', 'allow', false],
    ['an app on localhost', 'target: { appId: one, serviceHost: "localhost:8443" }', 'allow', false],
    ['127.0.0.1', 'target: { baseUrl: "http://127.0.0.1:7700/v3" }', 'allow', false],
    ['::1', 'target: { baseUrl: "http://[::1]:7700/v3" }', 'allow', false],
    ['an app of a service', 'target: { appId: one, serviceHost: example.io }', 'reject', true],
    ['another machine', 'target: { baseUrl: "https://127.0.0.1.example.io/v3" }', 'reject', true],
  ])('without retention, %s: messages older than 183 days', (_, target, policy, hosted) => {
    expect(load(lines(target)).retention).toEqual({ messagesOlderThanDays: 183, policy, hosted });
  });

  test('each part of retention has its own default; the ordinary API gives messages a new time', () => {
    const hosted = 'target: { appId: one, serviceHost: example.io }';
    expect(load(lines(hosted, 'retention: { policy: archive }')).retention).toEqual({
      messagesOlderThanDays: 183,
      policy: 'archive',
      hosted: true,
    });
    expect(load(lines(hosted, 'retention: { messagesOlderThanDays: 30 }')).retention).toEqual({
      messagesOlderThanDays: 30,
      policy: 'reject',
      hosted: true,
    });
    const rest = 'target: { appId: one, serviceHost: example.io, api: rest }';
    expect(load(lines(rest)).retention).toBeUndefined();
    expect(load(lines(rest, 'retention: { policy: skip }')).retention?.policy).toBe('skip');
  });

  test('takes JSON as well', () => {
    expect(load('{"version":1,"name":"a","sources":{"users":{"path":"u.csv"}}}').name).toBe('a');
  });

  test.each([
    [lines('limts: {}'), 5, 1, /unknown key limts, did you mean limits/],
    [lines('limits:', '  batchs: 5'), 6, 3, /limits\.batchs, did you mean batch/],
    [lines('target: { apId: x }'), 5, 11, /target\.apId, did you mean appId/],
    [lines().replace('path:', 'pth: x, path:'), 4, 12, /sources\.users\.pth, did you mean path/],
    [lines('limits: { batch: many }'), 5, 18, /limits\.batch/],
    [lines('limits: { batch: 51 }'), 5, 18, /limits\.batch/],
    [lines('references: maybe'), 5, 13, /references/],
    [lines('thresholds: { rejectd: "<1" }'), 5, 15, /thresholds\.rejectd, did you mean rejected/],
    [lines('thresholds: { notices: few }'), 5, 24, /comparison and a number or percentage, such as <0\.1%/],
    [lines('thresholds: { notCarried: "<1%" }'), 5, 27, /comparison and a number, such as <100/],
    [lines().replace('name: a', 'name: A b'), 2, 7, /a name is 1 to 64/],
    [lines().replace('version: 1', 'version: 2'), 1, 10, /version/],
  ])('says what is wrong with line and column: %#', (text, line, column, message) => {
    const found = error(text);
    expect(found).toMatchObject({
      code: 'CONFIG.INVALID',
      exitCode: 2,
      where: { file: '/data/p.yaml', line, column },
    });
    expect(found.message).toMatch(message);
  });

  test('refuses a key that stands twice and broken YAML, with the place', () => {
    expect(error(lines('name: b'))).toMatchObject({ code: 'CONFIG.SYNTAX', where: { line: 5, column: 1 } });
    expect(error(lines('limits: {'))).toMatchObject({ code: 'CONFIG.SYNTAX', where: { line: 5 } });
  });

  test('refuses an alias bomb quickly', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let level = 1; level < 12; level++) {
      const before = String.fromCharCode(96 + level);
      bomb.push(
        `${String.fromCharCode(97 + level)}: &${String.fromCharCode(97 + level)} [${Array(9).fill(`*${before}`)}]`,
      );
    }
    expect(error(bomb.join('\n')).code).toBe('CONFIG.SYNTAX');
  });

  test('takes environment variables into texts, and says which is missing', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the pipeline's own notation
    const text = lines().replace('users.csv', '"${DIR}/users-${N}.csv"');
    expect(load(text, { DIR: '/in', N: '7' }).sources.users).toMatchObject([{ path: '/in/users-7.csv' }]);
    expect(error(text, { DIR: '/in' })).toMatchObject({ code: 'CONFIG.ENV_MISSING' });
    expect(error(text, { DIR: '/in' }).message).toContain('N');
  });

  test.each([
    ['appId: app1, serviceHost: example.io', 'https://app1.api-us.example.io/v3'],
    ['appId: app1, region: eu, serviceHost: example.io', 'https://app1.api-eu.example.io/v3'],
    ['baseUrl: https://host.example/v3/', 'https://host.example/v3'],
    ['baseUrl: http://127.0.0.1:8080/v3', 'http://127.0.0.1:8080/v3'],
    ['baseUrl: "http://[::1]:8080/v3"', 'http://[::1]:8080/v3'],
    ['baseUrl: http://localhost/v3', 'http://localhost/v3'],
  ])('works out the address of { %s }', (target, baseUrl) => {
    expect(load(lines(`target: { ${target} }`)).target).toMatchObject({ baseUrl });
  });

  test.each([
    ['baseUrl: http://host.example/v3', /not https/],
    ['baseUrl: http://127.0.0.1.example/v3', /not https/],
    ['baseUrl: http://localhost.example/v3', /not https/],
    ['baseUrl: ftp://localhost/v3', /not https/],
    ['baseUrl: https://u:p@host.example/v3', /contain a user/],
    ['baseUrl: "https://host.example/v3?a=1"', /query/],
    ['baseUrl: nonsense', /not a URL/],
    ['appId: app1', /serviceHost/],
    ['baseUrl: https://a.example/v3, region: eu', /baseUrl replaces/],
    ['appId: "a/b", serviceHost: example.io', /app id/],
    ['appId: a, serviceHost: "example.io/x"', /host name/],
    ['appId: a, serviceHost: example.io, apiKey: sk-123', /apiKey/],
  ])('refuses { %s }', (target, message) => {
    const found = error(lines(`target: { ${target} }`));
    expect(found).toMatchObject({ code: 'CONFIG.INVALID', exitCode: 2 });
    expect(found.message).toMatch(message);
  });
});
