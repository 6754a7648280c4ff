import { createHash } from 'node:crypto';
import type { Plan } from '../../../delivery/plan.ts';
import { RunError } from '../../../errors/run-error.ts';
import { addressKey } from '../../../input/rows/forms/address-key.ts';
import { isKeptAddress } from '../../../pipeline/files/fetch/address-rules.ts';
import type { FilesSpec } from '../../../pipeline/files/files-spec.ts';
import type { SavedFileMap } from '../../../pipeline/files/map/saved-file-map.ts';
import { sentReferences } from '../../../pipeline/files/sent-references.ts';
import type { FileStore } from '../../../pipeline/files/stores/file-store.ts';
import { eachOf } from '../../../service/each-of.ts';
import { boundOf, positionOf } from '../expect/sample.ts';
import {
  type FileDifference,
  FileDifferences,
  type FilesVerification,
} from '../result/files-verification.ts';
import type { SampleSize } from '../result/verification-report.ts';

/** Input of a comparison of copied files with their storage. */
export type VerifyFilesDeps = {
  readonly spec: FilesSpec;
  readonly map: SavedFileMap;
  readonly store: FileStore;
  readonly plan: Plan;
  readonly sample: SampleSize | undefined;
  /** Reads every checked object back and hashes it. */
  readonly withBytes: boolean;
  /** Asks the public address of a copy. */
  readonly publicAnswer: (url: string, bytes: number, signal: AbortSignal) => Promise<PublicAnswer>;
  /** Called for every difference. */
  readonly onDifference: (one: FileDifference) => Promise<void>;
  readonly signal: AbortSignal;
};

/** Why it is not the file, or its digest; none for a file that is too large to be read here. */
export type PublicAnswer = { readonly fault: string } | { readonly sha256?: string | undefined };

const PUBLIC_ASKED = 20;
const PUBLIC_AT_ONCE = 4;

type Checked = { readonly object: string; readonly bytes: number };

/**
 * Compares the objects of the map with the storage, the addresses in the rows with the map, and some public addresses with
 * the objects. Sends only reads. A storage that cannot be asked makes its objects unread.
 */
export async function verifyFiles(deps: VerifyFilesDeps): Promise<FilesVerification> {
  const { spec, signal, publicAnswer } = deps;
  const found = new FileDifferences(deps.onDifference);
  const objects = await compareObjects(deps, found);
  const addresses = await compareAddresses(deps, found);
  let same = 0;
  await eachOf(
    objects.spread,
    PUBLIC_AT_ONCE,
    async ({ object, bytes }) => {
      const url = `${spec.publicUrl}/${object}`;
      const answer = await publicAnswer(url, bytes, signal);
      if ('fault' in answer) await found.add('notPublic', url, answer.fault);
      else if (answer.sha256 !== undefined && answer.sha256 !== shaOf(object))
        await found.add('notPublic', url, 'answers with other bytes');
      else same++;
    },
    signal,
  );
  return {
    objects: { of: objects.of, checked: objects.checked, same: objects.same },
    ...(deps.withBytes ? { bytesRead: objects.bytesRead } : {}),
    addresses,
    public: { asked: objects.spread.length, same },
    differences: found.all(),
  };
}

/** The digest that the name of an object says. */
const shaOf = (object: string): string => object.slice(3, 67);

async function compareObjects(deps: VerifyFilesDeps, found: FileDifferences) {
  const { map, spec, signal } = deps;
  const bound = sampleBound(deps);
  const counts = { of: 0, checked: 0, same: 0, bytesRead: 0 };
  let spread: Checked[] = [];
  let silent: RunError | undefined;
  const taken = function* (): Generator<Checked> {
    for (const { object, bytes, names } of map.objects()) {
      // Its file has changed, and no row names it any more.
      if (names === 0) continue;
      counts.of++;
      if (positionOf(object) < bound) yield { object, bytes };
    }
  };
  await eachOf(
    taken(),
    spec.concurrency,
    async (one) => {
      counts.checked++;
      if (silent) return await found.add('unread', one.object, silent.message);
      try {
        const fault = await faultOf(one, deps, (bytes) => {
          counts.bytesRead += bytes;
        });
        if (fault) return await found.add(fault[0], one.object, fault[1]);
        counts.same++;
        spread = spreadOf([...spread, one]);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof RunError)) throw error;
        // A storage that refuses or is silent is not asked for every object.
        silent = error;
        await found.add('unread', one.object, error.message);
      }
    },
    signal,
  );
  return { ...counts, spread };
}

/** A few objects from everywhere, the same ones each time. */
const spreadOf = (objects: readonly Checked[]): Checked[] =>
  objects.length <= PUBLIC_ASKED
    ? [...objects]
    : objects.toSorted((a, b) => positionOf(a.object) - positionOf(b.object)).slice(0, PUBLIC_ASKED);

function sampleBound({ sample, map }: VerifyFilesDeps): number {
  if (!sample) return boundOf(1);
  if ('share' in sample) return boundOf(sample.share);
  let all = 0;
  for (const { names } of map.objects()) if (names > 0) all++;
  return boundOf(Math.min(1, sample.count / Math.max(1, all)));
}

async function faultOf(
  { object, bytes }: Checked,
  { store, withBytes, signal }: VerifyFilesDeps,
  onRead: (bytes: number) => void,
): Promise<readonly ['missing' | 'differs' | 'unread', string] | undefined> {
  const stored = await store.head(object, signal);
  if (!stored) return ['missing', 'it is not there'];
  if (stored.bytes !== bytes) return ['differs', `it has ${stored.bytes} bytes, not ${bytes}`];
  if (withBytes) {
    const hash = createHash('sha256');
    let read = 0;
    for await (const piece of store.read(object, signal)) {
      hash.update(piece);
      read += piece.length;
    }
    onRead(read);
    return hash.digest('hex') === shaOf(object)
      ? undefined
      : ['differs', 'its bytes have another SHA-256 than it says: remove it from the storage'];
  }
  if (stored.sha256 === undefined) return ['unread', 'it does not say its SHA-256; with --bytes it is read'];
  return stored.sha256 === shaOf(object) ? undefined : ['differs', `its SHA-256 is ${stored.sha256}`];
}

/** Compares the addresses in rows, as the service gets them, with the map. */
async function compareAddresses(
  { plan, spec, map, signal }: VerifyFilesDeps,
  found: FileDifferences,
): Promise<FilesVerification['addresses']> {
  const counts = { of: 0, same: 0 };
  for await (const { address, instead } of sentReferences(plan, 'sent', spec, signal)) {
    counts.of++;
    if (instead !== undefined && instead !== 'link') {
      const message = instead === 'name' ? 'its message only names it' : 'its message has the old address';
      await found.add('noRoom', addressKey(address), message);
      continue;
    }
    if (instead === 'link') {
      counts.same++;
      continue;
    }
    const wrong = wrongAddress(address, spec, map);
    if (wrong) await found.add(...wrong);
    else counts.same++;
  }
  return counts;
}

const NO_OBJECT = /^00\/0{64}\./;

function wrongAddress(
  address: string,
  spec: FilesSpec,
  map: SavedFileMap,
): readonly ['notCopied' | 'unknown', string, string] | undefined {
  const { publicUrl, onFailure } = spec;
  if (address.startsWith(`${publicUrl}/`)) {
    const object = address.slice(publicUrl.length + 1);
    if (NO_OBJECT.test(object))
      return ['notCopied', addressKey(address), 'nobody has tried to copy its file'];
    return map.findObject(object) ? undefined : ['unknown', addressKey(address), 'no copy has this name'];
  }
  if (isKeptAddress(address, spec)) return undefined;
  const key = addressKey(address);
  const entry = map.find(key);
  const isSent =
    entry?.outcome === 'failed' ? (entry.how ?? onFailure) === 'keep' : entry?.outcome === 'kept';
  return isSent ? undefined : ['unknown', key, 'it leads to no copy'];
}
