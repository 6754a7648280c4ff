import { describe, expect, test } from 'vitest';
import type { RunError } from '../../../src/errors/run-error.ts';
import { allow } from '../../../src/features/fleet/worker/allowed.ts';
import { readWorkerConfig } from '../../../src/features/fleet/worker/worker-config.ts';
import { realSystem } from '../../../src/system/system.ts';
import { jobOf } from './job-of.ts';
import { ownFolder, variable } from './own-folder.ts';

const ENV = { SB_KEY: 'sb-key-1', TARGET_KEY: 'target-key-1', OTHER: 'other-1', PATH: '/bin' };
const TARGET = 'target: { baseUrl: "https://chat.example/v3", apiKey: { env: TARGET_KEY } }\n';
const KEYS = `folders: [.]
keys:
  - { env: TARGET_KEY, host: chat.example }
  - { env: SB_KEY, host: api-app1.sendbird.com }
  - { file: ./key, host: chat.stream-io-api.com, appId: abc }
`;

const from = (system: string, api: string): string =>
  `${TARGET}sources: { export: { system: ${system}, api: ${api} } }\n`;

async function asked(text: string, config = KEYS, command = 'run') {
  using own = ownFolder();
  own.write('key', 'stream-secret-1');
  const rules = {
    config: await readWorkerConfig(own.write('worker.yaml', `version: 1\n${config}`)),
    env: ENV,
    allowCode: false,
  };
  const job = jobOf(own.pipeline(), text, { command });
  return await allow(job, rules).then(
    (allowed) => ({ code: 'ok', message: '', hint: '', ...allowed }),
    (error: RunError) => error,
  );
}

describe('a pipeline of the queue that reads an old system', () => {
  test('gets its key, and reaches that host and its target alone', async () => {
    const answer = await asked(from('sendbird', '{ appId: app1, key: { env: SB_KEY } }'));
    expect(answer).toMatchObject({ code: 'ok', env: { SB_KEY: 'sb-key-1', TARGET_KEY: 'target-key-1' } });
    if (!('connect' in answer)) return expect.fail('it was refused');
    expect(answer.env).not.toHaveProperty('OTHER');
    const opened: string[] = [];
    const connect = answer.connect?.((origin, options) => {
      opened.push(origin);
      return realSystem.connect(origin, options);
    });
    const places = [
      'https://api-app1.sendbird.com',
      'https://chat.example',
      'https://api-app2.sendbird.com',
      'http://api-app1.sendbird.com',
      'https://api-app1.sendbird.com:8443',
      'https://sendbird.com',
      'http://127.0.0.1:80',
    ];
    const reached = await Promise.all(
      places.map(async (place) => {
        try {
          await connect?.(place, {}).destroy();
          return 'reached';
        } catch (error) {
          return (error as RunError).code;
        }
      }),
    );
    expect(reached).toEqual(['reached', 'reached', ...places.slice(2).map(() => 'FLEET.HOST_REFUSED')]);
    expect(opened).toEqual(places.slice(0, 2));
  });

  test('that only checks its sources gets the key of the old system, and not that of the target', async () => {
    const text = from('sendbird', '{ appId: app1, key: { env: SB_KEY } }');
    const answer = await asked(text, KEYS, 'validate');
    expect(answer).toMatchObject({ code: 'ok', env: { SB_KEY: 'sb-key-1' } });
    expect('env' in answer && answer.env).not.toHaveProperty('TARGET_KEY');
    // It may read the old system too.
    expect((await asked(text, 'folders: [.]', 'validate')).code).toBe('FLEET.KEY_REFUSED');
  });

  test.each([
    ['another host', 'sendbird', '{ appId: app1, key: { env: SB_KEY }, host: "https://evil.example" }'],
    ['another app, so another host', 'sendbird', '{ appId: evil, key: { env: SB_KEY } }'],
    [
      'another port',
      'sendbird',
      '{ appId: app1, key: { env: SB_KEY }, host: "https://api-app1.sendbird.com:8443" }',
    ],
    ['this machine', 'sendbird', '{ appId: app1, key: { env: SB_KEY }, host: "http://127.0.0.1:9" }'],
    ['the key of the target', 'sendbird', '{ appId: app1, key: { env: TARGET_KEY } }'],
    [
      'the key of the target, to its host',
      'service',
      '{ baseUrl: "https://chat.example:1/v3", apiKey: { env: TARGET_KEY } }',
    ],
    ['a variable that is no key', 'sendbird', '{ appId: app1, key: { env: OTHER } }'],
    ['a variable that is for pipelines', 'sendbird', '{ appId: app1, key: { env: PATH } }'],
    ['any file', 'sendbird', '{ appId: app1, key: { file: /etc/passwd } }'],
    ['the file of a key, to another host', 'sendbird', '{ appId: app1, key: { file: ./key } }'],
    ['any program', 'sendbird', '{ appId: app1, key: { command: [cat, /etc/passwd] } }'],
    ['another account', 'stream', '{ key: evil, secret: { file: ./key } }'],
  ])('does not get %s', async (_, system, api) => {
    for (const command of ['run', 'validate', 'verify']) {
      const { code, message, hint } = await asked(from(system, api), KEYS, command);
      expect(code, command).toBe('FLEET.KEY_REFUSED');
      expect(message + hint).not.toMatch(/(?:sb|target)-key-1|secret-1/);
    }
  });

  test('has the file of its key, and its account, where the worker says so', async () => {
    expect((await asked(from('stream', '{ key: abc, secret: { file: ./key } }'))).code).toBe('ok');
  });

  test('says what to add to the file of the worker', async () => {
    const { hint } = await asked(from('sendbird', '{ appId: app9, key: { env: SB_KEY } }'));
    expect(hint).toContain('{ env: SB_KEY, host: api-app9.sendbird.com }');
  });

  test('names its key nowhere else', async () => {
    const text = from('sendbird', '{ appId: app1, key: { env: SB_KEY } }');
    const webhook = `notify: [{ webhook: "https://hooks.example/${variable('SB_KEY')}" }]\n`;
    const config = `${KEYS}env: [OTHER]\nhosts: [hooks.example]\n`;
    // The key is no variable that is for pipelines, so it is not even there.
    expect((await asked(text + webhook, config)).code).toBe('CONFIG.ENV_MISSING');
    const types = from('sendbird', `{ appId: app1, key: { env: SB_KEY }, types: ["${variable('SB_KEY')}"] }`);
    expect((await asked(types)).code).toBe('CONFIG.ENV_MISSING');
  });

  test('names no file of an authority outside of its folders', async () => {
    const api = '{ appId: app1, key: { env: SB_KEY }, caFile: /etc/ssl/certs/ca.pem }';
    expect((await asked(from('sendbird', api))).code).toBe('FLEET.PATH_REFUSED');
    expect((await asked(from('sendbird', api.replace('/etc/ssl/certs/', './')))).code).toBe('ok');
  });
});
