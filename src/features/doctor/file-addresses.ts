import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { eachOf } from '../../service/each-of.ts';
import { type AddressState, stateOfAddress } from './address-state.ts';
import { type Finding, failedBy, pass, warn } from './finding.ts';

const CHECK = 'files';
/** Addresses that are asked; of more, as many in equal distances. */
const ASKED_MAX = 1_000;
const AT_ONCE = 8;
const SHOWN_MAX = 3;

/** The words after the number of addresses of a state. */
const WORDS: Readonly<Record<Exclude<AddressState, 'answers'>, string>> = {
  gone: 'are gone or have expired',
  login: 'need a login',
  refused: 'are not asked: only https is',
  silent: 'do not answer',
};

/**
 * Asks the addresses of the files of messages whether they answer, without the key of the service: the service does not copy
 * files, so an address that ends takes its file with it.
 */
export async function fileAddresses(plan: Plan, signal: AbortSignal): Promise<Finding> {
  try {
    const { addresses, all } = await addressesOf(plan, signal);
    if (all === 0) return pass(CHECK, 'no message has a file');
    const found = new Map<AddressState, string[]>();
    await eachOf(
      addresses,
      AT_ONCE,
      async (address) => {
        const state = await stateOfAddress(address, signal);
        found.set(state, [...(found.get(state) ?? []), address]);
      },
      signal,
    );
    return findingOf(found, addresses.length, all);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    signal.throwIfAborted();
    return failedBy(CHECK, error);
  }
}

function findingOf(found: ReadonlyMap<AddressState, readonly string[]>, asked: number, all: number): Finding {
  const of =
    all > asked ? `${asked} of ${all} addresses` : `${asked} ${asked === 1 ? 'address' : 'addresses'}`;
  const bad = Object.entries(WORDS).flatMap(([state, words]) => {
    const those = found.get(state as AddressState) ?? [];
    // What is signed in an address opens the file.
    const shown = those.slice(0, SHOWN_MAX).map((address) => address.replace(/[?#].*$/, '?…'));
    return those.length === 0 ? [] : [`${those.length} ${words} (${shown.join(', ')})`];
  });
  if (bad.length === 0) return pass(CHECK, `${of} of files: all answer`);
  return warn(
    CHECK,
    `${of} of files: ${bad.join('; ')}`,
    'put these files where they stay, and give the messages their new addresses (filesBase for an export)',
  );
}

type Addresses = { readonly addresses: readonly string[]; readonly all: number };

/** Addresses of files in messages, at most `ASKED_MAX`, in equal distances. */
async function addressesOf({ steps }: Plan, signal: AbortSignal): Promise<Addresses> {
  const step = steps.find(({ entity }) => entity.name === 'messages');
  let kept: string[] = [];
  let [every, all] = [1, 0];
  if (!step) return { addresses: kept, all };
  for await (const rows of readRows(step.sources, undefined, signal))
    for (const { fault, leftOut, values, file } of rows) {
      const mapping = step.mappings[file] as Mapping;
      if (fault || leftOut !== undefined || mapping.leftOut?.(values) !== undefined) continue;
      for (const { url } of attachmentsOf(step, mapping(values).fields)) {
        if (all++ % every === 0) kept.push(url);
        if (kept.length <= ASKED_MAX) continue;
        kept = kept.filter((_, at) => at % 2 === 0);
        every *= 2;
      }
    }
  return { addresses: [...new Set(kept)], all };
}

function attachmentsOf({ entity }: Step, fields: Data): readonly { readonly url: string }[] {
  const { data } = entity.schema.safeParse(entity.shape ? entity.shape(fields) : fields);
  return (data?.['data'] as { attachments?: readonly { url: string }[] } | undefined)?.attachments ?? [];
}
