import { type Random, seeded } from '../../../support/random.ts';

/** Random choices; equal seeds give equal choices. */
export class Seeded {
  /** 0 to 1. */
  readonly next: Random;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  /** A whole number from `from` up to `to`. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** A few of a list, each at most once, in their order. */
  some<T>(list: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, list.length)) chosen.add(this.whole(0, list.length - 1));
    return list.filter((_, index) => chosen.has(index));
  }
}
