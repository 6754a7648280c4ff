import { BufferedFile, type TemporaryPlace, temporaryPath } from '../files/buffered-file.ts';

/** All runs of a merge have at most so many bytes of buffers. */
const BUFFERS_BYTES = 8 << 20;
const BUFFER_BYTES_MAX = 1 << 18;
const BUFFER_BYTES_MIN = 1 << 12;
/** Numbers are where typed arrays have them, if what is taken has a multiple of so many bytes. */
const ALIGN = 8;
const aligned = (bytes: number): number => (bytes + ALIGN - 1) & -ALIGN;

/** Sorted runs of records in one temporary file, which is created with the first one and removed on dispose. */
export class Spill implements Disposable {
  readonly #place: TemporaryPlace;
  #file: BufferedFile | undefined;
  #ends: number[] = [];

  constructor(place: TemporaryPlace) {
    this.#place = place;
  }

  /** The number of finished runs. */
  get runs(): number {
    return this.#ends.length;
  }

  /** The file to append the next run to. */
  get file(): BufferedFile {
    this.#file ??= new BufferedFile(temporaryPath(this.#place), this.#place.files);
    return this.#file;
  }

  /** Ends the run that was appended. */
  endRun(): void {
    this.file.flush();
    this.#ends.push(this.file.length);
  }

  /** Readers of all runs, in order. */
  readers(): RunReader[] {
    const bytes = Math.floor(BUFFERS_BYTES / Math.max(1, this.runs));
    const room = aligned(Math.min(BUFFER_BYTES_MAX, Math.max(BUFFER_BYTES_MIN, bytes)));
    return this.#ends.map((end, run) => new RunReader(this.file, this.#ends[run - 1] ?? 0, end, room));
  }

  /** Forgets all runs; the space of the file is used again. */
  clear(): void {
    if (this.#file) this.#remove(this.#file);
    this.#file = undefined;
    this.#ends = [];
  }

  [Symbol.dispose](): void {
    this.clear();
  }

  #remove(file: BufferedFile): void {
    file.close();
    this.#place.files.rmSync(file.path, { force: true });
  }
}

/** Reads one run from its beginning to its end. */
export class RunReader {
  /** The bytes that `take` has made available, from its result on, and the numbers in them. */
  bytes: Buffer;
  words: Uint32Array;
  doubles: Float64Array;
  readonly #file: BufferedFile;
  readonly #end: number;
  /** The place in the file of the byte after those in `bytes`. */
  #next: number;
  #at = 0;
  #filled = 0;

  constructor(file: BufferedFile, start: number, end: number, room: number) {
    this.#file = file;
    this.#next = start;
    this.#end = end;
    this.bytes = Buffer.allocUnsafeSlow(room);
    this.words = new Uint32Array(this.bytes.buffer);
    this.doubles = new Float64Array(this.bytes.buffer);
  }

  /** True if the run has ended. */
  get isAtEnd(): boolean {
    return this.#at === this.#filled && this.#next === this.#end;
  }

  /** Makes the next `count` bytes available, and goes on after them; returns their index in `bytes`. */
  take(count: number): number {
    if (this.#filled - this.#at < count) this.#fill(count);
    const at = this.#at;
    this.#at += count;
    return at;
  }

  #fill(count: number): void {
    const rest = this.#filled - this.#at;
    let room = this.bytes;
    if (count > room.length) {
      room = Buffer.allocUnsafeSlow(aligned(count * 2));
      this.words = new Uint32Array(room.buffer);
      this.doubles = new Float64Array(room.buffer);
    }
    this.bytes.copy(room, 0, this.#at, this.#filled);
    this.bytes = room;
    const wanted = Math.min(room.length - rest, this.#end - this.#next);
    const found = this.#file.read(room.subarray(rest, rest + wanted), this.#next);
    if (rest + found < count) throw new RangeError('a run ends within a record');
    this.#next += found;
    this.#at = 0;
    this.#filled = rest + found;
  }
}
