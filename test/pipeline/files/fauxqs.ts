import { fork } from 'node:child_process';
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

const PROGRAM = fileURLToPath(new URL('fauxqs-server.ts', import.meta.url));

export async function startFauxqs(): Promise<Fauxqs> {
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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
