import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type FakeS3, startFakeS3 } from '../pipeline/files/fake-s3.ts';

/** A store of the suite, as a pipeline names it. */
export type StoreHere = AsyncDisposable & {
  readonly name: string;
  /** Members of `files` of the pipeline. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Files beside the pipeline that it names. */
  readonly keyFiles: Readonly<Record<string, string>>;
  /** Everything that is in it: by key the digest of the bytes, their number and the headers that count. */
  contents(): Promise<Readonly<Record<string, string>>>;
  /** Requests that changed something, so far. */
  writes(): number;
};

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The fake of S3, whose keys stand in the environment. */
export async function fakeStore({
  prefix = '',
  fake,
  publicUrl,
}: {
  prefix?: string;
  fake?: FakeS3;
  publicUrl?: string;
} = {}): Promise<StoreHere & { readonly fake: FakeS3 }> {
  const store = fake ?? (await startFakeS3());
  const below = prefix === '' ? '' : `/${prefix}`;
  return {
    name: 's3',
    fake: store,
    keyFiles: { 's3.id': store.keys.accessKeyId, 's3.secret': store.keys.secretAccessKey },
    spec: {
      to: `s3://${store.bucket}${below}`,
      endpoint: store.endpoint,
      publicUrl: publicUrl ?? `${store.publicUrl}${below}`,
      credentials: { accessKeyId: { file: 's3.id' }, secretAccessKey: { file: 's3.secret' } },
    },
    contents: async () =>
      Object.fromEntries(
        [...store.objects]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, { sha256, bytes, headers }]) => [key, `${sha256} ${bytes} ${headers['content-type']}`]),
      ),
    writes: () =>
      store.requests.filter(({ operation }) => operation !== 'HeadObject' && operation !== 'GetObject')
        .length,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** A folder, and a server that publishes it. */
export async function folderStore(folder: string): Promise<StoreHere> {
  const published = join(folder, 'published');
  mkdirSync(published, { recursive: true });
  const server = createServer(({ url = '' }, response) => {
    const path = join(published, decodeURIComponent(new URL(url, 'http://here').pathname));
    try {
      const bytes = readFileSync(path);
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    name: 'folder',
    keyFiles: {},
    spec: {
      to: './published',
      publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    contents: async () =>
      Object.fromEntries(filesIn(published).map((name) => [name, said(join(published, name))])),
    // Each file by its node: one that is written again has another.
    writes: () => filesIn(published).reduce((sum, name) => sum + statSync(join(published, name)).ino, 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(published, { recursive: true, force: true });
    },
  };
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

function said(path: string): string {
  const bytes = readFileSync(path);
  return `${digestOf(bytes)} ${bytes.length}`;
}
