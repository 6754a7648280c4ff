import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { RunError } from '../../../../src/errors/run-error.ts';
import { fileState } from '../../../../src/files/state/file-state.ts';
import type { FindCopy } from '../../../../src/input/rows/forms/copied-address.ts';
import { type CopyDeps, copyFiles } from '../../../../src/pipeline/files/copy-files.ts';
import type { FileFetcher } from '../../../../src/pipeline/files/fetch/fetched-file.ts';
import { openFetcher } from '../../../../src/pipeline/files/fetch/open-fetcher.ts';
import type { FileCounts, FilesEvent } from '../../../../src/pipeline/files/file-counts.ts';
import type { FilesSpec } from '../../../../src/pipeline/files/files-spec.ts';
import { findCopyOf } from '../../../../src/pipeline/files/map/find-copy.ts';
import { MAP_INDEX, openFileMap } from '../../../../src/pipeline/files/map/open-file-map.ts';
import type { FileStore } from '../../../../src/pipeline/files/stores/file-store.ts';
import { openStore } from '../../../../src/pipeline/files/stores/stores.ts';
import { openPlan } from '../../../../src/pipeline/open-plan.ts';
import { loadPipeline } from '../../../../src/pipeline/pipeline.ts';
import { routesOf } from '../../../../src/session/connect.ts';
import { type Files, realFiles } from '../../../../src/system/files.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { skippingClock } from '../../../support/skipping-clock.ts';
import { type FakeS3, startFakeS3 } from '../fake-s3.ts';
import { type SourceServer, sourceServer } from '../source-server.ts';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Bytes that are a PNG by their beginning. */
export const png = (text: string): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(text)]);

/** The key of a copy, below the prefix of its store. */
export const keyOf = (content: Uint8Array, ending = 'png'): string =>
  `${sha256(content).slice(0, 2)}/${sha256(content)}.${ending}`;

/** How a copying ended. */
type Copying = {
  readonly counts: FileCounts;
  readonly error: unknown;
  /** The code of the error, if it is one for the user. */
  readonly code: string | undefined;
  readonly events: readonly FilesEvent[];
  readonly warnings: readonly string[];
};

type CopyingOptions = Partial<Pick<CopyDeps, 'retry' | 'finish' | 'isSync' | 'hasSent' | 'isShared'>> & {
  readonly files?: Files;
  readonly exported?: readonly string[];
  /** Stands before the store, or the fetcher. */
  readonly around?: {
    readonly store?: (store: FileStore) => FileStore;
    readonly fetcher?: (fetcher: FileFetcher) => FileFetcher;
  };
  readonly signal?: AbortSignal;
};

type MessageRow = { readonly muid: string; readonly files: readonly string[]; readonly at?: number };

const attachmentOf = (url: string) => ({ url, name: 'a.png', mimeType: 'image/png', extension: 'png' });

/** A source, a store and a state, between which files are copied. */
export type CopyingHere = AsyncDisposable & {
  readonly folder: string;
  readonly source: SourceServer;
  /** Undefined if the store is a folder. */
  readonly bucket: FakeS3 | undefined;
  /** Writes the messages with the addresses of their files, and users with those of their avatars. */
  rows(messages: readonly MessageRow[], avatars?: Readonly<Record<string, string>>): void;
  /** Writes the part `files` with more members. */
  files(more?: Partial<Record<string, unknown>>): void;
  copy(options?: CopyingOptions): Promise<Copying>;
  /** What the state says of addresses. */
  find(): Promise<FindCopy>;
  /** Whose work the objects of the map are. */
  origins(): Promise<Readonly<Record<string, string>>>;
  /** The objects that the map says addresses have as their copies. */
  named(): Promise<ReadonlySet<string>>;
  /** Digests of the objects of the store by their keys, with everything else that is there. */
  objects(): Readonly<Record<string, string>>;
  state(...parts: readonly string[]): string;
};

export async function copyingHere(
  kind: 'folder' | 's3' = 'folder',
  shared?: { readonly source: SourceServer; readonly bucket: FakeS3 | undefined; readonly to: string },
): Promise<CopyingHere> {
  const opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-copying-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const source = shared?.source ?? opened.use(await sourceServer());
  const bucket = shared ? shared.bucket : kind === 's3' ? opened.use(await startFakeS3()) : undefined;
  const to = shared?.to ?? (bucket ? `s3://${bucket.bucket}/chat` : './public');
  const published = join(folder, to);
  const file = join(folder, 'pipeline.yaml');
  const env = { S3_ID: bucket?.keys.accessKeyId, S3_SECRET: bucket?.keys.secretAccessKey };
  const store = bucket
    ? {
        endpoint: bucket.endpoint,
        credentials: { accessKeyId: { env: 'S3_ID' }, secretAccessKey: { env: 'S3_SECRET' } },
      }
    : {};
  const state = (...parts: readonly string[]): string => join(folder, 'state', ...parts);
  const files: CopyingHere['files'] = (more = {}) =>
    writeFileSync(
      file,
      stringify({
        version: 1,
        name: 'here',
        target: 'sandbox',
        sources: { users: { path: 'users.ndjson' }, messages: { path: 'messages.ndjson' } },
        files: {
          to,
          publicUrl: 'https://cdn.example.com/chat',
          from: [{ host: source.host, allowPrivate: true }],
          ...store,
          ...more,
        },
      }),
    );
  const rows: CopyingHere['rows'] = (messages, avatars = {}) => {
    const lines = (all: readonly object[]): string => all.map((row) => `${JSON.stringify(row)}\n`).join('');
    const users = ['ann', 'ben'].map((uid) => ({
      uid,
      name: uid,
      ...(avatars[uid] === undefined ? {} : { avatar: avatars[uid] }),
    }));
    writeFileSync(join(folder, 'users.ndjson'), lines(users));
    // A source must have rows.
    const written = [{ muid: 'plain', files: [] }, ...messages].map(
      ({ muid, files: urls, at = 1_700_000_000 }: MessageRow) => ({
        muid,
        sender: 'ann',
        receiver: 'ben',
        receiverType: 'user',
        text: 'hello',
        sentAt: at,
        ...(urls.length > 0 ? { attachments: urls.map(attachmentOf) } : {}),
      }),
    );
    writeFileSync(join(folder, 'messages.ndjson'), lines(written));
  };
  files();
  rows([]);
  const copy: CopyingHere['copy'] = async ({ around = {}, exported, signal, ...options } = {}) => {
    const { files: disk = realFiles } = options;
    const until = signal ?? new AbortController().signal;
    const pipeline = loadPipeline(file, env);
    const spec = pipeline.files as FilesSpec;
    const system = { ...realSystem, files: disk, clock: skippingClock() };
    const place = { file, folder, secrets: ['S3_SECRET'] };
    const access = { env, allowCode: false };
    const plan = await openPlan(pipeline, {
      routes: routesOf(pipeline),
      nowMs: Date.now(),
      strict: false,
      files: realFiles,
    });
    const events: FilesEvent[] = [];
    const warnings: string[] = [];
    const prepared = join(folder, 'prepared');
    await using resources = new AsyncDisposableStack();
    let counts: FileCounts | undefined;
    let error: unknown;
    try {
      const own = fileState(state(), disk);
      await disk.mkdir(state('files'), { recursive: true, mode: 0o700 });
      const map = resources.use(await openFileMap(own, state(MAP_INDEX), disk, 'write'));
      const opening = await openStore(spec, { system, place, access });
      const to = resources.use(around.store?.(opening) ?? opening);
      const fetching = await openFetcher({
        spec,
        system,
        place,
        access,
        folder: prepared,
        exported,
        resolvers: [],
        signal: until,
        warn: (sentence) => void warnings.push(sentence),
      });
      const fetcher = resources.use(around.fetcher?.(fetching) ?? fetching);
      const deps: CopyDeps = {
        retry: false,
        finish: false,
        isSync: false,
        hasSent: false,
        ...options,
        spec,
        map,
        store: to,
        fetcher,
        folder: prepared,
        system,
        observe: (event) => {
          events.push(event);
          if ('counts' in event) counts = event.counts;
        },
        warn: (sentence) => void warnings.push(sentence),
      };
      counts = await copyFiles(plan, deps, until);
    } catch (thrown) {
      error = thrown;
    }
    const code = error instanceof RunError ? error.code : undefined;
    return { counts: counts as FileCounts, error, code, events, warnings };
  };
  const listed = (path: string): [string, string][] =>
    readdirSync(path).flatMap((name) => {
      const each = join(path, name);
      if (statSync(each).isDirectory()) return listed(each);
      return [[relative(published, each), sha256(readFileSync(each))] as [string, string]];
    });
  return {
    folder,
    source,
    bucket,
    rows,
    files,
    copy,
    state,
    async find() {
      const spec = loadPipeline(file, env).files as FilesSpec;
      const own = fileState(state(), realFiles);
      const map = opened.use(await openFileMap(own, state(MAP_INDEX), realFiles, 'read'));
      return findCopyOf(map, spec);
    },
    async origins() {
      await using map = await openFileMap(fileState(state(), realFiles), state(MAP_INDEX), realFiles, 'read');
      return Object.fromEntries([...map.objects()].map(({ object, origin }) => [object, origin]));
    },
    async named() {
      await using map = await openFileMap(fileState(state(), realFiles), state(MAP_INDEX), realFiles, 'read');
      return new Set([...map.objects()].filter(({ names }) => names > 0).map(({ object }) => object));
    },
    objects() {
      if (!bucket) return Object.fromEntries(existsSync(published) ? listed(published) : []);
      const objects = [...bucket.objects].map(([key, each]) => [key.replace(/^chat\//, ''), each.sha256]);
      const uploads = [...bucket.uploads].map(([id, { key }]) => [`upload of ${key}`, id]);
      return Object.fromEntries([...objects, ...uploads]);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
