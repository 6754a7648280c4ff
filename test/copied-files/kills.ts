import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCli } from '../e2e/cli-process.ts';
import { type FakeS3, startFakeS3 } from '../pipeline/files/fake-s3.ts';
import {
  addressesIn,
  type CopiedHere,
  copiedHere,
  digestsAt,
  isAtRest,
  PEOPLE,
  picture,
  withFiles,
} from './copied-here.ts';
import { type KillGate, KillPoints, killGate } from './kill-gate.ts';
import { fakeStore, folderStore, type StoreHere } from './stores-here.ts';

/** Where a process is killed: at a request for a file or to the store, or at a write below the state. */
export type KillKind = 'request' | 'write';
export type StoreKind = 's3' | 'folder';

/** Outcome of the kills at the points of a run. */
export type Kills = {
  readonly killed: number;
  /** What differs from the run that nobody killed; empty if nothing is lost, doubled, disowned or claimed wrongly. */
  readonly trouble: readonly string[];
};

/** More than goes in one request. */
const LARGE_BYTES = 17 * 2 ** 20;

/** A run with files of all kinds: small, equal, gone, large enough for an upload in parts, an avatar. */
async function place(
  kind: StoreKind,
  points: KillPoints,
): Promise<CopiedHere & { readonly gates: readonly KillGate[] }> {
  const gates: KillGate[] = [];
  const store = async (folder: string): Promise<StoreHere> => {
    if (kind === 'folder') return await folderStore(folder);
    const fake = await startFakeS3();
    const gate = await killGate(fake.endpoint, points);
    gates.push(gate);
    const plain = await fakeStore({ fake, prefix: 'chat' });
    return { ...plain, spec: { ...plain.spec, endpoint: gate.origin } };
  };
  const at = await copiedHere(store, { users: PEOPLE, messages: [] });
  const gate = await killGate(at.source.origin, points);
  gates.push(gate);
  const put = (name: string, bytes: Buffer): string => {
    at.source.put(`/${name}`, bytes, { type: 'image/png' });
    return `${gate.origin}/${name}`;
  };
  const urls = Array.from({ length: 6 }, (_, index) =>
    put(`${index}.png`, picture(`${index}`, 300 + 9_000 * index)),
  );
  const same = put('same.png', picture('0'));
  const large = put('large.png', picture('large', LARGE_BYTES));
  at.rows('users', [{ ...PEOPLE[0], avatar: put('face.png', picture('face')) }, ...PEOPLE.slice(1)]);
  at.rows('messages', [
    ...urls.map((url, index) => withFiles(`m${index}`, [url])),
    withFiles('m6', [same, `${gate.origin}/gone.png`, urls[0] ?? '']),
    withFiles('m7', [large]),
  ]);
  at.allow(gate.host);
  return {
    ...at,
    gates,
    async [Symbol.asyncDispose]() {
      for (const each of gates) await each[Symbol.asyncDispose]();
      await at[Symbol.asyncDispose]();
    },
  };
}

/** All that must be the same whether or not the process was killed, once the command was run to its end. */
async function aftermath(at: CopiedHere): Promise<object> {
  const addresses = await addressesIn(at.here);
  const digests = await digestsAt(addresses);
  const names = addresses.map((address, index) => {
    const isOfContent = address.includes(`/${digests[index]}.`);
    return `${new URL(address).pathname.split('/').slice(-2).join('/')} ${isOfContent}`;
  });
  const before = at.store.writes();
  const again = await at.run();
  return {
    names: names.sort(),
    contents: await at.store.contents(),
    again: [again.exitCode, isAtRest(again.result.fileCopies)],
    written: at.store.writes() - before,
    // One whose answer was lost has no part, and nobody knows its id.
    uploads: uploadsOf(at.store),
    duplicates: new Set(await muids(at)).size === (await muids(at)).length,
  };
}

const uploadsOf = (store: StoreHere): number =>
  'fake' in store
    ? [...(store.fake as FakeS3).uploads.values()].filter(({ parts }) => parts.size > 0).length
    : 0;

async function muids({ here: { service } }: CopiedHere): Promise<readonly unknown[]> {
  const all = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  return all.flatMap(({ muid }) => muid ?? []);
}

/**
 * Kills a run, in a process of its own, at its points, one after the other, each time a run of its own; lets the same command go
 * on, and compares all that is then in the store and the service with the run left alone.
 * @param every only each point that is so far from the one before
 * @param atMost so many points at most; else all of them
 */
export async function killRuns(
  {
    library,
    kind,
    store,
    every,
    first = 1,
    atMost = Number.POSITIVE_INFINITY,
  }: {
    readonly library: string;
    readonly kind: KillKind;
    readonly store: StoreKind;
    readonly every: number;
    readonly first?: number;
    readonly atMost?: number;
  },
  say: (text: string) => void = () => {},
): Promise<Kills> {
  const isKilledAt = async (point: number, { folder, pipeline }: CopiedHere['here'], points: KillPoints) => {
    const running = startCli(
      ['run', pipeline, '--yes', '--json'],
      kind === 'request'
        ? {}
        : {
            LD_PRELOAD: library,
            WRITE_POINTS_FOLDER: join(folder, '.chatferry'),
            WRITE_POINTS_AT: String(point),
            UV_THREADPOOL_SIZE: '1',
            UV_USE_IO_URING: '0',
          },
    );
    points.plant(kind === 'request' ? point : 0, () => running.child.kill('SIGKILL'));
    const { signal, code, err } = await running.ended;
    points.plant(0, () => {});
    if (signal === null && code !== 0) throw new Error(err);
    return signal === 'SIGKILL';
  };
  const end = async (point: number): Promise<{ isKilled: boolean; result: string }> => {
    const points = new KillPoints();
    await using at = await place(store, points);
    const isKilled = point > 0 && (await isKilledAt(point, at.here, points));
    const { exitCode, result } = await at.run();
    const balanced = [result.balanced, result.fileCopies?.balanced ?? true];
    return { isKilled, result: JSON.stringify({ exitCode, balanced, ...(await aftermath(at)) }) };
  };
  const alone = await end(0);
  if (!alone.result.includes('"exitCode":0,')) say(`left alone: ${alone.result}`);
  const trouble: string[] = [];
  let killed = 0;
  for (let point = first; killed < atMost; point += every) {
    const { isKilled, result } = await end(point);
    if (result !== alone.result) {
      trouble.push(`${store}, ${kind}, point ${point}:\n  ${result}\n  instead of\n  ${alone.result}`);
      say(trouble.at(-1) as string);
    }
    if (!isKilled) break;
    killed++;
  }
  return { killed, trouble };
}

export const libraryFolder = (): Disposable & { readonly folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};
