import type { ZoneDays } from '../zone-days.ts';
import type { ZoneTables } from './zone-tables.ts';

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
