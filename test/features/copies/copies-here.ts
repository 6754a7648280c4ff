import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileCounts } from '../../../src/pipeline/files/file-counts.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { type FakeS3, startFakeS3 } from '../../pipeline/files/fake-s3.ts';
import { type SourceServer, sourceServer } from '../../pipeline/files/source-server.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** The address at which everybody gets the copies in a folder; no test asks it. */
export const PUBLIC = 'https://files.example/chat';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** The key of a copy, below the prefix of its store. */
export function keyOf(content: Uint8Array, ending = 'png'): string {
  const digest = sha256(content);
  return `${digest.slice(0, 2)}/${digest}.${ending}`;
}

/** How many writes the service has received. */
export const writesOf = ({ requests }: ServiceHere): number =>
  requests.filter((request) => !request.startsWith('GET')).length;

/** Bytes that are a PNG by their beginning. */
export const png = (text: string): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(text)]);

/** A service, a server of files and a store of copies, with a pipeline of some messages between them. */
export type CopiesHere = ServiceHere & {
  readonly source: SourceServer;
  readonly store: StoreHere;
  /** Writes the messages, each with the addresses of its files. */
  messages(...rows: readonly MessageRow[]): void;
  /** Writes the users, each with the address of its avatar. */
  users(avatars: Readonly<Record<string, string>>): void;
  /** Writes the part `files` with more members, and more lines. */
  copies(more?: string, lines?: string): void;
  /** Addresses of the attachments that messages of the service have, by muid. */
  sent(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Path of a file in the state. */
  state(...parts: readonly string[]): string;
};

type MessageRow = {
  readonly muid: string;
  readonly sender?: string;
  readonly receiver?: string;
  readonly files?: readonly string[];
  readonly text?: string;
  readonly deletedAt?: number;
};

/** A store, as its own side sees it. */
type StoreHere = {
  /** What `files.to` and the members beside it say. */
  readonly members: string;
  readonly publicUrl: string;
  /** Objects with digests of their bytes, by their keys; uploads that have not ended are among them. */
  list(): Readonly<Record<string, string>>;
  /** Puts an object there, as another program does; its key is below the prefix. */
  put(key: string, content: Buffer): Promise<void>;
  /** Removes an object, as another program does. */
  lose(key: string): void;
  /** The store of a bucket. */
  readonly fake?: FakeS3;
};

function folderAt(folder: string): StoreHere {
  const to = join(folder, 'public');
  const list = (path: string): [string, string][] =>
    readdirSync(path).flatMap((name) => {
      const each = join(path, name);
      try {
        return statSync(each).isDirectory()
          ? list(each)
          : [[relative(to, each), sha256(readFileSync(each))] as [string, string]];
      } catch (error) {
        // A run that is under way removes and renames files.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    });
  return {
    members: `to: ./public, publicUrl: "${PUBLIC}"`,
    publicUrl: PUBLIC,
    list: () => Object.fromEntries(existsSync(to) ? list(to) : []),
    async put(key, content) {
      mkdirSync(dirname(join(to, key)), { recursive: true });
      writeFileSync(join(to, key), content);
    },
    lose: (key) => rmSync(join(to, key)),
  };
}

function bucketOf(fake: FakeS3, folder: string): StoreHere {
  const keyAt = (name: string, value: string): string => {
    const path = join(folder, name);
    writeFileSync(path, value, { mode: 0o600 });
    return `{ file: ${JSON.stringify(path)} }`;
  };
  const credentials = `credentials: { accessKeyId: ${keyAt('s3-id', fake.keys.accessKeyId)}, secretAccessKey: ${keyAt('s3-secret', fake.keys.secretAccessKey)} }`;
  return {
    members: `to: "s3://${fake.bucket}/chat", endpoint: "${fake.endpoint}", publicUrl: "${fake.publicUrl}/chat", ${credentials}`,
    publicUrl: `${fake.publicUrl}/chat`,
    async put(key, content) {
      const headers = { 'x-amz-meta-sha256': sha256(content) };
      const object = { body: content, bytes: content.length, sha256: sha256(content), headers };
      fake.objects.set(`chat/${key}`, object);
    },
    lose: (key) => void fake.objects.delete(`chat/${key}`),
    fake,
    list: () => ({
      ...Object.fromEntries([...fake.objects].map(([key, { sha256: digest }]) => [key, digest])),
      ...Object.fromEntries([...fake.uploads].map(([id, { key }]) => [`upload of ${key}`, id])),
    }),
  };
}

/** Starts all of them; the users are ann, ben and cy. */
export async function copiesHere(kind: 'folder' | 's3' = 'folder'): Promise<CopiesHere> {
  const opened = new AsyncDisposableStack();
  const source = opened.use(await sourceServer());
  const fake = kind === 's3' ? opened.use(await startFakeS3()) : undefined;
  const files = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\ncy,Cy\n', 'messages.ndjson': '' };
  const here = opened.use(await serviceHere({ files }));
  const store = fake ? bucketOf(fake, here.folder) : folderAt(here.folder);
  const copies = (more = '', lines = ''): void => {
    const from = `from: [{ host: "${source.host}", allowPrivate: true }]`;
    here.rest(`files: { ${[store.members, from, more].filter(Boolean).join(', ')} }\n${lines}`);
  };
  copies();
  return {
    ...here,
    source,
    store,
    copies,
    messages(...rows) {
      const written = rows.map(
        ({ muid, sender = 'ann', receiver = 'ben', files: urls = [], text, deletedAt }) => ({
          muid,
          sender,
          receiver,
          receiverType: receiver === 'club' ? 'group' : 'user',
          sentAt: 1_700_000_000 + muid.charCodeAt(muid.length - 1),
          ...(text === undefined ? { type: 'image' } : { text }),
          ...(urls.length > 0
            ? {
                attachments: urls.map((url) => ({
                  url,
                  name: 'a.png',
                  mimeType: 'image/png',
                  extension: 'png',
                })),
              }
            : {}),
          ...(deletedAt === undefined ? {} : { deletedAt }),
        }),
      );
      writeFileSync(
        join(here.folder, 'messages.ndjson'),
        written.map((row) => `${JSON.stringify(row)}\n`).join(''),
      );
    },
    users(avatars) {
      const rows = ['ann', 'ben', 'cy'].map((uid) => `${uid},${uid},${avatars[uid] ?? ''}\n`);
      writeFileSync(join(here.folder, 'users.csv'), `uid,name,avatar\n${rows.join('')}`);
    },
    async sent() {
      const list = here.service.messages.list({ category: 'message', limit: 1_000 });
      const rows = (await Array.fromAsync(list)) as {
        muid?: string;
        data?: { attachments?: { url: string }[] };
      }[];
      return Object.fromEntries(
        rows.map(({ muid = '', data }) => [muid, (data?.attachments ?? []).map(({ url }) => url)]),
      );
    },
    state: (...parts) => join(here.folder, '.chatferry', 'here', ...parts),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The counts of files in a report. */
export const copiesIn = (report: Report): Partial<FileCounts> =>
  (report as { fileCopies?: FileCounts }).fileCopies ?? {};
