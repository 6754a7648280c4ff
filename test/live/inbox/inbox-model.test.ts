import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InboxReader, InboxWriter } from '../../../src/features/live/inbox/inbox.ts';
import { type Side, sides } from '../../../src/features/live/side.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { sized } from '../../support/long-form.ts';
import { allWaiting, eventOfText, InboxHere, textOf } from './inbox-here.ts';

/** A step of a random history. */
type Step =
  | { readonly do: 'add'; readonly side: Side; readonly count: number; readonly long: boolean }
  | { readonly do: 'done'; readonly side: Side; readonly picks: readonly boolean[]; readonly most: number }
  | { readonly do: 'restart'; readonly end: 'writer' | 'reader' }
  | {
      readonly do: 'fail';
      readonly how: 'write' | 'sync' | 'kill';
      readonly bytes: number;
      readonly side: Side;
    }
  | { readonly do: 'roll' }
  | { readonly do: 'clean' };

const side = fc.constantFrom<Side>(...sides);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add'),
      side,
      count: fc.integer({ min: 1, max: 5 }),
      long: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('done'),
      side,
      picks: fc.array(fc.boolean(), { maxLength: 8 }),
      most: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restart'), end: fc.constantFrom('writer', 'reader') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail'),
      how: fc.constantFrom('write', 'sync', 'kill'),
      bytes: fc.integer({ min: 0, max: 400 }),
      side,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('roll') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clean') }) },
) as fc.Arbitrary<Step>;

/** A disk whose next write or sync of a segment fails, or at which the process is killed: after so many bytes. */
class FailingDisk {
  next: { readonly how: 'write' | 'sync' | 'kill'; readonly bytes: number } | undefined;
  isDead = false;
  readonly files: Files = {
    ...realFiles,
    writeSync: (file, from, offset, length, position) => {
      this.#live();
      const { next } = this;
      if (!next || next.how === 'sync') return realFiles.writeSync(file, from, offset, length, position);
      this.next = undefined;
      const part = Math.min(next.bytes, length);
      if (part > 0) realFiles.writeSync(file, from, offset, part, position);
      if (next.how === 'kill') this.isDead = true;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
    fdatasync: async (file) => {
      this.#live();
      if (this.next?.how === 'sync') {
        this.next = undefined;
        throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
      }
      await realFiles.fdatasync(file);
    },
    ftruncateSync: (file, length) => {
      this.#live();
      realFiles.ftruncateSync(file, length);
    },
  };

  #live(): void {
    if (this.isDead) throw new Error('the process is dead');
  }
}

/** An inbox and what is known of it: every event that was acknowledged is there until it is done. */
class Model implements AsyncDisposable {
  readonly #inbox = new InboxHere();
  readonly #disk = new FailingDisk();
  #now = 1_000_000_000;
  #elapsed = 0;
  #number = 0;
  #writer: InboxWriter | undefined;
  #reader: InboxReader | undefined;
  /** Texts of events by what became of them. */
  readonly #acknowledged: Record<Side, string[]> = { old: [], new: [] };
  readonly #done: Record<Side, Set<string>> = { old: new Set(), new: new Set() };
  /** The text of each seq that anybody has seen. */
  readonly #seen: Record<Side, Map<number, string>> = { old: new Map(), new: new Map() };

  get #system(): System {
    const clock = { ...realSystem.clock, now: () => this.#now, elapsed: () => this.#elapsed };
    return { ...realSystem, files: this.#disk.files, clock };
  }

  async #open(): Promise<{ writer: InboxWriter; reader: InboxReader }> {
    this.#writer ??= await this.#inbox.writer(this.#system);
    this.#reader ??= await this.#inbox.reader(this.#system);
    return { writer: this.#writer, reader: this.#reader };
  }

  async #close(end: 'writer' | 'reader'): Promise<void> {
    const [writer, reader] = [this.#writer, this.#reader];
    if (end === 'writer') {
      this.#writer = undefined;
      await writer?.[Symbol.asyncDispose]();
      this.#disk.isDead = false;
    } else {
      this.#reader = undefined;
      await reader?.[Symbol.asyncDispose]();
    }
  }

  async take(step: Step): Promise<void> {
    this.#elapsed += 1_500;
    const { writer, reader } = await this.#open();
    switch (step.do) {
      case 'add':
        return await this.#add(writer, step);
      case 'done':
        return await this.#take(reader, step);
      case 'restart':
        return await this.#close(step.end);
      case 'roll':
        this.#now += 2 * 86_400_000;
        return;
      case 'clean':
        return await reader.clean();
      case 'fail':
        this.#disk.next = step;
        await expect(
          writer.add([this.#event(step.side, false), this.#event(step.side, true)]),
        ).rejects.toMatchObject({
          code: 'STATE.UNWRITABLE',
        });
        this.#disk.next = undefined;
        // A reader may see what the next process finds, or finds no more.
        if (step.bytes % 2 === 0) await this.#see(reader, step.side);
        if (step.how === 'kill') await this.#close('writer');
    }
  }

  #event(of: Side, isLong: boolean) {
    return eventOfText(`${this.#number++}${isLong ? 'x'.repeat(150) : ''}`, of, this.#now);
  }

  async #add(writer: InboxWriter, { side: of, count, long }: Extract<Step, { do: 'add' }>): Promise<void> {
    const events = Array.from({ length: count }, () => this.#event(of, long));
    await writer.add(events);
    this.#acknowledged[of].push(...events.map(textOf));
  }

  async #see(reader: InboxReader, of: Side, most = 100) {
    const events = await reader.take(of, most, new Set());
    for (const event of events) {
      const text = this.#seen[of].get(event.seq) ?? textOf(event);
      expect(textOf(event), 'a seq is used once').toBe(text);
      this.#seen[of].set(event.seq, text);
    }
    return events;
  }

  async #take(reader: InboxReader, { side: of, picks, most }: Extract<Step, { do: 'done' }>): Promise<void> {
    const events = (await this.#see(reader, of, most)).filter((_, index) => picks[index]);
    await reader.done(
      of,
      events.map(({ seq }) => seq),
    );
    for (const event of events) this.#done[of].add(textOf(event));
  }

  /** Nothing that was acknowledged is missing, nothing that is done comes again, all is in order. */
  async check(): Promise<void> {
    const { reader } = await this.#open();
    await using other = await this.#inbox.reader(this.#system);
    for (const each of [reader, other])
      for (const of of sides) {
        const events = await allWaiting(each, of);
        const waiting = events.map(textOf);
        const due = this.#acknowledged[of].filter((text) => !this.#done[of].has(text));
        expect(waiting.filter((text) => due.includes(text))).toEqual(due);
        expect(waiting.filter((text) => this.#done[of].has(text))).toEqual([]);
        expect(each.waiting(of).events).toBe(events.length);
        const seqs = events.map(({ seq }) => seq);
        expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close('writer');
    await this.#close('reader');
    this.#inbox[Symbol.dispose]();
  }
}

test('whatever fails or is killed, no acknowledged event is lost, and none that is done comes again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await using model = new Model();
      for (const each of steps) await model.take(each);
      await model.check();
    }),
    { numRuns: sized(150, 5_000), seed: 43 },
  );
});
