import type { Plan } from '../../delivery/plan.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { isKeptAddress, textRefusal, urlOf } from './fetch/address-rules.ts';
import { judgeAddress } from './fetch/judge-address.ts';
import type { AddressCounts, FileAddresses } from './file-counts.ts';
import type { MapEntry } from './file-map.ts';
import type { FilesSpec } from './files-spec.ts';
import type { SavedFileMap } from './map/saved-file-map.ts';
import { NamedAddresses } from './named-addresses.ts';
import type { SentReference } from './sent-references.ts';

/** A file that will be asked or read, with its bytes as rows say them. */
export type TodoFile = { readonly address: string; readonly bytes: number | undefined };

const HOSTS_HELD = 1_000;
const HOSTS_SHOWN = 20;
const RULES_HELD = 20;
const OTHERS = 'others';

const zeroAddresses = (): AddressCounts => ({ addresses: 0, refused: 0, expired: 0, needsHeader: 0 });

/** Judges addresses offline and counts them; memory does not grow with their number. */
class AddressFacts {
  readonly #spec: FilesSpec;
  readonly #now: number;
  readonly #all = zeroAddresses();
  readonly #hosts = new Map<string, AddressCounts>();
  readonly #refusedBy = new Map<string, number>();
  readonly #states = { found: 0, known: 0, failedBefore: 0, kept: 0, todo: 0 };

  /** @param now milliseconds since 1970 */
  constructor(spec: FilesSpec, now: number) {
    this.#spec = spec;
    this.#now = now;
  }

  /**
   * Counts an address; each once.
   * @param references how often rows name it
   * @param entry what the state knows of it
   * @returns whether it will be asked or read
   */
  add(address: string, references: number, entry?: MapEntry): boolean {
    const states = this.#states;
    const { host, why, isExpired, needsHeader } = judgeAddress(address, this.#spec, this.#now);
    const own = this.#hostOf(host);
    states.found += references;
    for (const counts of [this.#all, own]) counts.addresses++;
    if (isKeptAddress(address, this.#spec)) states.kept++;
    else if (entry?.outcome === 'kept') states.kept++;
    else if (entry) entry.outcome === 'failed' ? states.failedBefore++ : states.known++;
    else {
      for (const counts of [this.#all, own]) {
        if (why === 'refused') counts.refused++;
        if (isExpired) counts.expired++;
        if (needsHeader) counts.needsHeader++;
      }
      if (why === 'refused') this.#refuse(address);
      if (why === undefined) states.todo++;
      return why === undefined;
    }
    return false;
  }

  get result(): FileAddresses {
    const hosts = [...this.#hosts].sort(([, a], [, b]) => b.addresses - a.addresses);
    return {
      ...this.#states,
      ...this.#all,
      hosts: hosts.slice(0, HOSTS_SHOWN).map(([host, counts]) => ({ host, ...counts })),
      refusedBy: Object.fromEntries(this.#refusedBy),
    };
  }

  #hostOf(host: string): AddressCounts {
    const name = this.#hosts.has(host) || this.#hosts.size < HOSTS_HELD ? host : OTHERS;
    const counts = this.#hosts.get(name) ?? zeroAddresses();
    this.#hosts.set(name, counts);
    return counts;
  }

  #refuse(address: string): void {
    const url = urlOf(address);
    const rule = (url && textRefusal(url, this.#spec)) ?? 'it is no address';
    const name = this.#refusedBy.has(rule) || this.#refusedBy.size < RULES_HELD ? rule : OTHERS;
    this.#refusedBy.set(name, (this.#refusedBy.get(name) ?? 0) + 1);
  }
}

/**
 * Counts the addresses of files that the rows of a plan name, offline.
 * @param map what the state knows of them
 * @param onTodo gets each file that will be asked or read
 * @throws RunError `SOURCE.*`
 */
export async function countAddresses(
  plan: Plan,
  spec: FilesSpec,
  map: Pick<SavedFileMap, 'find'>,
  { system, signal }: { readonly system: Pick<System, 'clock' | 'files'>; readonly signal: AbortSignal },
  onTodo: (file: TodoFile) => void = () => {},
): Promise<FileAddresses> {
  using named = await NamedAddresses.read(plan, spec, { files: system.files, signal });
  const facts = new AddressFacts(spec, system.clock.now());
  for (const { key, address, references, bytes } of named.all())
    if (facts.add(address, references, map.find(key))) onTodo({ address, bytes });
  return facts.result;
}

/**
 * The addresses that rows name which were sent.
 * @throws RunError `SOURCE.*`
 */
export const sentAddresses = (
  plan: Plan,
  spec: FilesSpec,
  isSent: (reference: SentReference) => boolean,
  place: { readonly files: Files; readonly signal: AbortSignal },
): Promise<Disposable & { has(key: string): boolean }> => NamedAddresses.read(plan, spec, place, isSent);
