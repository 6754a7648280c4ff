import type { Buffer } from 'node:buffer';
import { DAYS_AT_ONCE, ZONE_DAYS, type ZoneDays } from '../zone-days.ts';

/** Memory for a plan, and the address of the cell of the first column. */
export type PlanArea = {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
  readonly zones: ZoneTables;
  readonly at: number;
  readonly length: number;
  readonly cells: number;
};

/** Texts after the checks of a plan, as far as there is room. */
export class Texts {
  end: number;
  readonly #area: PlanArea;

  constructor(area: PlanArea, at: number) {
    this.#area = area;
    this.end = at;
  }

  /** The address of a text. */
  add(text: Uint8Array): number {
    const at = this.end;
    this.end = (at + text.length + 15) & ~15;
    const { bytes, length, at: from } = this.#area;
    if (this.end <= from + length) bytes.set(text, at);
    return at;
  }

  /** The address of the days of a zone. */
  addressOf(zone: ZoneDays): number {
    return this.#area.zones.addressOf(zone);
  }
}

/** Zones whose days the module can read; records with times of another one are checked as rows. */
const ZONES_MAX = 8;
export const ZONES_BYTES = ZONES_MAX * ZONE_DAYS;

/** The days of zones in the memory of a screen, which all of its threads read. */
export class ZoneTables {
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #zones: ZoneDays[] = [];

  /** @param at the address of ZONES_BYTES zeros in `bytes` */
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The address of the table of a zone; 0 if there is no room for another one. */
  addressOf(zone: ZoneDays): number {
    const known = this.#zones.indexOf(zone);
    if (known < 0 && this.#zones.length === ZONES_MAX) return 0;
    if (known >= 0) return this.#at + known * ZONE_DAYS;
    const at = this.#at + (this.#zones.push(zone) - 1) * ZONE_DAYS;
    this.#bytes.set(zone.values, at);
    return at;
  }

  /**
   * Looks up a day that the module has asked for, and those around it.
   * @param address of its place in a table
   * @returns false if it is none
   */
  learn(address: number): boolean {
    const place = address - this.#at;
    const zone = this.#zones[Math.floor(place / ZONE_DAYS)];
    if (!zone) return false;
    const first = zone.learn(place % ZONE_DAYS);
    const to = this.#at + place - (place % ZONE_DAYS) + first;
    this.#bytes.set(zone.values.subarray(first, first + DAYS_AT_ONCE), to);
    return true;
  }
}
