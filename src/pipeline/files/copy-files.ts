import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { FREE_MIN, freeBytes } from '../../files/disk-space.ts';
import { makeFolder } from '../../files/private-file.ts';
import type { FileFailure, KindOfFiles, OnFailure } from '../../input/rows/forms/copied-address.ts';
import { eachOf } from '../../service/each-of.ts';
import type { System } from '../../system/system.ts';
import { amount, byteSize, printable } from '../../terminal/printable.ts';
import { AddressList, type ListedAddress } from './copying/address-list.ts';
import { CopyTally } from './copying/copy-tally.ts';
import { type AskRules, decide } from './copying/decide.ts';
import { FileCopier } from './copying/file-copier.ts';
import { settleLeftovers } from './copying/settle-leftovers.ts';
import type { FileFetcher } from './fetch/fetched-file.ts';
import { judgeAddress } from './fetch/judge-address.ts';
import type { FileCounts, FilesEvent } from './file-counts.ts';
import { type CopyEntry, copyIn, type MapEntry } from './file-map.ts';
import type { FilesSpec } from './files-spec.ts';
import type { FileMap } from './map/file-map.ts';
import { findCopyOf } from './map/find-copy.ts';
import { sentReferences } from './sent-references.ts';
import type { FileStore } from './stores/file-store.ts';

/** Things that files are copied with. Nothing of it is disposed of. */
export type CopyDeps = Omit<AskRules, 'spec'> & {
  readonly spec: FilesSpec;
  readonly map: FileMap;
  readonly store: FileStore;
  readonly fetcher: FileFetcher;
  /** For what is under way; nobody else writes there. */
  readonly folder: string;
  readonly system: Pick<System, 'clock' | 'files'>;
  /** Files whose host does not answer count as failed. */
  readonly finish: boolean;
  /**
   * True if another pipeline names an object, so that it must stay.
   * @default none does
   */
  readonly isShared?: (object: string) => Promise<boolean>;
  /**
   * True if a row was sent and nothing changes its files any more: what is known of these stays as it is.
   * @default none was
   */
  readonly isSent?: (kind: KindOfFiles, row: string) => boolean;
  /** True if no row is sent after it. */
  readonly filesOnly?: boolean | undefined;
  readonly observe: (event: FilesEvent) => void;
  /** Gets a sentence for the user. */
  readonly warn: (sentence: string) => void;
};

/** Addresses that are looked up at once, so that locks and leases are kept meanwhile. */
const AT_ONCE = 2_000;
/** From so many files on, `maxFailed` counts. */
const GUARDED_FROM = 200;
const PROGRESS_MS = 100;
/** Notices about single files that are shown. */
const NOTICES_MAX = 20;

/**
 * Copies the files that the rows of a plan name, so that the rows get the addresses of the copies from now on. What was copied
 * stays known, however it ends.
 * @throws RunError `FILES.SILENT`, `FILES.TOO_MANY_FAILED`, `FILES.STORE_*`, `FILES.CONFIG`, `FILE.KEY_TAKEN`,
 *   `STATE.UNWRITABLE`, `SOURCE.*`, `PULL.*`, the reason of the signal
 */
export async function copyFiles(plan: Plan, deps: CopyDeps, signal: AbortSignal): Promise<FileCounts> {
  const { spec, map, folder, system, observe } = deps;
  await map.bindTo(spec);
  await makeFolder(folder, system.files, ' for files');
  requireRoom(deps);
  const begun = system.clock.elapsed();
  using list = AddressList.make(join(folder, 'addresses.sqlite'), system.files, system.clock.now());
  const mayLackRoom = await collect(plan, list, deps, signal);
  const copying = new Copying(list, deps);
  try {
    await copying.lookUp(signal);
    if (copying.sentBefore > 0) plan.warn(sentBeforeText(copying.sentBefore));
    await copying.copy(signal);
    await copying.end(signal);
    if (!deps.filesOnly && spec.what.has('attachments')) await map.sendsUnder(spec.publicUrl);
    plan.copies?.use(findCopyOf(map, spec), map.revision);
    if (mayLackRoom) await copying.countWithoutRoom(plan, signal);
  } finally {
    observe({ type: 'files.finished', ms: system.clock.elapsed() - begun, counts: copying.counts() });
  }
  return copying.counts();
}

const sentBeforeText = (files: number): string =>
  `${amount(files, 'file')} of messages that were sent before ${files === 1 ? 'keeps its address' : 'keep their addresses'}: the service does not change the files of a message. To copy them as well, remove these messages with  chatferry undo  and run again`;

/** @throws RunError `STATE.UNWRITABLE` */
function requireRoom({ folder, system: { files } }: CopyDeps): void {
  const free = freeBytes(files, folder);
  if (free < FREE_MIN)
    throw new RunError(
      'STATE.UNWRITABLE',
      `the disk of ${folder} has ${byteSize(free)} free, and files need room while they are copied`,
      { hint: 'free some space on this disk, then run the same command again' },
    );
}

/**
 * Lists the addresses that rows name, whatever is known of them: a row that a failure rejects names them as well.
 * @returns whether a message may have no room for the address of a copy
 */
async function collect(
  plan: Plan,
  list: AddressList,
  { spec, map, isSent }: CopyDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const find = findCopyOf({ find: () => undefined }, spec);
  plan.copies?.use((address) => {
    const copy = find(address);
    if (copy.outcome !== 'unknown') return copy;
    return { outcome: 'copied', url: copy.placeholder, type: 'application/octet-stream', bytes: 0 };
  }, map.revision);
  let mayLackRoom = false;
  try {
    for await (const reference of sentReferences(plan, 'source', spec, signal, isSent)) {
      list.add(reference, isSent?.(reference.kind, reference.row));
      mayLackRoom ||= reference.mayLackRoom ?? false;
    }
    return mayLackRoom;
  } finally {
    plan.copies?.use(findCopyOf(map, spec), map.revision);
  }
}

/** One copying of the files of a list. */
class Copying {
  readonly #list: AddressList;
  readonly #deps: CopyDeps;
  readonly #tally: CopyTally;
  readonly #copier: FileCopier;
  /** References of messages that were sent before, and that are now known to keep their addresses. */
  sentBefore = 0;
  #distinct = 0;
  #todo = 0;
  #done = 0;
  /** Addresses whose host does not answer now; others were finished without an answer before. */
  #silent = 0;
  #begunAt = 0;
  #shownAt = Number.NEGATIVE_INFINITY;
  #notices = 0;
  /** Files that have failed before and are not asked for. */
  #left = 0;
  /** Copies that the store does not have, and that could not be put there again. */
  #lost = 0;

  constructor(list: AddressList, deps: CopyDeps) {
    const { fetcher, store, system } = deps;
    this.#list = list;
    this.#deps = deps;
    this.#tally = new CopyTally(() => {
      const { get, ...requests } = store.requests;
      return { ...requests, get: get + fetcher.requests.get };
    });
    this.#copier = new FileCopier({ ...deps, clock: system.clock, notice: (text) => this.#notice(text) });
  }

  counts(): FileCounts {
    return this.#tally.counts();
  }

  /** Finds what is known of the addresses. */
  async lookUp(signal: AbortSignal): Promise<void> {
    const { map, observe, spec } = this.#deps;
    const { clock } = this.#deps.system;
    const { size } = this.#list;
    this.#distinct = size.distinct;
    this.#tally.begin(size);
    let looked = 0;
    // They share one sync.
    let records: Promise<void>[] = [];
    const record = (entry: MapEntry): void => void records.push(map.record(entry));
    for (const listed of this.#list.all()) {
      if (++looked % AT_ONCE === 0) {
        await nextTurn();
        await Promise.all(records);
        records = [];
        signal.throwIfAborted();
      }
      const entry = map.find(listed.key);
      const decision = decide(listed, entry, this.#deps);
      if (decision === 'ask' || decision === 'look') {
        this.#list.needs(listed);
        this.#todo++;
        continue;
      }
      if (typeof decision === 'object') this.#left++;
      this.#tally.add(decision === 'sent' ? 'kept' : decision, listed.count);
      if (decision === 'sent') {
        this.sentBefore += listed.sent;
        record({ address: listed.key, outcome: 'kept', at: clock.now() });
      } else if (entry?.outcome === 'failed' && this.#isOtherwise(listed, entry.how))
        record({ ...entry, how: spec.onFailure });
      const copy = decision === 'known' ? copyIn(entry) : undefined;
      if (copy) this.#list.copied(listed, copy);
    }
    await Promise.all(records);
    this.#tally.setBytes(this.#list.bytes);
    observe({ type: 'files.started', to: spec.shown, distinct: this.#distinct, todo: this.#todo });
    this.#guard();
  }

  /** True if rows with a file that was not copied become something else than before: those that were sent stay. */
  #isOtherwise({ isSent }: ListedAddress, how: OnFailure | undefined): boolean {
    const { spec, hasSent } = this.#deps;
    return how !== spec.onFailure && !isSent && (!hasSent || how === 'reject');
  }

  /** Copies what is to be copied. */
  async copy(signal: AbortSignal): Promise<void> {
    const { spec, system } = this.#deps;
    this.#begunAt = system.clock.elapsed();
    // Who fails ends the others at once.
    const ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    const copy = async (listed: ListedAddress): Promise<void> => {
      try {
        await this.#copy(listed, until);
      } catch (error) {
        ending.abort(error);
        throw error;
      }
    };
    try {
      await eachOf(this.#list.todo(), spec.concurrency, copy, until);
    } catch (error) {
      signal.throwIfAborted();
      throw ending.signal.aborted ? ending.signal.reason : error;
    }
  }

  async #copy(listed: ListedAddress, signal: AbortSignal): Promise<void> {
    const result = await this.#copier.copy(listed, signal);
    this.#done++;
    if ('why' in result) this.#onFailed(listed, result);
    else {
      const { outcome, copy } = result;
      this.#tally.add(outcome, listed.count);
      this.#list.copied(listed, copy);
      if (outcome === 'copied' || outcome === 'alreadyThere')
        this.#tally.addBytes(copy.bytes, outcome === 'copied');
    }
    this.#guard();
    this.#progress();
  }

  #onFailed(
    listed: ListedAddress,
    { why, message }: { readonly why: FileFailure; readonly message: string },
  ): void {
    this.#tally.add({ why }, listed.count);
    if (copyIn(this.#deps.map.find(listed.key))) this.#lost++;
    if (why === 'silent') {
      this.#silent++;
      this.#list.isSilent(listed);
    }
    this.#deps.observe({ type: 'files.failed', address: listed.key, why, message });
  }

  /** @throws RunError `FILES.TOO_MANY_FAILED` */
  #guard(): void {
    const { spec, finish } = this.#deps;
    const done = this.#distinct - this.#todo + this.#done;
    if (done < GUARDED_FROM) return;
    const failed = this.#tally.failed(finish);
    const { maxFailed } = spec;
    const most = typeof maxFailed === 'number' ? maxFailed : (done * Number.parseFloat(maxFailed)) / 100;
    if (failed <= most) return;
    throw new RunError(
      'FILES.TOO_MANY_FAILED',
      `${failed} of ${amount(done, 'file')} could not be copied, and files.maxFailed is ${maxFailed}`,
    );
  }

  #progress(): void {
    const { clock } = this.#deps.system;
    const now = clock.elapsed();
    if (now - this.#shownAt < PROGRESS_MS) return;
    this.#shownAt = now;
    const [done, todo] = [this.#done, this.#todo];
    const leftMs = ((now - this.#begunAt) / done) * (todo - done);
    this.#deps.observe({ type: 'files.progress', counts: this.counts(), done, todo, leftMs });
  }

  #notice(sentence: string): void {
    if (++this.#notices <= NOTICES_MAX) this.#deps.warn(sentence);
  }

  /** Counts the files whose copies have no room in their message, and says so. The rows have the addresses of copies. */
  async countWithoutRoom(plan: Plan, signal: AbortSignal): Promise<void> {
    const found = { link: 0, ownAddress: 0, name: 0 };
    for await (const { instead } of sentReferences(plan, 'sent', this.#deps.spec, signal)) {
      if (instead === undefined) continue;
      found[instead]++;
      this.#tally.addNoRoom();
    }
    const { link, ownAddress, name } = found;
    const parts = [
      ...(link > 0 ? [`${link} in the text as a link`] : []),
      ...(ownAddress > 0 ? [`${ownAddress} at the old address`] : []),
      ...(name > 0 ? [`${name} by name alone`] : []),
    ];
    const all = link + ownAddress + name;
    if (all > 0)
      this.#deps.warn(
        `${amount(all, 'file')} that were copied have no room among the attachments of a message, whose data may have 10 KB, and are in it otherwise: ${parts.join(', ')}; attachments.csv lists them with the reason noRoom`,
      );
  }

  /**
   * Ends it: what a process has left that was killed is removed, if no row names it.
   * @throws RunError `FILES.SILENT`
   */
  async end(signal: AbortSignal): Promise<void> {
    const { finish, warn, spec } = this.#deps;
    if (this.#notices > NOTICES_MAX) warn(`… and ${this.#notices - NOTICES_MAX} more files of another type`);
    if (this.#deps.retry) await this.#sayLeft(signal);
    await settleLeftovers(this.#deps, signal);
    this.#tally.setBytes(this.#list.bytes);
    const silent = this.#silent;
    if (silent === 0) return;
    if (!finish)
      throw new RunError(
        'FILES.SILENT',
        `the hosts of ${amount(silent, 'file')} do not answer: ${silentHosts(this.#list, spec)}`,
      );
    for (const listed of this.#list.silent())
      await this.#copier.finish(listed, 'its host did not answer in the last run');
    this.#guard();
  }

  /** Says what another look has left as it is. */
  async #sayLeft(signal: AbortSignal): Promise<void> {
    const { map, spec, warn } = this.#deps;
    let unnamed = 0;
    const look = async (copy: CopyEntry): Promise<void> => {
      if (!(await this.#copier.isThere(copy, signal))) unnamed++;
    };
    await eachOf(this.#unlisted(map), spec.concurrency, look, signal);
    const lost = `that ${spec.shown} does not have as they were put`;
    if (this.#left > 0)
      warn(
        `${amount(this.#left, 'file')} that could not be copied before ${this.#left === 1 ? 'stays' : 'stay'} so: rows were sent without, and nothing changes these`,
      );
    if (this.#lost > 0)
      warn(
        `${amount(this.#lost, 'copy', 'copies')} ${lost} could not be copied again; rows keep the addresses`,
      );
    if (unnamed > 0)
      warn(
        `${amount(unnamed, 'copy', 'copies')} ${lost} stay lost: no row of the sources names their files now`,
      );
  }

  /** Copies of addresses that no row names any more. */
  *#unlisted(map: FileMap): Generator<CopyEntry> {
    for (const entry of map.entries()) {
      const copy = copyIn(entry);
      if (copy && !this.#list.has(copy.address)) yield copy;
    }
  }
}

/** Hosts that are counted, and those of them that are named. */
const HOSTS_HELD = 1_000;
const HOSTS_NAMED = 3;

/** The hosts that do not answer, those with the most files first: `files.example.com (9), cdn.example.com (2)`. */
function silentHosts(list: AddressList, spec: FilesSpec): string {
  const hosts = new Map<string, number>();
  for (const { key } of list.silent()) {
    const { host } = judgeAddress(key, spec, 0);
    if (hosts.has(host) || hosts.size < HOSTS_HELD) hosts.set(host, (hosts.get(host) ?? 0) + 1);
  }
  const most = [...hosts].sort(([, a], [, b]) => b - a);
  const named = most.slice(0, HOSTS_NAMED).map(([host, files]) => `${printable(host)} (${files})`);
  const more = most.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${amount(more, 'other host')}` : ''}`;
}
