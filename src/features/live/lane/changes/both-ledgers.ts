import type { EntityName } from '../../../../input/entities/entity.ts';
import { slug } from '../../../../input/rows/forms/ids.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { HeldRow, LaneWriter, LiveRow } from '../../pass/lane-writer.ts';
import { otherSide } from '../../side.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST } from '../links/link.ts';
import { type MadeRow, partsOf } from './convert-changes.ts';

/** The ledgers of both directions, which together know the rows of both sides. */
export class BothLedgers {
  readonly #deps: LaneDeps;

  constructor(deps: LaneDeps) {
    this.#deps = deps;
  }

  /** Finds what the side that is written to has; a row that came from there is known by the other direction alone. */
  find(entity: EntityName, key: string, row?: LiveRow): HeldRow | undefined {
    const { writer, back, shared, side } = this.#deps;
    const held = writer.find(entity, key, row);
    if (held || !back) return held;
    const there = back.writer.find(entity, key);
    if (!there || there.origin === 'leaving') return undefined;
    // Whether it stays there is being decided.
    if (shared.inFlight.isTaken(side, `${entity} ${key}`)) return undefined;
    if (isLive(entity) && shared.links.find(entity, key, otherSide(side))?.digest === GONE_DIGEST)
      return undefined;
    writer.note(entity, key, {});
    return writer.find(entity, key, row);
  }

  /** True if the side that is written to certainly has a row: one whose sending was cut off may never have arrived. */
  has(entity: EntityName, key: string): boolean {
    const held = this.find(entity, key);
    return held !== undefined && held.origin !== 'sent';
  }

  /** True if the row on the side of the events was written there by us. */
  isOurs(entity: EntityName, key: string): boolean {
    const origin = this.#deps.back?.writer.find(entity, key)?.origin;
    return origin === 'created' || origin === 'sent';
  }

  /** True if the side of the events has a row just as we wrote it there. */
  isAsWritten({ entity, key, row }: MadeRow): boolean {
    const held = this.#deps.back?.writer.find(entity, key, row);
    return held?.origin === 'created' && held.isSame;
  }

  /** True if a row is just as we wrote it to the side that is written to. */
  isAsSent({ entity, key, row }: MadeRow): boolean {
    return this.#deps.writer.find(entity, key, row)?.isSame === true;
  }

  /** True if the side of the events has a row, as far as its ledger knows; undefined if there is none. */
  isHere(entity: EntityName, key: string): boolean | undefined {
    const { back } = this.#deps;
    return back && back.writer.find(entity, key) !== undefined;
  }

  /** Takes note that the side of the events has a row. */
  noteSource(entity: EntityName, key: string, row: LiveRow, id: string | undefined): void {
    const writer = this.#deps.back?.writer;
    if (!writer) return;
    const held = writer.find(entity, key, row);
    if (held?.isSame && (id === undefined || held.id === id)) return;
    writer.note(entity, key, id === undefined ? { row } : { id, row });
  }

  /** Takes note that the side of the events has a row no more. */
  forgetSource(entity: EntityName, key: string): void {
    if (this.#deps.back) forgetAll(this.#deps.back.writer, entity, key);
  }

  /** Takes note that the side that is written to has a row no more. */
  forgetTarget(entity: EntityName, key: string): void {
    forgetAll(this.#deps.writer, entity, key);
  }

  /** The key in the ledgers of the record that a change is about, without its rows. */
  keyOf({ entity, key }: Pick<LiveChange, 'entity' | 'key'>): string {
    return this.#deps.writer.keyOf(entity, rowNamed(entity, key)) ?? key;
  }
}

/** Members go with their group, reactions with their message. */
function forgetAll(writer: LaneWriter, entity: EntityName, key: string): void {
  const parts = entity === 'groups' ? 'members' : entity === 'messages' ? 'reactions' : undefined;
  if (parts) for (const part of writer.partsOf(parts, key)) writer.forget(parts, part.key);
  writer.forget(entity, key);
}

/** The fields of a row that a key names. */
function rowNamed(entity: LiveChange['entity'], key: string): LiveRow {
  if (entity === 'users') return { uid: slug(key) };
  if (entity === 'groups') return { guid: slug(key) };
  if (entity === 'messages') return { muid: key };
  const [first = '', second = '', third = ''] = partsOf(key);
  if (entity === 'members') return { guid: slug(first), uid: slug(second) };
  return entity === 'reactions' ? { muid: first, uid: slug(second), reaction: third } : { muid: first };
}

const LIVE: ReadonlySet<string> = new Set(['users', 'groups', 'members', 'messages', 'reactions', 'pins']);

const isLive = (entity: EntityName): entity is LiveChange['entity'] => LIVE.has(entity);
