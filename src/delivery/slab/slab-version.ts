import type { Entity } from '../../input/entities/entity.ts';
import type { TextDigest } from '../../input/entities/row-version.ts';
import type { RecordJson } from '../../input/screen/record-json.ts';
import { type RuleStep, ruleSteps } from '../../input/screen/rule-steps.ts';
import type { Rule } from '../../input/screen/rules.ts';
import type { SlabRow } from './slab-row.ts';

const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const SCRATCH_BYTES = 64 * 1_024;

/** Computes the versions of rows in slabs, equal to those of their data. */
export class SlabVersion {
  readonly #digest: TextDigest;
  readonly #json: RecordJson;
  readonly #content: readonly RuleStep[];
  readonly #fixed: readonly RuleStep[];
  #scratch = Buffer.alloc(SCRATCH_BYTES);

  constructor({ partSteps }: Entity, rules: readonly Rule[], json: RecordJson, digest: TextDigest) {
    this.#digest = digest;
    this.#json = json;
    this.#content = ruleSteps(partSteps?.content, rules);
    this.#fixed = ruleSteps(partSteps?.fixed, rules);
  }

  /** Sets the version of a row whose JSON has just been written. */
  set({ slab, index }: SlabRow): void {
    slab.contentVersion[index] = this.#of(this.#content, slab.text);
    slab.fixedVersion[index] = this.#of(this.#fixed, slab.text);
  }

  #of(steps: readonly RuleStep[], text: Buffer): number {
    const { memberAt, memberEnd } = this.#json;
    let to = 0;
    const scratch = this.#roomFor(text.length);
    scratch[to++] = OPEN;
    for (const { slot, otherwise, before, after } of steps) {
      const from = slot < 0 ? -1 : (memberAt[slot] as number);
      if (from < 0 && otherwise.length === 0) continue;
      if (to > 1) scratch[to++] = COMMA;
      if (from < 0) {
        scratch.set(otherwise, to);
        to += otherwise.length;
      } else to += text.copy(scratch, to, from + before, (memberEnd[slot] as number) - after);
    }
    scratch[to++] = CLOSE;
    return this.#digest.of(scratch, to);
  }

  /** A part is never much longer than the text with all of the row. */
  #roomFor(bytes: number): Buffer {
    if (this.#scratch.length < bytes + SCRATCH_BYTES) this.#scratch = Buffer.alloc(bytes + SCRATCH_BYTES);
    return this.#scratch;
  }
}
