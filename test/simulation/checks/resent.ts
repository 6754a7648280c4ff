import { isSaved, isWrite, rowsOf, SYNCED_MS } from '../acknowledged.ts';
import type { Ended, Machine } from '../machine.ts';
import type { SimulatedPeer } from '../peer.ts';
import type { Scenario } from '../scenario.ts';

type ResentDeps = {
  readonly peer: SimulatedPeer;
  readonly scenario: Scenario;
  readonly machine: Machine;
};

/** Checks that no row is sent again which a process was told to be accepted; after a kill, what was not yet on disk may be. */
export class Resent {
  readonly #deps: ResentDeps;
  /** Rows that the service has accepted, as far as any process was told, since the last change of the sources. */
  #accepted = new Set<string>();
  /** Those of them that are on disk: only an undo may send them again. */
  #saved = new Set<string>();
  #checkedRequests = 0;
  /** The most rows of which killed processes may not have saved yet that they were accepted. */
  #forgotten = 0;

  constructor(deps: ResentDeps) {
    this.#deps = deps;
  }

  /** Begins with other sources. */
  restart(): void {
    this.#accepted = new Set();
    this.#saved = new Set();
  }

  /** Leaves out what was handled until now. */
  skip(): void {
    this.#checkedRequests = this.#deps.peer.handled.length;
  }

  /** Checks what was handled since the process before; returns what is wrong. */
  check(ended: Ended): string[] {
    const { peer, machine } = this.#deps;
    const requests = peer.handled.slice(this.#checkedRequests);
    this.skip();
    const trouble: string[] = [];
    const known = new Set(this.#accepted);
    const saved = new Set(this.#saved);
    const resent = new Set<string>();
    for (const request of requests.filter(isWrite))
      for (const { identity, isAccepted } of rowsOf(request)) {
        // What arrives late was sent by an earlier process, before it knew.
        const isOwn = request.process === ended.process;
        if (isOwn && known.has(identity)) resent.add(identity);
        if (isOwn && saved.has(identity) && !ended.command.startsWith('undo'))
          trouble.push(`process ${ended.process} sends a row again that was saved: ${identity}`);
        if (!isAccepted || !request.acknowledged) continue;
        this.#accepted.add(identity);
        if (isSaved(ended, request.at)) this.#saved.add(identity);
      }
    this.#forget(machine.history.at(-2));
    // An undo removes the groups and users again that its ledger still needs to find what went with them.
    const allowed = ended.command.startsWith('undo') ? 200 : this.#forgotten;
    if (resent.size > allowed)
      trouble.push(
        `process ${ended.process} (${ended.command.slice(0, 12)}) sends ${resent.size} rows again that were accepted before, first ${resent.values().next().value?.slice(0, 300)}`,
      );
    this.#forgotten = Math.max(0, this.#forgotten - resent.size);
    return trouble;
  }

  /** Counts what a process may not have saved that has ended. */
  #forget(before: Ended | undefined): void {
    const { peer, scenario } = this.#deps;
    if (!before) return;
    // What was not on disk yet, or could not be written to it any more.
    const mayForget = before.exitCode === undefined || (before.isCut && before.end?.kind === 'disk');
    if (mayForget) this.#forgotten += scenario.concurrency * 2 * scenario.batch;
    // A power cut takes what was not synced: what was accepted since the last save but one, at most.
    if (before.isCut && before.end?.kind === 'power')
      this.#forgotten += peer.handled
        .filter(({ process, at }) => process === before.process && at >= before.endedAt - SYNCED_MS)
        .filter(isWrite)
        .flatMap(rowsOf).length;
  }
}
