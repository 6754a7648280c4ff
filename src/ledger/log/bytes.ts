const START_BYTES = 4_096;
/** A text of fewer characters has a length of one byte whatever they are. */
const SHORT_CHARS = 42;
const U48_BYTES = 6;

/** Writes numbers and texts one after the other, little end first. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(START_BYTES);
  #length = 0;
  /** Bytes that were added last and are not copied yet: what follows them is copied with them. */
  #added: Buffer | undefined;
  #addedFrom = 0;
  #addedEnd = 0;

  /** Bytes that were written; valid until more is written. */
  get bytes(): Buffer {
    this.#copyAdded();
    return this.#buffer.subarray(0, this.#length);
  }

  #room(bytes: number): number {
    if (this.#added) this.#copyAdded();
    const at = this.#length;
    if (at + bytes > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(at + bytes, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, at);
      this.#buffer = grown;
    }
    this.#length = at + bytes;
    return at;
  }

  u8(value: number): void {
    const at = this.#room(1);
    this.#buffer[at] = value;
  }

  u32(value: number): void {
    const at = this.#room(4);
    this.#buffer.writeUInt32LE(value, at);
  }

  /** A whole number below 2^48. */
  u48(value: number): void {
    const at = this.#room(U48_BYTES);
    this.#buffer.writeUIntLE(value, at, U48_BYTES);
  }

  f64(value: number): void {
    const at = this.#room(8);
    this.#buffer.writeDoubleLE(value, at);
  }

  /** A length in seven-bit groups, the low one first, and the text in UTF-8. */
  text(value: string): void {
    if (value.length < SHORT_CHARS) {
      const at = this.#room(1 + 3 * value.length);
      const bytes = this.#buffer.write(value, at + 1, 'utf8');
      this.#buffer[at] = bytes;
      this.#length = at + 1 + bytes;
      return;
    }
    const bytes = Buffer.byteLength(value);
    this.#count(bytes);
    // Before the buffer is looked at: making room may replace it.
    const at = this.#room(bytes);
    this.#buffer.write(value, at, 'utf8');
  }

  /** A positive whole number as text. */
  digits(value: number): void {
    let length = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) length++;
    this.u8(length);
    let at = this.#room(length) + length;
    for (let rest = value; length > 0; length--) {
      const next = Math.floor(rest / 10);
      this.#buffer[--at] = 0x30 + (rest - next * 10);
      rest = next;
    }
  }

  /** A text that is in UTF-8 already: the bytes from `from` to `end`. */
  slice(text: Uint8Array, from: number, end: number): void {
    this.#count(end - from);
    const at = this.#room(end - from) - from;
    for (let each = from; each < end; each++) this.#buffer[at + each] = text[each] as number;
  }

  /** Bytes that were written before, by another one; they must not change until `bytes` is read. */
  add(bytes: Buffer, from: number, end: number): void {
    if (bytes !== this.#added || from !== this.#addedEnd) {
      this.#copyAdded();
      this.#added = bytes;
      this.#addedFrom = from;
    }
    this.#addedEnd = end;
  }

  #copyAdded(): void {
    const bytes = this.#added;
    if (!bytes) return;
    this.#added = undefined;
    const at = this.#room(this.#addedEnd - this.#addedFrom);
    bytes.copy(this.#buffer, at, this.#addedFrom, this.#addedEnd);
  }

  #count(bytes: number): void {
    let rest = bytes;
    for (; rest > 0x7f; rest >>>= 7) this.u8((rest & 0x7f) | 0x80);
    this.u8(rest);
  }
}

/** Reads what a `ByteWriter` has written. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  u32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  u48(): number {
    this.#at += U48_BYTES;
    return this.#bytes.readUIntLE(this.#at - U48_BYTES, U48_BYTES);
  }

  f64(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  text(): string {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}
