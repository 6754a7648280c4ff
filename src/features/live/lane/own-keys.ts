import type { EventReading, LiveChange, LiveLookups } from '../../../origin/live/live-origin.ts';
import type { OriginRow } from '../../../origin/origin.ts';
import { sides } from '../side.ts';
import { partsOf } from './changes/convert-changes.ts';
import type { LaneDeps } from './lane-deps.ts';
import { GONE_DIGEST } from './links/link.ts';

/** The lists whose rows have the id of a message and the key that its client gave it. */
const KEYED: ReadonlySet<string> = new Set(['messages', 'keys']);

/**
 * Keys of messages that are certain. A client may give a message any key, also that of a message of somebody else: it would be
 * taken for that one, and its edits and its deletion would be done there. So a key belongs to the message that had it first;
 * any other one with it gets a key that is made of its own id.
 */
export class OwnKeys {
  readonly #deps: LaneDeps;

  constructor(deps: LaneDeps) {
    this.#deps = deps;
  }

  /** The same direction, whose changes have certain keys alone. */
  static over(deps: LaneDeps): LaneDeps {
    if (deps.prefixes.here === undefined) return deps;
    const own = new OwnKeys(deps);
    const { read, lookups } = deps;
    const { complete, freeze, setOf } = lookups;
    const asked: LiveLookups = {
      message: async (message, signal) => own.#found(await lookups.message(message, signal)),
      conversation: (id, signal) => lookups.conversation(id, signal),
      user: (id, signal) => lookups.user(id, signal),
      async *changedIn(from, until, signal) {
        for await (const change of lookups.changedIn(from, until, signal)) yield own.of(change);
      },
    };
    if (complete)
      asked.complete = async (change, signal) => own.#found(await complete.call(lookups, change, signal));
    if (freeze) asked.freeze = freeze.bind(lookups);
    if (setOf) asked.setOf = setOf.bind(lookups);
    const reading = (request: Parameters<LaneDeps['read']>[0]): EventReading => {
      const given = read(request);
      return 'changes' in given ? { changes: given.changes.map((change) => own.of(change)) } : given;
    };
    return { ...deps, read: reading, lookups: asked };
  }

  of(change: LiveChange): LiveChange {
    const others = new Map<string, string>();
    const rows = change.rows.map((row) => this.#row(row, change, others));
    if (others.size === 0) return change;
    const { entity, key, parent } = change;
    const [message = '', ...rest] = entity === 'messages' ? [key] : partsOf(key);
    const isOfMessage = entity === 'messages' || entity === 'reactions' || entity === 'pins';
    const own = isOfMessage ? others.get(message) : undefined;
    return {
      ...change,
      rows,
      // Its reactions have the key that is another's.
      set: own === undefined ? change.set : undefined,
      ...(own === undefined ? {} : { key: entity === 'messages' ? own : JSON.stringify([own, ...rest]) }),
      ...(parent === undefined ? {} : { parent: others.get(parent) ?? parent }),
    };
  }

  #found(change: LiveChange | undefined): LiveChange | undefined {
    return change && this.of(change);
  }

  #row(given: OriginRow, change: LiveChange, others: Map<string, string>): OriginRow {
    const { list, row } = given;
    const { id, muid, sentAt } = row;
    if (!KEYED.has(list) || typeof muid !== 'string' || muid === '') return given;
    if (typeof id !== 'string' && typeof id !== 'number') return given;
    const isItself = list === 'messages' && change.kind === 'upsert';
    if (this.#isOwn(muid, String(id), typeof sentAt === 'number' ? sentAt : undefined, isItself))
      return given;
    others.set(muid, `${this.#deps.prefixes.here}-${id}`);
    const { muid: _, ...rest } = row;
    return { ...given, row: rest };
  }

  /** @param notes whether the message is sure to be there, so that the key is its own from now on */
  #isOwn(muid: string, id: string, sentAt: number | undefined, notes: boolean): boolean {
    const { side, shared, writer, back, prefixes } = this.#deps;
    const known = shared.links.idOf(side, muid);
    if (known !== undefined) return known === id;
    const here = back?.writer.find('messages', muid);
    // One that is being sent gets the time of the service, and its id with the answer.
    if (here?.origin === 'sent' && here.id === undefined) return true;
    const there = writer.find('messages', muid);
    const isOwn = ((): boolean => {
      if (here?.id !== undefined) return here.id === id;
      // What was imported there, or from there, has its time; whoever takes its key later has another one.
      const held = here ?? there;
      if (held) return held.sentAt === undefined || sentAt === undefined || held.sentAt === sentAt;
      // Late events of one that was removed on both sides.
      if (sides.some((each) => shared.links.find('messages', muid, each)?.digest === GONE_DIGEST))
        return true;
      return muid === `${prefixes.here}-${id}` || !isMade(muid, [prefixes.here, prefixes.there]);
    })();
    if (isOwn && notes) shared.links.noteId(side, muid, id);
    return isOwn;
  }
}

/** True for a key of the form that is made of the id of a message of one of these apps. */
const isMade = (muid: string, prefixes: readonly (string | undefined)[]): boolean =>
  prefixes.some(
    (prefix) =>
      prefix !== undefined && muid.startsWith(`${prefix}-`) && /^\d+$/.test(muid.slice(prefix.length + 1)),
  );
