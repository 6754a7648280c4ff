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
const ENV = { TARGET_KEY: 'target-key-1', HOOKS: 'secret-of-hooks-1' };
const KEYS = 'keys: [{ env: TARGET_KEY, host: chat.example }]\n';

/** The code of the refusal of a job `live`. */
async function answerTo(config: string): Promise<string> {
  using own = ownFolder();
  const job = jobOf(own.write('app.yaml', `version: 1\nname: app\n${TEXT}`), TEXT, { command: 'live' });
  const rules = {
    config: await readWorkerConfig(own.write('worker.yaml', `version: 1\n${KEYS}${config}`)),
    env: ENV,
    allowCode: false,
  };
  return await allow(job, rules).then(
    () => 'ok',
    ({ code, message }: RunError) => `${code}: ${message}`,
  );
}

test('only a trusted pipeline receives events, at a port that the worker names', async () => {
  expect(await answerTo('folders: [.]\nlisten: [8787]')).toBe(
    'FLEET.PATH_REFUSED: only a trusted pipeline may receive events',
  );
  expect(await answerTo('pipelines: [.]')).toBe(
    'FLEET.HOST_REFUSED: the worker lets nobody listen on port 8787',
  );
  expect(await answerTo('pipelines: [.]\nlisten: [8788]')).toContain('FLEET.HOST_REFUSED');
  expect(await answerTo('pipelines: [.]\nlisten: [8787]')).toBe('ok');
});
