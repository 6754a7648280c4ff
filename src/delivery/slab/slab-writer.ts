import type { Versions } from '../../input/entities/row-version.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { type Bounds, EMPTY } from '../../input/rows/record.ts';
import { Facts } from '../../input/screen/facts.ts';
import { RecordJson } from '../../input/screen/record-json.ts';
import { type Rule, rulesOf } from '../../input/screen/rules.ts';
import { Screen } from '../../input/screen/screen.ts';
import { fingerprintOf } from '../../keys/fingerprint64.ts';
import { conversationInto } from './conversation-bytes.ts';
import type { Slab, SlabFile, Slabs } from './slab.ts';
import { type SlabRow, slabRow } from './slab-row.ts';
import { SlabVersion } from './slab-version.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** The longest key in JSON with its quotes and colon, and the longest conversation: two ids. */
const KEY_BYTES_MAX = 520;
const CONVERSATION_BYTES_MAX = 210;

export type SlabWriterDeps = SlabFile & {
  readonly mapping: Mapping;
  readonly carries: ReadonlySet<string>;
  /** Fields without which a row needs more than its own JSON in a request. */
  readonly needs: readonly string[];
  readonly versions: Versions;
};

/** What is made of the rules for the cells of a record. */
type Parts = {
  readonly screen: Screen;
  readonly json: RecordJson;
  readonly version: SlabVersion;
  /** Columns that must have a value, and those that must have none. */
  readonly needed: readonly number[];
  readonly unwanted: readonly number[];
  /** The rules of sender and receiver; -1 if there are none. */
  readonly sender: number;
  readonly receiver: number;
};

/** Writes records of one file into slabs, as far as the screen proves them valid and no value of theirs is lost. */
export class SlabWriter {
  /** Those of the record that was accepted last. */
  readonly facts = new Facts();
  readonly #deps: SlabWriterDeps;
  readonly #slabs: Slabs;
  readonly #names: readonly string[];
  /** How many names the parts are made for. */
  #known = -1;
  #parts: Parts | undefined;

  /**
   * @param names of the cells, in the order of a record; the list may grow
   */
  constructor(deps: SlabWriterDeps, slabs: Slabs, names: readonly string[]) {
    this.#deps = deps;
    this.#slabs = slabs;
    this.#names = names;
  }

  /** True if the bytes of a record show that it is valid by itself, and the API carries all of it. */
  accepts(record: Bounds): boolean {
    if (this.#known !== this.#names.length) this.#compile();
    const parts = this.#parts;
    if (!parts?.screen.accepts(record) || this.facts.lost !== 0) return false;
    const { forms } = record;
    for (const column of parts.needed) if (column < 0 || forms[column] === EMPTY) return false;
    for (const column of parts.unwanted) if (forms[column] !== EMPTY) return false;
    return true;
  }

  #compile(): void {
    const { entity, mapping } = this.#deps;
    this.#known = this.#names.length;
    const rules = rulesOf(entity, mapping, this.#names);
    this.#parts = rules && this.#partsOf(rules);
  }

  #partsOf(rules: readonly Rule[]): Parts {
    const { entity, carries, needs, versions } = this.#deps;
    const json = new RecordJson(entity, rules);
    const slot = (field: string): number => rules.findIndex((rule) => rule.field === field);
    return {
      screen: new Screen(entity.name, rules, carries, this.facts),
      json,
      version: new SlabVersion(entity, rules, json, versions.digest),
      needed: needs.map((field) => rules[slot(field)]?.column ?? -1),
      // Whether such a user is active is a matter of its data; JSON is written by nobody here.
      unwanted: rules.flatMap(({ field, column, cellRule }) =>
        field === 'deactivatedAt' || cellRule.kind === 'json' || cellRule.kind === 'tags' ? [column] : [],
      ),
      sender: slot('sender'),
      receiver: slot('receiver'),
    };
  }

  /** Writes the record that was accepted last; undefined if it is too long for a slab. */
  write(record: Bounds, ordinal: number): SlabRow | undefined {
    const parts = this.#parts as Parts;
    const recordBytes = record.recordEnd - record.recordStart;
    const textBytes = parts.json.longest(record) + KEY_BYTES_MAX + CONVERSATION_BYTES_MAX;
    const slab = this.#slabs.forRow(textBytes, recordBytes);
    return slab && this.#written(slab, parts, record, ordinal);
  }

  #written(slab: Slab, parts: Parts, record: Bounds, ordinal: number): SlabRow {
    const { facts } = this;
    const { entity } = this.#deps;
    const { text, rows: index, textEnd: from } = slab;
    const isMessage = entity.goesWith === 'conversation';
    const keyEnd = parts.json.writeKey(record, text, from + 1);
    text[from] = QUOTE;
    text[keyEnd] = QUOTE;
    text[keyEnd + 1] = COLON;
    const jsonEnd = parts.json.write(record, parts.screen.seconds, text, keyEnd + 2);
    const end = isMessage ? this.#conversation(text, jsonEnd, parts) : jsonEnd;
    // The fingerprint of a key of several fields is that of all of it.
    const key = entity.keyFields.length > 1 ? fingerprintOf(text, from + 1, keyEnd) : undefined;
    slab.files[index] = this.#deps;
    slab.hasEscapes[index] = text.subarray(from + 1, keyEnd).includes(BACKSLASH) ? 1 : 0;
    slab.jsonAt[index] = keyEnd + 2;
    slab.jsonEnd[index] = jsonEnd;
    slab.conversationEnd[index] = end;
    slab.keyLo[index] = key?.lo ?? facts.keyLo;
    slab.keyHi[index] = key?.hi ?? facts.keyHi;
    slab.order[index] = isMessage ? fingerprintOf(text, jsonEnd, end).lo : (slab.keyLo[index] as number);
    slab.content[index] = facts.content;
    slab.sentAt[index] = facts.seconds;
    slab.isActive[index] = facts.isBanned ? 0 : 1;
    slab.row[index] = record.row;
    slab.line[index] = record.line;
    slab.byte[index] = record.byte;
    slab.endLine[index] = record.endLine;
    slab.endByte[index] = record.endByte;
    slab.add(end, record.bytes, record.recordStart, record.recordEnd);
    const row = slabRow(slab, index, ordinal);
    parts.version.set(row);
    return row;
  }

  #conversation(text: Uint8Array, at: number, { json, sender, receiver }: Parts): number {
    const valueAt = (slot: number, name: string): number =>
      (json.memberAt[slot] as number) + `"${name}":"`.length;
    const ids = { senderAt: valueAt(sender, 'sender'), receiverAt: valueAt(receiver, 'receiver') };
    return conversationInto(text, at, { ...ids, toGroup: this.facts.toGroup });
  }
}
