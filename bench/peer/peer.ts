import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startNode } from '../child.ts';
import type { PeerCounts } from './instant-peer.ts';

/** The peer that answers at once, in its own process. */
export type Peer = AsyncDisposable & {
  readonly baseUrl: string;
  /** Resolves when it has accepted the rows of `--notify-after`. */
  reached(): Promise<void>;
  /** Waits for the next import; resolves to its time, milliseconds since 1970. */
  next(): Promise<number>;
  /** Ends it. */
  counts(): Promise<PeerCounts>;
};

/** Starts the script with the options of `instant-peer.ts`. */
export async function startPeer(script: string, ...options: readonly string[]): Promise<Peer> {
  const child = startNode([script, ...options]);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async <T>(member: keyof T & string): Promise<T> => {
    const { value, done } = await lines.next();
    const line = done ? {} : (JSON.parse(value) as T);
    if (!Object.hasOwn(line as object, member)) throw new Error(`the peer printed ${value}, not ${member}`);
    return line as T;
  };
  const { baseUrl } = await line<{ baseUrl: string }>('baseUrl');
  return {
    baseUrl,
    reached: async () => void (await line<{ reached: number }>('reached')),
    next: async () => {
      child.stdin.write('next\n');
      return (await line<{ firstAt: number }>('firstAt')).firstAt;
    },
    counts: async () => {
      child.stdin.end();
      const counts = await line<PeerCounts>('requests');
      await exited;
      return counts;
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
