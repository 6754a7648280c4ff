import { getHeapStatistics } from 'node:v8';

/** A smaller heap holds little that could be given back; a larger one has much that is not ours, and takes long. */
const [HEAP_MIN, HEAP_MAX] = [40 << 20, 160 << 20];

/**
 * Collects all garbage, and gives the pages back that V8 keeps of a phase that has needed many. Takes some 100 ms. It only
 * saves memory: where there is no inspector, or it is not allowed, nothing happens.
 */
export async function releaseHeap(): Promise<void> {
  const { total_heap_size: bytes } = getHeapStatistics();
  if (bytes < HEAP_MIN || bytes > HEAP_MAX) return;
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    // V8 gives up the pages that it has pooled only where a tool asks for it.
    await session.post('HeapProfiler.collectGarbage');
    session.disconnect();
  } catch {
    // The memory is given back later.
  }
}

/**
 * Gives the memory of bytes of a connection back, which V8 would collect late: it sees how small the objects are that hold
 * it. Bytes that share their memory with others stay, and so does the memory of no bytes, which may be that of all such.
 * @param chunk nobody reads it any more
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  const isWhole = byteLength > 0 && buffer.byteLength === byteLength;
  if (isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
