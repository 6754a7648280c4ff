import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe } from 'vitest';
import { startFauxqs } from '../fauxqs.ts';
import { type StoreUnderTest, storeConformance } from './conformance.ts';
import { openBucket } from './store-here.ts';

type Server = AsyncDisposable & { readonly endpoint: string };

/** A server of Python's moto, which is no part of the development dependencies. */
async function startMoto(): Promise<Server> {
  const child = spawn('python3', ['-m', 'moto.server', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stderr)) {
    const [endpoint] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (endpoint === undefined) continue;
    child.stderr.resume();
    return {
      endpoint,
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error('moto has ended');
}

const hasMoto = spawnSync('python3', ['-c', 'import moto.server']).status === 0;

describe.for([
  ['fauxqs', startFauxqs, true],
  ['moto', startMoto, hasMoto],
] as const)('%s', ([, start, isThere]) => {
  describe.skipIf(!isThere)('as a store', () => {
    let server: Server | undefined;
    let buckets = 0;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    storeConformance(async (): Promise<StoreUnderTest> => {
      const { endpoint } = server as Server;
      const bucket = `bucket-${++buckets}`;
      await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
      const keys = { accessKeyId: 'AKIAOFTHESUITE', secretAccessKey: 'secret-of-the-suite' };
      const store = await openBucket({ endpoint, bucket, keys });
      // moto gives nothing without a key.
      const client = new S3({ endpoint, region: 'auto', forcePathStyle: true, credentials: keys });
      return {
        store,
        async held(key) {
          const found = await client
            .getObject({ Bucket: bucket, Key: `chat/files/${key}` })
            .catch(() => undefined);
          return found && Buffer.from((await found.Body?.transformToByteArray()) ?? []);
        },
        async count() {
          const list = await (await fetch(`${endpoint}/${bucket}?list-type=2`)).text();
          return list.split('<Contents>').length - 1;
        },
        [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
      };
    });
  });
});
