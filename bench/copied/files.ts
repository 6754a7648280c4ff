import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measured } from '../child.ts';

/**
 * Measures runs that copy files, into the fake of S3 and into a folder, against the least program that copies them, in the same
 * minutes on the same machine. node bench/copied/files.ts [--files N] [--bytes N] [--runs N] [--store s3|folder]
 */

/** What is copied, and where to. */
export type Copying = {
  readonly source: string;
  readonly files: number;
  readonly bytes: number;
  readonly concurrency: number;
  readonly store:
    | { readonly folder: string }
    | { readonly endpoint: string; readonly bucket: string; readonly keys: Keys };
};
type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string };
type Servers = {
  readonly source: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly publicUrl: string;
  readonly keys: Keys;
};

const GOALS_S = { s3: 120, folder: 60 } as const;
const CONCURRENCY = 8;

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '1' },
    store: { type: 'string', default: 'folder,s3' },
    cli: { type: 'string', default: fileURLToPath(new URL('../../dist/cli.js', import.meta.url)) },
  },
});
const [files, bytes, runs] = [Number(values.files), Number(values.bytes), Number(values.runs)];

await using place = await mkdtempDisposable(join(tmpdir(), 'chatferry-bench-files-'));
const probe = fileURLToPath(new URL('../probe.ts', import.meta.url));
const child = fork(fileURLToPath(new URL('servers.ts', import.meta.url)));
const [servers] = (await once(child, 'message')) as [Servers];

await writeFile(join(place.path, 's3.id'), servers.keys.accessKeyId);
await writeFile(join(place.path, 's3.secret'), servers.keys.secretAccessKey);
await writeFile(join(place.path, 'users.ndjson'), '{"uid":"ann","name":"Ann"}\n{"uid":"ben","name":"Ben"}\n');
await writeFile(
  join(place.path, 'messages.ndjson'),
  Array.from({ length: files }, (_, at) => rowOf(at)).join(''),
);

function rowOf(at: number): string {
  const [name, url] = [`${at}.png`, `http://${servers.source}/${at}-${bytes}.png`];
  const data = { attachments: [{ url, name, mimeType: 'image/png', extension: 'png' }] };
  const of = { sender: 'ann', receiver: 'ben', receiverType: 'user', category: 'message', type: 'image' };
  return `${JSON.stringify({ muid: `m${at}`, ...of, sentAt: 1_790_000_000 + at, data })}\n`;
}

const asked = async (what: string): Promise<{ objects: number; bytes: number }> => {
  child.send(what);
  const [said] = (await once(child, 'message')) as [{ objects: number; bytes: number }];
  return said;
};

/** Runs the tool with the store; returns seconds and memory. */
async function ours(
  kind: 'folder' | 's3',
): Promise<{ seconds: number; cpu: number; megabytes: number; again: number }> {
  for (const name of ['.chatferry', 'published'])
    await rm(join(place.path, name), { recursive: true, force: true });
  const target =
    kind === 'folder'
      ? { to: './published', publicUrl: 'http://127.0.0.1:9/published' }
      : {
          to: `s3://${servers.bucket}/ours`,
          endpoint: servers.endpoint,
          publicUrl: `${servers.publicUrl}/ours`,
          credentials: { accessKeyId: { file: 's3.id' }, secretAccessKey: { file: 's3.secret' } },
        };
  const pipeline = join(place.path, 'pipeline.json');
  const spec = { ...target, concurrency: CONCURRENCY, from: [{ host: servers.source, allowPrivate: true }] };
  await writeFile(
    pipeline,
    JSON.stringify({
      version: 1,
      name: 'files',
      target: 'sandbox',
      sources: { users: { path: 'users.ndjson' }, messages: { path: 'messages.ndjson' } },
      retention: { messagesOlderThanDays: 36_500 },
      files: spec,
    }),
  );
  const step = ['run', pipeline, '--only', 'files', '--json', '--quiet'];
  const { seconds, own, stdout } = await measured([values.cli, ...step], { probe });
  const { fileCopies } = JSON.parse(stdout) as { fileCopies: { copied: number; balanced: boolean } };
  if (fileCopies.copied !== files || !fileCopies.balanced) throw new Error(`not all were copied: ${stdout}`);
  const second = await measured([values.cli, ...step], { probe });
  return { seconds, cpu: own.cpuSeconds, megabytes: own.peakBytes / 1e6, again: second.seconds };
}

async function least(kind: 'folder' | 's3'): Promise<{ seconds: number; cpu: number }> {
  const folder = join(place.path, 'floor');
  const store = kind === 'folder' ? { folder } : servers;
  const copying: Copying = { source: servers.source, files, bytes, concurrency: CONCURRENCY, store };
  const script = fileURLToPath(new URL('floor.ts', import.meta.url));
  const { seconds, own } = await measured([script, JSON.stringify(copying)], { probe });
  await rm(folder, { recursive: true, force: true });
  return { seconds, cpu: own.cpuSeconds };
}

const gigabytes = (files * bytes) / 1e9;
console.log(`${files.toLocaleString('en-US')} files, ${gigabytes.toFixed(2)} GB, ${CONCURRENCY} at once`);
for (const kind of values.store.split(',') as ('folder' | 's3')[])
  for (let run = 0; run < runs; run++) {
    await asked('empty');
    const floor = await least(kind);
    await asked('empty');
    const { seconds, cpu, megabytes, again } = await ours(kind);
    const goal = (GOALS_S[kind] * gigabytes).toFixed(0);
    console.log(
      `${kind}: ${seconds.toFixed(1)} s (goal ${goal} s), ${(seconds / floor.seconds).toFixed(2)} × the floor of ${floor.seconds.toFixed(1)} s; processor ${cpu.toFixed(1)} s, ${(cpu / floor.cpu).toFixed(2)} × ${floor.cpu.toFixed(1)} s; ${megabytes.toFixed(0)} MB; again, nothing to copy: ${again.toFixed(1)} s`,
    );
  }
await closed(child);

async function closed(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit');
  process.disconnect();
  await ended;
}
