import type { Plan } from '../../delivery/plan.ts';
import { addressKey } from '../../input/rows/forms/address-key.ts';
import { askFirstBytes, type FirstByte } from '../../pipeline/files/fetch/first-bytes.ts';
import type { FileAddresses } from '../../pipeline/files/file-counts.ts';
import type { FilesSpec } from '../../pipeline/files/files-spec.ts';
import { Spread } from '../../pipeline/files/spread.ts';
import { checkStore } from '../../pipeline/files/stores/check-store.ts';
import { openStore } from '../../pipeline/files/stores/stores.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { httpGetter } from '../../pipeline/remote/http-get.ts';
import { addressFaults, addressLines } from '../../report/result/file-addresses.ts';
import { fileAddressesOf } from '../../session/workplace/file-addresses.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { caught, type Finding, pass, warn } from './finding.ts';

const ADDRESSES = 'files: addresses';
const ANSWERS = 'files: answers';
const STORE = 'files: store';
/** The most addresses that are asked. */
const ASKED_MAX = 1_000;
const SHOWN_MAX = 3;
const PUBLIC_SILENT_MS = 15_000;

/**
 * Checks what the copying of files needs: the addresses of rows by their text, whether some of them answer, and the storage with
 * its public address. One small object is put there and removed; no file is copied.
 * @param plan undefined if the sources could not be opened
 */
export async function* examineFileCopies(
  pipeline: Pipeline,
  spec: FilesSpec,
  plan: Plan | undefined,
  context: Runtime & Pick<Stderr, 'err'>,
): AsyncGenerator<Finding> {
  if (plan) yield* await examineAddresses(pipeline, spec, plan, context);
  yield* await examineStore(pipeline, spec, context);
}

/** Findings, or the one of the error that there was instead. */
async function foundBy(
  check: string,
  look: () => Promise<readonly Finding[]>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found = await caught(check, look, signal);
  return 'check' in found ? [found] : found;
}

function examineAddresses(
  pipeline: Pipeline,
  spec: FilesSpec,
  plan: Plan,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<readonly Finding[]> {
  const look = async (): Promise<readonly Finding[]> => {
    const spread = new Spread(ASKED_MAX);
    const found = await fileAddressesOf(pipeline, plan, context, ({ address }) => {
      if (isOfNetwork(address)) spread.add(address);
    });
    if (!found) return [];
    return [...textFindings(found), ...(await answerFindings(spread, pipeline, spec, context))];
  };
  return foundBy(ADDRESSES, look, context.signal);
}

const isOfNetwork = (address: string): boolean => /^\s*(?:private\+)?https?:/i.test(address);

function textFindings(found: FileAddresses): readonly Finding[] {
  const faults = addressFaults(found);
  const all = pass(ADDRESSES, addressLines(found).join('; '));
  return [all, ...faults.map(({ message, next }) => warn(ADDRESSES, message, next))];
}

/** The words after the number of addresses of a state, and what helps. */
const STATES: Readonly<
  Record<Exclude<FirstByte['state'], 'answers'>, readonly [words: string, next: string]>
> = {
  login: [
    'need a login',
    'name the host and its header:  files: { from: [{ host: …, header: { Authorization: { env: … } } }] }',
  ],
  denied: ['refuse the header that the pipeline names', 'check the value of the header in files.from'],
  gone: ['are gone', 'export again, or accept that these files are lost (files.onFailure)'],
  refused: [
    'lead to where nothing is asked',
    'for a server of yours:  files: { from: [{ host: …, allowPrivate: true }] }',
  ],
  silent: ['do not answer', 'check the network and the host, or run later: what is silent is asked again'],
};

async function answerFindings(
  { items, of }: Spread,
  pipeline: Pipeline,
  spec: FilesSpec,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<readonly Finding[]> {
  if (items.length === 0) return [];
  const states = new Map<FirstByte['state'], string[]>();
  await askFirstBytes(items, { spec, place: pipeline }, context, (address, { state }) =>
    states.set(state, [...(states.get(state) ?? []), address]),
  );
  const asked = of > items.length ? `${items.length} of ${of} addresses` : `${of} addresses`;
  const answered = states.get('answers')?.length ?? 0;
  const faults = Object.entries(STATES).flatMap(([state, [words, next]]) => {
    const those = states.get(state as FirstByte['state']) ?? [];
    const shown = those.slice(0, SHOWN_MAX).map(addressKey);
    return those.length === 0
      ? []
      : [warn(ANSWERS, `${those.length} of ${asked} ${words} (${shown.join(', ')})`, next)];
  });
  return [
    ...(answered > 0 || faults.length === 0 ? [pass(ANSWERS, `${answered} of ${asked} answer`)] : []),
    ...faults,
  ];
}

function examineStore(
  pipeline: Pipeline,
  spec: FilesSpec,
  { system, signal, ...access }: Runtime,
): Promise<readonly Finding[]> {
  const look = async (): Promise<readonly Finding[]> => {
    await using opened = new AsyncDisposableStack();
    const store = opened.use(await openStore(spec, { system, place: pipeline, access }));
    const getter = opened.use(httpGetter(system, { connections: 1, silentMs: PUBLIC_SILENT_MS }));
    const unreadable = await store.unreadable?.();
    const found = await checkStore(store, spec, { get: getter.get, random: system.random }, signal);
    return unreadable ? [...found, warn(STORE, unreadable.message, unreadable.next)] : found;
  };
  return foundBy(STORE, look, signal);
}
