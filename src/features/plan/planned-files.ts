import type { Plan } from '../../delivery/plan.ts';
import type { TodoFile } from '../../pipeline/files/address-facts.ts';
import type { FilesSpec } from '../../pipeline/files/files-spec.ts';
import { Spread } from '../../pipeline/files/spread.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { addressLines } from '../../report/result/file-addresses.ts';
import { fileAddressesOf } from '../../session/workplace/file-addresses.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { amount, duration, grouped, sizeText } from '../../terminal/printable.ts';
import type { FilesPlan } from './plan-document.ts';

/** Of files without a stated size, at most so many are asked. */
const ASKED_MAX = 200;
/** Seconds that a small file takes, with its requests. */
const FILE_S = 0.2;
/** Bytes a second of a usual line, if the pipeline has no limit. */
const USUAL_RATE = 12_500_000;

/**
 * Plans the copying of files; undefined if the pipeline copies none.
 * @param isOnline whether some of the files without a stated size are asked for it
 * @throws RunError `SOURCE.*`, `STATE.*`; if it is online `AUTH.KEY_MISSING`
 */
export async function planFiles(
  pipeline: Pipeline,
  plan: Plan,
  isOnline: boolean,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<FilesPlan | undefined> {
  const { files: spec } = pipeline;
  if (!spec) return undefined;
  const sizes = new Sizes(spec.maxBytes);
  const found = await fileAddressesOf(pipeline, plan, context, sizes.add);
  if (!found) return undefined;
  const asked =
    isOnline && sizes.sample.of > 0 ? await askSizes(sizes.sample.items, pipeline, spec, context) : undefined;
  return { ...found, copying: { ...sizes.with(asked), ...costOfFiles(found.todo, sizes, asked, spec) } };
}

/** Sizes of files as rows say them, and a sample of the others; memory does not grow with their number. */
class Sizes {
  sized = 0;
  sizedBytes = 0;
  largest = 0;
  readonly sample = new Spread(ASKED_MAX);
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  readonly add = ({ address, bytes = sizeIn(address) }: TodoFile): void => {
    if (bytes === undefined) {
      this.sample.add(address);
      return;
    }
    this.sized++;
    // A larger file is not copied.
    if (bytes > this.#maxBytes) return;
    this.sizedBytes += bytes;
    this.largest = Math.max(this.largest, bytes);
  };

  /** The bytes of all files. Those without a stated size are as those that were asked, within two standard errors. */
  with(asked: Asked | undefined): Omit<FilesPlan['copying'], 'bytesPerSecond' | 'minutes' | 'spoolBytes'> {
    const { sized, sizedBytes } = this;
    const unsized = this.sample.of;
    const known = { sized, sizedBytes };
    if (unsized === 0) return { ...known, bytes: { from: sizedBytes, to: sizedBytes } };
    if (!asked) return known;
    const { addresses, sizes } = asked;
    const said = { ...known, asked: { addresses, answered: sizes.length } };
    if (sizes.length === 0) return said;
    // A file that does not answer has no bytes to copy.
    const all = [
      ...sizes.map((size) => (size > this.#maxBytes ? 0 : size)),
      ...Array.from({ length: addresses - sizes.length }, () => 0),
    ];
    const mean = all.reduce((sum, size) => sum + size, 0) / addresses;
    const variance = all.reduce((sum, size) => sum + (size - mean) ** 2, 0) / Math.max(1, addresses - 1);
    const unasked = unsized - addresses;
    const around = 2 * Math.sqrt(variance / addresses) * unasked;
    const middle = sizedBytes + mean * unsized;
    const least = sizedBytes + mean * addresses;
    const [from, to] = [Math.max(least, middle - around), middle + around].map(Math.round);
    return { ...said, bytes: { from: from ?? 0, to: to ?? 0 } };
  }
}

/** The bytes of a file that is in its address. */
function sizeIn(address: string): number | undefined {
  if (!/^\s*data:/i.test(address)) return undefined;
  const length = address.length - address.indexOf(',') - 1;
  return /;base64,/i.test(address.slice(0, 200)) ? Math.floor(length * 0.75) : length;
}

function costOfFiles(
  todo: number,
  sizes: Sizes,
  asked: Asked | undefined,
  { concurrency, bytesPerSecond = USUAL_RATE, maxBytes }: FilesSpec,
): Pick<FilesPlan['copying'], 'bytesPerSecond' | 'minutes' | 'spoolBytes'> {
  const bytes = sizes.with(asked).bytes?.to ?? sizes.sizedBytes;
  const seconds = Math.max(bytes / bytesPerSecond, (todo * FILE_S) / concurrency);
  const largest = sizes.sample.of > 0 ? maxBytes : sizes.largest;
  return { bytesPerSecond, minutes: seconds / 60, spoolBytes: Math.min(todo, concurrency) * largest };
}

type Asked = { readonly addresses: number; readonly sizes: readonly number[] };

async function askSizes(
  sample: readonly string[],
  pipeline: Pipeline,
  spec: FilesSpec,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<Asked> {
  // Files of an export are not on the network.
  const addresses = sample.filter((address) => /^\s*(?:private\+)?https?:/i.test(address));
  const sizes: number[] = [];
  const { askFirstBytes } = await import('../../pipeline/files/fetch/first-bytes.ts');
  await askFirstBytes(addresses, { spec, place: pipeline }, context, (_, { bytes }) => {
    if (bytes !== undefined) sizes.push(bytes);
  });
  return { addresses: addresses.length, sizes };
}

/** The part of a plan about files as lines. */
export function filesPlanLines(found: FilesPlan): readonly string[] {
  const { copying, todo } = found;
  return [
    ...addressLines(found).map((text) => `files     ${text}`),
    ...(todo > 0 ? [`files     ${copyingText(copying, todo)}`] : []),
  ];
}

function copyingText(
  { sized, sizedBytes, asked, bytes, bytesPerSecond, minutes, spoolBytes }: FilesPlan['copying'],
  todo: number,
): string {
  const spread =
    bytes === undefined
      ? `${sizeText(sizedBytes)} in ${grouped(sized)} of ${amount(todo, 'file')}, the size of the others is not known`
      : bytes.from === bytes.to
        ? sizeText(bytes.to)
        : `${sizeText(bytes.from)} to ${sizeText(bytes.to)}`;
  const by = asked
    ? `, by the sizes of ${grouped(asked.answered)} of ${amount(asked.addresses, 'address', 'addresses')} that were asked`
    : '';
  return `${spread}${by} · about ${duration(minutes * 60_000)} at ${sizeText(bytesPerSecond)} a second · ${sizeText(spoolBytes)} of room for files on the way`;
}
