import type { Entity } from '../../input/entities/entity.ts';
import { versionHash } from '../../input/entities/row-version.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Numbered } from '../../input/sources/source.ts';
import {
  Facts,
  WRITTEN,
  WRITTEN_WORDS,
  type WriteRoom,
  type WriteSink,
  type Written,
} from '../../prefilter/facts.ts';
import { type Rule, rulesOf } from '../../prefilter/rules.ts';
import {
  openThread,
  type ProofSink,
  type ScreenThread,
  WasmScreen,
} from '../../prefilter/wasm/wasm-screen.ts';
import type { Slab, SlabFile, Slabs } from './slab.ts';
import { type SlabRow, slabRow } from './slab-row.ts';

const HALF = 2 ** 32;
/** Read and screened at once. While that is done, nothing is sent: the service would wait. */
const BLOCK_BYTES = 128 << 10;

export type SlabBlocksDeps = SlabFile & {
  readonly entity: Entity;
  readonly mapping: Mapping;
  readonly carries: ReadonlySet<string>;
  /** Fields without which a row needs more than its own JSON in a request. */
  readonly needs: readonly string[];
  /** The key of the versions. */
  readonly sipKey: Buffer;
  /** True if a row fits those before it; then its key is recorded. */
  readonly fits: (
    facts: Facts,
    key: { readonly lo: number; readonly hi: number },
    content: number,
  ) => boolean;
  /** True if the content of rows is told apart by their versions, as in a sync. */
  readonly byVersion: boolean;
  readonly numbered?: Numbered | undefined;
  /** Keys to which the rows may refer; records whose references are among them are marked as known. */
  readonly known?: ReturnType<ScreenThread['know']>;
  /** True if it is older than what the service keeps. */
  readonly isTooOld: (facts: Facts) => boolean;
};

/**
 * Writes thousands of records into slabs at once, as far as WebAssembly proves them valid. The others are checked as rows.
 */
export class SlabBlocks implements ProofSink, WriteSink {
  readonly names: readonly string[];
  readonly screen: WasmScreen;
  readonly #deps: SlabBlocksDeps;
  readonly #facts: Facts;
  readonly #slabs: Slabs;
  readonly #push: (row: SlabRow) => void;
  /** The slab with the rows that were proved last, the index of the first, and where their records begin in it. */
  #slab: Slab | undefined;
  #first = 0;
  #recordsAt = 0;
  /** The rows as they were written. */
  #words: Uint32Array = new Uint32Array();
  #firstWord = 0;
  /** Number that is subtracted from an address to get an offset in the records of the slab. */
  #recordsBase = 0;
  readonly #key = { lo: 0, hi: 0 };

  constructor(
    deps: SlabBlocksDeps,
    thread: ScreenThread,
    slabs: Slabs,
    names: readonly string[],
    push: (row: SlabRow) => void,
  ) {
    this.#deps = deps;
    this.#slabs = slabs;
    this.names = names;
    this.#push = push;
    this.#facts = new Facts();
    this.screen = new WasmScreen(thread, this.#facts, this);
  }

  get writes(): WriteSink {
    return this;
  }

  plan(): ReturnType<ProofSink['plan']> {
    const { entity, mapping, carries, sipKey, known } = this.#deps;
    const rules = rulesOf(entity, mapping, this.names);
    const strict = rules && this.#strict(rules);
    return strict && { entity: entity.name, rules: strict, carries, known, write: { entity, sipKey } };
  }

  /** The rules of rows whose JSON goes into a request as it is; undefined if there are none. */
  #strict(rules: readonly Rule[]): readonly Rule[] | undefined {
    const { needs } = this.#deps;
    if (needs.some((field) => !rules.some((rule) => rule.field === field && rule.column >= 0)))
      return undefined;
    return rules.map((rule) => {
      // Whether such a user is active is a matter of its data.
      if (rule.field === 'deactivatedAt') return { ...rule, cellRule: { kind: 'never' } };
      return needs.includes(rule.field) ? { ...rule, required: true, fallback: undefined } : rule;
    });
  }

  count(): void {}

  room(): WriteRoom {
    this.#slab = this.#slabs.forBlock();
    return this.#slab.room;
  }

  wrote({ rows, text, log, records, recordsAt, words, firstWord }: Written): void {
    const slab = this.#slab as Slab;
    const at = slab.addBlock(rows, { text, log, records });
    this.#first = at.first;
    this.#recordsAt = at.recordsAt;
    this.#recordsBase = recordsAt;
    this.#words = words;
    this.#firstWord = firstWord;
  }

  accept(index: number, row: number): boolean {
    const facts = this.#facts;
    if (facts.lost !== 0) return false;
    const words = this.#words;
    const from = this.#firstWord + index * WRITTEN_WORDS;
    const key = this.#key;
    key.lo = words[from + WRITTEN.keyLo] as number;
    key.hi = words[from + WRITTEN.keyHi] as number;
    const content = this.#deps.byVersion
      ? versionHash(
          versionAt(words, from + WRITTEN.contentVersion),
          versionAt(words, from + WRITTEN.fixedVersion),
        )
      : facts.content;
    if (!this.#deps.fits(facts, key, content)) return false;
    const kept = this.#kept(this.#first + index, from, row, content);
    if (this.#deps.isTooOld(facts)) kept.tooOldAt = facts.seconds;
    this.#push(kept);
    return true;
  }

  /** The row, whose places in the slab are now set. */
  #kept(index: number, from: number, number: number, content: number): SlabRow {
    const slab = this.#slab as Slab;
    const words = this.#words;
    const facts = this.#facts;
    slab.keep();
    slab.files[index] = this.#deps;
    slab.textAt[index] = words[from + WRITTEN.textAt] as number;
    slab.jsonAt[index] = words[from + WRITTEN.jsonAt] as number;
    slab.jsonEnd[index] = words[from + WRITTEN.jsonEnd] as number;
    slab.conversationEnd[index] = words[from + WRITTEN.conversationEnd] as number;
    slab.order[index] = words[from + WRITTEN.order] as number;
    slab.keyLo[index] = words[from + WRITTEN.keyLo] as number;
    slab.keyHi[index] = words[from + WRITTEN.keyHi] as number;
    slab.contentVersion[index] = versionAt(words, from + WRITTEN.contentVersion);
    slab.fixedVersion[index] = versionAt(words, from + WRITTEN.fixedVersion);
    const hasEscapes = words[from + WRITTEN.hasEscapes] as number;
    slab.hasEscapes[index] = hasEscapes;
    slab.logAt[index] = words[from + WRITTEN.logAt] as number;
    // The ledger has keys without the escapes of JSON.
    slab.logEnd[index] = hasEscapes === 1 ? 0 : (words[from + WRITTEN.logEnd] as number);
    const base = this.#recordsAt - this.#recordsBase;
    slab.recordAt[index] = base + facts.start;
    slab.recordEnd[index] = base + (words[from + WRITTEN.recordEnd] as number);
    slab.content[index] = content;
    slab.sentAt[index] = facts.seconds;
    slab.isActive[index] = facts.isBanned ? 0 : 1;
    slab.row[index] = number;
    slab.line[index] = facts.line;
    slab.byte[index] = facts.byte;
    slab.endLine[index] = facts.line + (words[from + WRITTEN.linesIn] as number);
    slab.endByte[index] = facts.endByte;
    return slabRow(slab, index, this.#ordinal(slab, index));
  }

  #ordinal({ records, recordAt, recordEnd, line, endLine }: Slab, index: number): number {
    const { numbered } = this.#deps;
    if (!numbered) return -1;
    const [from, end] = [recordAt[index] as number, recordEnd[index] as number];
    const lines = (endLine[index] as number) - (line[index] as number);
    // What follows an element of an array is no part of it; a record has a line end of its own.
    const innerLines = this.screen.isInLines ? lines - 1 : 0;
    return numbered(records, from, end, innerLines);
  }
}

const versionAt = (words: Uint32Array, at: number): number =>
  (words[at] as number) + (words[at + 1] as number) * HALF;

/** Screens that no run uses now. */
const free: ScreenThread[] = [];

/** The screen of one run, made when it is first needed: its memory holds the blocks and the rules of one file at a time. */
export class RunScreen {
  #thread: ScreenThread | undefined | null;

  /** Undefined where WebAssembly cannot be had. */
  get thread(): ScreenThread | undefined {
    this.#thread ??= free.pop() ?? openThread(1, BLOCK_BYTES) ?? null;
    return this.#thread ?? undefined;
  }

  /** Leaves it to the next run. Only after all reading has ended: a run that stopped may still read into its memory. */
  leave(): void {
    if (this.#thread) free.push(this.#thread);
    this.#thread = undefined;
  }
}
