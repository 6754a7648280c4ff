import { expect, test } from 'vitest';
import type { RunError } from '../../../src/errors/run-error.ts';
import { allow } from '../../../src/features/fleet/worker/allowed.ts';
import { readWorkerConfig } from '../../../src/features/fleet/worker/worker-config.ts';
import { jobOf } from '../../features/fleet/job-of.ts';
import { ownFolder } from '../../features/fleet/own-folder.ts';

const TEXT = `target: { baseUrl: "https://chat.example/v3", apiKey: { env: TARGET_KEY } }
sources: { export: { system: stream, path: ./export } }
live: { listen: { port: 8787 }, hooks: manual, old: { secrets: [{ env: HOOKS }] } }
`;
const ENV = { TARGET_KEY: 'target-key-1', HOOKS: 'secret-of-hooks-1', MANAGE: 'secret-of-account-1' };
const TARGET_KEY = '{ env: TARGET_KEY, host: chat.example }';
const HOOKS = '{ env: HOOKS, host: 127.0.0.1 }';

/** What a worker says to a job `live`: the variables that it gives, or its refusal. */
async function answerTo(rest: string, { keys = [TARGET_KEY, HOOKS], text = TEXT, more = '' } = {}) {
  using own = ownFolder();
  const file = own.write('app.yaml', `version: 1\nname: app\n${text}${more}`);
  const lines = `version: 1\nkeys: [${keys.join(', ')}]\n${rest}`;
  const rules = {
    config: await readWorkerConfig(own.write('worker.yaml', lines)),
    env: ENV,
    allowCode: false,
  };
  return await allow(jobOf(file, text, { command: 'live' }), rules).then(
    ({ env }) => Object.keys(env).filter((name) => Object.hasOwn(ENV, name)),
    ({ code, message, hint }: RunError) => ({
      code,
      message: message.replaceAll(own.folder, ''),
      hint: hint.replaceAll(own.folder, ''),
    }),
  );
}

test('only a trusted pipeline receives events, at a port that the worker names', async () => {
  const refused = { code: 'FLEET.PATH_REFUSED', message: expect.stringContaining('only a trusted pipeline') };
  expect(await answerTo('folders: [.]\nlisten: [8787]')).toMatchObject({
    ...refused,
    hint: expect.stringMatching(/pipelines: \[/),
  });
  const changed = { more: '# later\n' };
  expect(await answerTo('pipelines: [.]\nlisten: [8787]', changed)).toEqual({
    code: 'FLEET.PATH_REFUSED',
    message: 'only a trusted pipeline may receive events: the text of /app.yaml differs from the job',
    hint: 'chatferry fleet submit /app.yaml',
  });
  const noPort = {
    code: 'FLEET.HOST_REFUSED',
    message: 'the worker lets nobody listen on port 8787',
    hint: 'add it to the file of the worker:  listen: [8787]',
  };
  for (const listen of ['', 'listen: [8788]'])
    expect(await answerTo(`pipelines: [.]\n${listen}`)).toEqual(noPort);
  const any = TEXT.replace('8787', '0');
  expect(await answerTo('pipelines: [.]\nlisten: [8787]', { text: any })).toMatchObject({
    code: 'FLEET.HOST_REFUSED',
    hint: expect.stringContaining('name a port in the pipeline'),
  });
  expect(await answerTo('pipelines: [.]\nlisten: [8787]')).toEqual(['TARGET_KEY', 'HOOKS']);
});

test('secrets of live are given where the worker lets them go, and files of a trusted pipeline are its own', async () => {
  const TRUSTED = 'pipelines: [.]\nlisten: [8787]';
  expect(await answerTo(TRUSTED, { keys: [TARGET_KEY] })).toMatchObject({
    code: 'FLEET.KEY_REFUSED',
    hint: expect.stringContaining('{ env: HOOKS, host: 127.0.0.1 }'),
  });
  const program = TEXT.replace('{ env: HOOKS }', '{ command: [cat, hooks] }');
  expect(await answerTo(TRUSTED, { text: program })).toMatchObject({ code: 'FLEET.KEY_REFUSED' });
  const ofFile = TEXT.replace('{ env: HOOKS }', '{ file: ./hooks }');
  expect(await answerTo(TRUSTED, { text: ofFile, keys: [TARGET_KEY] })).toEqual(['TARGET_KEY']);
  // The keys of an account go to its management API, and the password as well.
  const hooks = '{ managementUrl: "https://manage.example", key: { env: MANAGE }, secret: { env: MANAGE } }';
  const service = `service: { password: { env: HOOKS }, hooks: ${hooks} }`;
  const text = TEXT.replace('old: { secrets: [{ env: HOOKS }] }', service);
  const managing = ['HOOKS', 'MANAGE'].map((env) => `{ env: ${env}, host: manage.example }`);
  expect(await answerTo(TRUSTED, { text })).toMatchObject({
    code: 'FLEET.KEY_REFUSED',
    hint: expect.stringContaining('host: manage.example'),
  });
  expect(await answerTo(TRUSTED, { text, keys: [TARGET_KEY, ...managing] })).toEqual(Object.keys(ENV));
});
