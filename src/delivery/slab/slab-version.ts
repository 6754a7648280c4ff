import { hash } from 'node:crypto';
import type { Entity } from '../../input/entities/entity.ts';
import type { VersionOf } from '../../input/entities/row-version.ts';
import type { RecordJson } from '../../input/screen/record-json.ts';
import type { Rule } from '../../input/screen/rules.ts';
import type { SlabRow } from './slab-row.ts';

const OPEN = Buffer.from('{');
const DATA_NAME_BYTES = '"data":'.length;
/** Bytes of a digest that a version keeps, as in `versionWith`. */
const DIGEST_BYTES = 6;

/** Computes the versions of rows in slabs, equal to those of their data. */
export class SlabVersion {
  readonly #entity: Entity;
  readonly #versionOf: VersionOf;
  readonly #json: RecordJson;
  /** The rules of the first fixed field and of the text; undefined if the parts do not stand side by side in the JSON. */
  readonly #slots: { readonly first: number; readonly text: number; readonly end: Buffer } | undefined;
  readonly #scratch: Buffer;
  readonly #secretBytes: number;

  constructor(
    entity: Entity,
    rules: readonly Rule[],
    json: RecordJson,
    { versionOf, secret }: { readonly versionOf: VersionOf; readonly secret: string },
  ) {
    this.#entity = entity;
    this.#versionOf = versionOf;
    this.#json = json;
    const slot = (field: string): number => rules.findIndex((rule) => rule.field === field);
    const { textParts } = entity;
    if (textParts)
      this.#slots = {
        first: slot(textParts.firstFixed),
        text: slot(textParts.text),
        end: Buffer.from(`${textParts.rest}}`),
      };
    this.#scratch = Buffer.alloc(64 * 1_024);
    this.#secretBytes = this.#scratch.write(secret);
  }

  /** Sets the version of a row whose JSON has just been written. */
  set(row: SlabRow): void {
    const { slab, index } = row;
    const slots = this.#slots;
    if (!slots) {
      const { content, fixed } = this.#versionOf(this.#entity, row.data);
      slab.contentVersion[index] = content;
      slab.fixedVersion[index] = fixed;
      return;
    }
    const { memberAt } = this.#json;
    const textAt = memberAt[slots.text] as number;
    let end = (slab.jsonEnd[index] as number) - 1;
    for (let slot = slots.text + 1; slot < memberAt.length; slot++)
      if ((memberAt[slot] as number) >= 0) {
        end = (memberAt[slot] as number) - 1;
        break;
      }
    slab.contentVersion[index] = this.#digest(slab.text, textAt + DATA_NAME_BYTES, end, NOTHING, NOTHING);
    slab.fixedVersion[index] = this.#digest(
      slab.text,
      memberAt[slots.first] as number,
      textAt - 1,
      OPEN,
      slots.end,
    );
  }

  #digest(text: Buffer, from: number, end: number, before: Buffer, after: Buffer): number {
    const scratch = this.#scratch;
    let at = this.#secretBytes;
    scratch.set(before, at);
    at += before.length;
    at += text.copy(scratch, at, from, end);
    scratch.set(after, at);
    at += after.length;
    return hash('sha256', scratch.subarray(0, at), 'buffer').readUIntBE(0, DIGEST_BYTES);
  }
}

const NOTHING = Buffer.alloc(0);
