import type { LiveChange } from '../../../origin/live/live-origin.ts';
import type { InboxEvent } from '../inbox/inbox.ts';
import { BothLedgers } from './changes/both-ledgers.ts';
import { type ChangeEnd, deadOf, isOfEvent, mostNoted } from './changes/change-end.ts';
import { ChangeRun, type RunResult } from './changes/change-run.ts';
import { logConflicts } from './changes/conflicts/conflict.ts';
import { type Folded, foldHints, type Hint, olderEnd, recordId } from './changes/fold.ts';
import { lostRemovals } from './changes/lost-removals.ts';
import { SenderBudget } from './changes/sender-budget.ts';
import { DeadEvents, type KeptDead } from './dead-events.ts';
import { HeldEvents } from './held-events.ts';
import type { DeadEvent, Lane, LaneCounts, LaneMode, LaneWaits, PassResult } from './lane.ts';
import type { LaneDeps } from './lane-deps.ts';
import { LaneState, withSums } from './lane-state.ts';
import { isListed, type Listed, ListedEvents } from './listed-events.ts';
import { OwnKeys } from './own-keys.ts';
import { completeHints, NumberedEvents, type ReadEvent, readEvents } from './read-events.ts';
import { ReadingNote } from './reading-note.ts';

/** Events of a pass, and records of a list that are taken together. */
const EVENTS_MAX = 500;
const LIST_MAX = 200;
const AGAIN_MS = 500;

/**
 * Opens a direction; what it works with stays open after it.
 * @throws RunError `STATE.*`
 */
export async function openLane(given: LaneDeps): Promise<Lane> {
  const deps = OwnKeys.over(given);
  const { state, side } = deps;
  return new EventLane(deps, DeadEvents.open(state, side), await ReadingNote.open(state, side));
}

class EventLane implements Lane {
  readonly side: LaneDeps['side'];
  mode: LaneMode;
  readonly #deps: LaneDeps;
  readonly #letters: DeadEvents;
  readonly #note: ReadingNote;
  readonly #state: LaneState;
  readonly #held: HeldEvents;
  readonly #budget: SenderBudget;
  readonly #numbers = new NumberedEvents();
  readonly #listed: ListedEvents;
  /** Dead events that are being read again. */
  #reviving = 0;
  /** Passes that take one event each, since one of them makes a pass fail. */
  #alone = 0;
  /** The end of the call under way: calls follow one another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: LaneDeps, letters: DeadEvents, note: ReadingNote) {
    this.#deps = deps;
    this.side = deps.side;
    this.mode = { write: deps.rules.write };
    this.#letters = letters;
    this.#listed = new ListedEvents(deps.side, letters.lowest);
    this.#note = note;
    this.#state = new LaneState(deps.state, deps.side);
    [this.#budget, this.#held] = [new SenderBudget(deps.clock), new HeldEvents(deps.clock)];
  }

  get counts(): LaneCounts {
    const { numbers } = this.#state;
    const again = this.retrying;
    const waiting = this.#deps.inbox.waiting(this.side).events + again;
    return withSums({ ...numbers, dead: Math.max(0, numbers.dead - again) }, waiting);
  }

  get waits(): LaneWaits {
    return this.#held.waits;
  }

  get retrying(): number {
    return this.#reviving + this.#letters.wanted;
  }

  get lag(): Lane['lag'] {
    return this.#state.lag;
  }

  dead(): readonly DeadEvent[] {
    return this.#letters.shown;
  }

  async retry(code?: string): Promise<number> {
    return this.#letters.want(code);
  }

  touched(): readonly string[] {
    return this.#deps.shared.links.conversations();
  }

  pass(signal: AbortSignal): Promise<PassResult> {
    return this.#inTurn(() => this.#pass(signal));
  }

  take(changes: AsyncIterable<LiveChange>, signal: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      let batch: LiveChange[] = [];
      for await (const change of changes) {
        batch.push(change);
        if (batch.length < LIST_MAX) continue;
        await this.#takeListed(batch, signal);
        batch = [];
      }
      if (batch.length > 0) await this.#takeListed(batch, signal);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last.catch(() => {});
    this.#note[Symbol.dispose]();
  }

  /** Works for records of a list; one that makes all of them fail is dead, and the others are written. */
  async #workForEach(listed: readonly ReadEvent[], signal: AbortSignal): Promise<void> {
    try {
      await this.#work(listed, new Set(), false, signal);
    } catch (error) {
      if (signal.aborted || !isOfEvent(error)) throw error;
      const [only, ...others] = listed;
      if (others.length > 0) for (const each of listed) await this.#workForEach([each], signal);
      else if (only) {
        const about = only.hints[0]?.change;
        await this.#work([{ ...only, hints: [], end: deadOf(error), about }], new Set(), false, signal);
      }
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const own = before.catch(() => {}).then(work);
    this.#last = own;
    return await own;
  }

  async #pass(signal: AbortSignal): Promise<PassResult> {
    signal.throwIfAborted();
    const { inbox, clock } = this.#deps;
    this.#held.ages.look();
    const most = this.#alone > 0 ? 1 : this.#note.most(EVENTS_MAX);
    const wanted = Math.min(most, this.#letters.wanted);
    const due = this.#held.due(clock.now(), most - wanted);
    const room = Math.min(most - wanted - due.length, this.#held.room);
    const fresh = room > 0 ? await inbox.take(this.side, room, new Set(this.#held.seqs)) : [];
    const again = this.#letters.takeWanted(wanted);
    const taken = [...again, ...due, ...fresh];
    if (taken.length === 0) return { done: 0, more: false };
    this.#reviving = again.length;
    try {
      const seqs = { again: new Set(again.map(seqOf)), fresh: new Set(fresh.map(seqOf)) };
      const done = await this.#takeEvents(taken, seqs, signal);
      this.#alone = Math.max(0, this.#alone - 1);
      const isLeft = inbox.waiting(this.side).events > this.#held.size;
      const more = this.#letters.wanted > 0 || this.#held.isDue(clock.now()) || isLeft;
      return { done, more };
    } catch (error) {
      this.#letters.wantAgain(again.map(seqOf));
      if (signal.aborted || !isOfEvent(error)) throw error;
      const [event] = taken;
      if (taken.length > 1 || !event) {
        this.#alone = taken.length;
        return { done: 0, more: true };
      }
      this.#letters.dropWanted(event.seq);
      const done = await this.#work(
        [{ event, hints: [], end: deadOf(error) }],
        new Set(again.map(seqOf)),
        true,
        signal,
      );
      return { done, more: true };
    } finally {
      this.#reviving = 0;
    }
  }

  async #takeEvents(
    events: readonly InboxEvent[],
    { again, fresh }: { readonly again: ReadonlySet<number>; readonly fresh: ReadonlySet<number> },
    signal: AbortSignal,
  ): Promise<number> {
    const dead = events.filter(({ seq }) => this.#note.isPoison(seq));
    const sound = events.filter((event) => !dead.includes(event));
    const end: ChangeEnd = {
      end: 'dead',
      code: 'LIVE.EVENT_MALFORMED',
      message: 'each time it was read, the process ended',
    };
    const read = await this.#guarded(sound, async () => readEvents(sound, this.#deps));
    const open = this.#unheld(this.#numbers.withoutDuplicates(read, fresh), again);
    const arrived = new Set(
      open.flatMap(({ hints }) =>
        hints.filter(({ change }) => change.entity === 'messages').map(({ change }) => change.key),
      ),
    );
    // Those that wait for one of these messages.
    const taken = new Set(events.map(seqOf));
    const called = this.#held.waitingFor(arrived, EVENTS_MAX).filter(({ seq }) => !taken.has(seq));
    const all = [
      ...open,
      ...readEvents(called, this.#deps),
      ...dead.map((event) => ({ event, hints: [], end })),
    ];
    return await this.#work(all, again, true, signal);
  }

  /**
   * Without events behind a dead one of their conversation, where that holds them: since each may be dead, the next one of its
   * conversation is for the next pass.
   */
  #unheld(read: readonly ReadEvent[], again: ReadonlySet<number>): readonly ReadEvent[] {
    if (this.#deps.rules.onDead === 'pass') return read;
    const now = this.#deps.clock.now();
    const taken = new Set<string>();
    return read.filter(({ event, hints }) => {
      const conversation = hints[0]?.change.conversation;
      if (again.has(event.seq) || conversation === undefined) return true;
      const isBehind = this.#letters.holds(conversation);
      if (!isBehind && !taken.has(conversation)) {
        taken.add(conversation);
        return true;
      }
      const until = isBehind ? now + AGAIN_MS : now;
      const why = isBehind ? 'dead' : undefined;
      this.#held.add({ event, until, parent: undefined, holds: undefined, why });
      return false;
    });
  }

  /** Takes records of a list, then what the list shows to be gone. */
  async #takeListed(changes: readonly LiveChange[], signal: AbortSignal): Promise<void> {
    await this.#takeHints(
      changes.map((change) => ({ change })),
      signal,
    );
    const lost = lostRemovals(changes, this.#deps, new BothLedgers(this.#deps));
    if (lost.length > 0) await this.#takeHints(lost, signal);
  }

  /** Takes what lists say; what the other direction is writing is taken again until it is free. */
  async #takeHints(listed: readonly Listed[], signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    let left = listed.map((each) => this.#listed.readAs(each, clock.now()));
    for (;;) {
      await this.#workForEach(left, signal);
      const held = new Set(this.#held.seqs);
      left = left.filter(({ event }) => held.has(event.seq));
      for (const { event } of left) this.#held.drop(event.seq);
      if (left.length === 0) return;
      await clock.sleep(AGAIN_MS / 10, signal);
    }
  }

  /** Takes events to their ends, and records these. Returns how many are done. */
  async #work(
    read: readonly ReadEvent[],
    again: ReadonlySet<number>,
    canWait: boolean,
    signal: AbortSignal,
  ): Promise<number> {
    const hints = read.flatMap(({ hints: some }) => some);
    const completed = await completeHints(hints, this.#deps, signal);
    const ends = new Map<Hint, ChangeEnd>();
    const open = new Map<Hint, Hint>();
    for (const [at, { hint, end }] of completed.entries()) {
      const own = hints[at] as Hint;
      if (end) ends.set(own, end);
      else open.set(hint, own);
    }
    const { result, folded } = await this.#run([...open.keys()], canWait, signal);
    for (const each of folded) {
      const end = result.ends.get(each) ?? { end: 'unchanged' };
      for (const hint of each.older) ends.set(ownOf(hint, open), olderEnd(hint, each, end));
      ends.set(ownOf(each.winner, open), end);
    }
    return await this.#record(read, ends, again, result, signal);
  }

  async #run(
    hints: readonly Hint[],
    canWait: boolean,
    signal: AbortSignal,
  ): Promise<{
    readonly result: RunResult;
    readonly folded: readonly (Folded & { readonly winner: Hint })[];
  }> {
    const folded = foldHints(hints).map((each) => ({ ...each, winner: each.hint }));
    const run = new ChangeRun(this.#deps, {
      mode: this.#deps.rules.isQuiet && this.mode.write !== 'report' ? { write: 'import' } : this.mode,
      budget: this.#budget,
      canWait,
      holds: this.#held.holds(),
      ages: this.#held.ages,
      guard: (work) =>
        this.#guarded(
          hints.filter(({ seq }) => seq >= 0),
          work,
        ),
    });
    return { result: await run.run(folded, signal), folded };
  }

  /** Notes, while events are read, which they are: one of them may end the process. */
  async #guarded<T>(events: readonly { readonly seq: number }[], work: () => Promise<T>): Promise<T> {
    const seqs = events.map(({ seq }) => seq);
    if (seqs.length === 0) return await work();
    this.#note.begin(seqs);
    try {
      return await work();
    } finally {
      this.#note.end(seqs);
    }
  }

  async #record(
    read: readonly ReadEvent[],
    ends: ReadonlyMap<Hint, ChangeEnd>,
    again: ReadonlySet<number>,
    { conflicts }: RunResult,
    signal: AbortSignal,
  ): Promise<number> {
    const { clock, inbox, shared, state } = this.#deps;
    const now = clock.now();
    const letters: KeptDead[] = [];
    const done: number[] = [];
    const met = conflicts.filter((each) => !this.#letters.hasConflict(each));
    for (const { event, hints, end: own, about: given } of read) {
      const of = hints.map((hint) => ends.get(hint) ?? { end: 'unchanged' as const });
      let end = own ?? mostNoted(of);
      const change = hints[0]?.change ?? given;
      const conversation = change?.conversation;
      if (end.end === 'waiting') {
        const { until, parent, holds, why } = end;
        this.#held.add({ event, until, parent, holds: holds ? conversation : undefined, why });
        continue;
      }
      this.#held.drop(event.seq);
      if (again.has(event.seq)) this.#state.revive();
      if (end.end === 'dead') {
        const { code, message } = end;
        const about = change ? recordId(change) : '';
        const dead = { side: this.side, seq: event.seq, code, message, about, at: now };
        // Each list says the same again.
        if (isListed(event) && !again.has(event.seq) && this.#letters.hasReason(dead))
          end = { end: 'unchanged' };
        else letters.push({ dead, event, conversation });
      }
      this.#state.count(event.seq, end.end, 'isEcho' in end && end.isEcho === true);
      if (['created', 'updated', 'removed'].includes(end.end) && event.seq >= 0)
        this.#state.took(Math.max(0, now - event.receivedAt));
      if (event.seq >= 0) this.#numbers.remember({ event, hints });
      done.push(event.seq);
    }
    this.#state.numbers.conflicts += met.length;
    // Synced at the same time: each of them alone may survive, since the events are read again until they are done.
    const saving = await Promise.allSettled([
      shared.links.sync(),
      this.#letters.change(letters, new Set(done.filter((seq) => again.has(seq)))),
      logConflicts(state, met, now),
      done.length > 0 ? this.#state.save() : undefined,
    ]);
    for (const saved of saving) if (saved.status === 'rejected') throw saved.reason;
    if (done.length > 0) {
      const received = done.filter((seq) => seq >= 0 && !again.has(seq));
      if (received.length > 0) await inbox.done(this.side, received);
      this.#state.settle();
    }
    signal.throwIfAborted();
    return done.length;
  }
}

const ownOf = (hint: Hint, open: ReadonlyMap<Hint, Hint>): Hint => open.get(hint) ?? hint;
const seqOf = ({ seq }: Pick<InboxEvent, 'seq'>): number => seq;
