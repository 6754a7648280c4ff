import type { Draft, KeptBytes, OpenLog, StateStore } from './state-store.ts';

/** A state in memory, for a ledger that nobody keeps and for programs that store their state themselves. */
export function memoryState(): StateStore {
  const kept = new Map<string, MemoryLog>();
  const existing = (name: string): MemoryLog => {
    const found = kept.get(name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  return {
    pathOf: (name) => name,
    bytesOf: async (name) => kept.get(name)?.bytes,
    read: (name): KeptBytes | undefined => kept.get(name),
    begin: async (name) => void kept.set(name, new MemoryLog()),
    async append(name, data, at) {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      const log = at === 0 ? new MemoryLog() : existing(name);
      log.write(bytes, at);
      kept.set(name, log);
      return bytes.length;
    },
    truncate: async (name, bytes) => existing(name).truncate(bytes),
    remove: async (name) => void kept.delete(name),
    open: existing,
    draft: (name) => new MemoryDraft((log) => kept.set(name, log)),
    reserve: () => ({ release() {} }),
    async save(name, data) {
      const log = new MemoryLog();
      log.write(typeof data === 'string' ? Buffer.from(data) : data, 0);
      kept.set(name, log);
    },
  };
}

class MemoryLog implements OpenLog {
  #kept: Buffer = Buffer.alloc(0);
  #size = 0;

  get bytes(): number {
    return this.#size;
  }

  read(into: Uint8Array, at: number): number {
    if (at >= this.#size) return 0;
    return this.#kept.copy(into, 0, at, Math.min(this.#size, at + into.length));
  }

  write(bytes: Uint8Array, at: number): void {
    if (at + bytes.length > this.#kept.length) {
      const grown = Buffer.alloc(Math.max(at + bytes.length, this.#kept.length * 2));
      this.#kept.copy(grown);
      this.#kept = grown;
    }
    this.#kept.set(bytes, at);
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  async sync(): Promise<void> {}

  syncNow(): void {}

  truncate(bytes: number): void {
    this.#size = bytes;
  }

  [Symbol.dispose](): void {}
}

class MemoryDraft extends MemoryLog implements Draft {
  readonly #onPublished: (log: MemoryLog) => void;

  constructor(onPublished: (log: MemoryLog) => void) {
    super();
    this.#onPublished = onPublished;
  }

  publish(): void {
    this.#onPublished(this);
  }
}
