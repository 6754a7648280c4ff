import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../support/virtual-clock.ts';

describe('VirtualClock', () => {
  test('moves from timer to timer, in order of time and then of age', async () => {
    const clock = new VirtualClock(1_000_000);
    const done: string[] = [];
    await clock.run(async () => {
      clock.after(20, () => done.push('b'));
      clock.after(20, () => done.push('c'));
      clock.after(10, () => done.push('a'));
      clock.after(15, () => done.push('never'))[Symbol.dispose]();
      await clock.sleep(30);
    });
    expect(done).toEqual(['a', 'b', 'c']);
    expect([clock.elapsed(), clock.now()]).toEqual([30, 1_000_030]);
  });

  test('repeats what every starts until it is disposed of, and does not wait for it', async () => {
    const clock = new VirtualClock();
    let count = 0;
    using _timer = clock.every(10, () => count++);
    await clock.run(() => clock.sleep(35));
    expect(count).toBe(3);
    await expect(clock.run(() => new Promise(() => {}))).rejects.toThrow('no timer is left');
  });

  test('stands still while a file is read', async () => {
    const clock = new VirtualClock();
    await clock.run(async () => {
      const reading = readFile(import.meta.filename);
      const sleeping = clock.sleep(1_000);
      await reading;
      expect(clock.elapsed()).toBe(0);
      await sleeping;
    });
    expect(clock.elapsed()).toBe(1_000);
  });

  test('a sleep ends with its signal, and fires late after the process has stood still', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    clock.after(5, () => stop.abort());
    await expect(clock.run(() => clock.sleep(1_000, stop.signal))).rejects.toThrow('aborted');
    clock.after(5, () => clock.stop(500));
    await clock.run(() => clock.sleep(100));
    expect(clock.elapsed()).toBe(510);
  });

  test('a process that has ended does nothing more, and its sleeps end with the reason of their signal', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const done: number[] = [];
    let isAlive = true;
    const own = clock.of(() => isAlive);
    using _timer = own.every(10, () => done.push(own.elapsed()));
    clock.after(25, () => {
      isAlive = false;
      stop.abort(new Error('stopped'));
    });
    own.after(30, () => done.push(30));
    await expect(clock.run(() => own.sleep(1_000, stop.signal))).rejects.toThrow('stopped');
    await clock.run(() => clock.sleep(100));
    expect(done).toEqual([10, 20]);
  });

  test('a jump changes the wall clock alone', () => {
    const clock = new VirtualClock(0);
    clock.jump(-3_600_000);
    expect([clock.now(), clock.elapsed()]).toEqual([-3_600_000, 0]);
  });
});
