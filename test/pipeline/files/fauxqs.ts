import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BucketKeys } from './s3-signature.ts';

/** An S3 server of the development dependencies, in a process of its own, with an empty bucket that everybody may read. */
export type Fauxqs = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  readonly bucket: string;
  /** Address of the bucket for everybody. */
  readonly publicUrl: string;
  /** Any will do: it checks none. */
  readonly keys: BucketKeys;
};

const PROGRAM = `
import { startFauxqs } from 'fauxqs';
const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
server.createBucket('files');
process.send(server.port);
process.on('disconnect', () => process.exit(0));
`;

export async function startFauxqs(): Promise<Fauxqs> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [port] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('fauxqs has ended'))),
  ])) as [number];
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    bucket: 'files',
    publicUrl: `${endpoint}/files`,
    keys: { accessKeyId: 'AKIAFAUXQS', secretAccessKey: 'secret-of-fauxqs' },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
