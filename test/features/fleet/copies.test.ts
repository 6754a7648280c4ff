import { describe, expect, test } from 'vitest';
import type { RunError } from '../../../src/errors/run-error.ts';
import { allow } from '../../../src/features/fleet/worker/allowed.ts';
import { readWorkerConfig } from '../../../src/features/fleet/worker/worker-config.ts';
import { jobOf, SANDBOX, USERS } from './job-of.ts';
import { ownFolder } from './own-folder.ts';

const ENV = { S3_ID: 'id-1', S3_SECRET: 'secret-1', SLACK: 'Bearer slack-1', OTHER: 'other-1' };
const CREDENTIALS = 'credentials: { accessKeyId: { env: S3_ID }, secretAccessKey: { env: S3_SECRET } }';
const BUCKET = `to: "s3://chat/x", endpoint: "https://store.example", publicUrl: "https://files.example/x", ${CREDENTIALS}`;
const FROM = 'from: [{ host: files.slack.example, header: { Authorization: { env: SLACK } } }]';
const HOSTS = 'hosts: [store.example, files.example, files.slack.example]';
const KEYS = `keys:
  - { env: S3_ID, host: store.example }
  - { env: S3_SECRET, host: store.example }
  - { env: SLACK, host: files.slack.example }
`;

async function asked(files: string, config = `folders: [.]\n${HOSTS}\n${KEYS}`) {
  using own = ownFolder();
  const worker = await readWorkerConfig(own.write('worker.yaml', `version: 1\n${config}`));
  const job = jobOf(own.pipeline(), `${SANDBOX}${USERS}files: { ${files} }\n`);
  return await allow(job, { config: worker, env: ENV, allowCode: false }).then(
    ({ env }) => ({ code: 'ok', hint: '', message: '', env }),
    ({ code, hint, message }: RunError) => ({ code: String(code), hint, message, env: {} }),
  );
}

describe('a pipeline of the queue that copies files', () => {
  test('gets the keys of its bucket and of the hosts of files', async () => {
    const { code, env } = await asked(`${BUCKET}, ${FROM}`);
    expect(code).toBe('ok');
    expect(env).toMatchObject({ S3_ID: 'id-1', S3_SECRET: 'secret-1', SLACK: 'Bearer slack-1' });
    expect(env).not.toHaveProperty('OTHER');
  });

  test.each([
    ['the bucket', 'store.example', 'files.to'],
    ['the copies', 'files.example', 'files.publicUrl'],
    ['files', 'files.slack.example', 'files.from'],
  ])('needs the host of %s among those of the worker', async (_, host, what) => {
    const others = HOSTS.replace(new RegExp(`(?<=[ [])${host}(?:, )?`), '').replace(', ]', ']');
    const { code, message, hint } = await asked(`${BUCKET}, ${FROM}`, `folders: [.]\n${others}\n${KEYS}`);
    expect([code, message.includes(`${what}: ${host}`), hint.includes(`hosts: [${host}]`)]).toEqual([
      'FLEET.HOST_REFUSED',
      true,
      true,
    ]);
  });

  test.each([
    ['AWS', 's3.eu-central-1.amazonaws.com', 'region: eu-central-1, pathStyle: true'],
    ['a bucket of AWS', 'chat.s3.eu-central-1.amazonaws.com', 'region: eu-central-1'],
    [
      'a bucket with a host of its own',
      'chat.store.example',
      'endpoint: "https://store.example", pathStyle: false',
    ],
  ])('sends its keys to %s', async (_, host, place) => {
    const files = `to: "s3://chat/x", ${place}, publicUrl: "https://files.example/x", ${CREDENTIALS}`;
    const keys = KEYS.replaceAll('host: store.example', `host: ${host}`);
    expect(await asked(files, `folders: [.]\nhosts: [files.example, ${host}]\n${keys}`)).toMatchObject({
      code: 'ok',
    });
    expect((await asked(files, `folders: [.]\nhosts: [files.example, ${host}]\n${KEYS}`)).code).toBe(
      'FLEET.KEY_REFUSED',
    );
  });

  test('has no keys of the machine, and no host that is not named in full', async () => {
    expect((await asked(BUCKET.replace(CREDENTIALS, 'credentials: ambient'))).code).toBe('FILES.CONFIG');
    const wide = await asked(
      `${BUCKET}, ${FROM.replace('files.slack', '"*.slack').replace('example,', 'example",')}`,
    );
    expect([wide.code, wide.message]).toEqual(['FILES.CONFIG', expect.stringContaining('*.slack.example')]);
  });

  test('writes copies only to a folder that it may write', async () => {
    const to = (folder: string): Promise<{ code: string }> =>
      asked(`to: ${folder}, publicUrl: "https://files.example/x"`);
    expect((await to('./public')).code).toBe('ok');
    expect((await to('../elsewhere')).code).toBe('FLEET.PATH_REFUSED');
    expect((await to('/var/www')).code).toBe('FLEET.PATH_REFUSED');
  });
});
