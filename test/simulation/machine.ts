import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { System } from '../../src/system/system.ts';
import { type Random, seeded } from '../support/random.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import { Disk } from './disk.ts';
import { type End, Life } from './life.ts';
import type { SimulatedPeer } from './peer.ts';

/** How a process ended. */
export type Ended = {
  readonly command: string;
  readonly process: number;
  /** Absent if the process was killed. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly end: End | undefined;
  /** Whether the end came: a process may finish before. */
  readonly isCut: boolean;
  readonly points: number;
  /** Virtual milliseconds. */
  readonly endedAt: number;
  /** How many requests the service had handled before the process began. */
  readonly handledBefore: number;
};

/** The machine on which the simulated processes run, one after the other. */
export class Machine {
  readonly #peer: SimulatedPeer;
  readonly #clock: VirtualClock;
  readonly #random: Random;
  readonly history: Ended[] = [];
  /** Milliseconds that its clock is ahead of the service's. */
  aheadMs = 0;

  constructor(peer: SimulatedPeer, clock: VirtualClock, random: Random) {
    this.#peer = peer;
    this.#clock = clock;
    this.#random = random;
  }

  /** Runs a command line until it ends, or is ended. */
  async run(args: readonly string[], end?: End): Promise<Ended> {
    const process = this.history.length + 1;
    const handledBefore = this.#peer.handled.length;
    const life = new Life(end);
    const disk = new Disk(life, this.#random);
    const stdout = collect();
    const stderr = collect();
    const signals: ((name: 'SIGINT') => void)[] = [];
    let isCut = false;
    life.onEnd = (reached) => {
      isCut = true;
      if (reached.kind === 'kill' || reached.kind === 'power') disk.afterKill(reached.kind === 'power');
      else if (reached.kind === 'disk') life.disk = reached.code;
      else this.#interrupt(signals, reached.againAfterMs, life);
    };
    const kill = (): void => {
      life.die();
      disk.afterKill(false);
    };
    const work = main(args, {
      system: this.#systemOf(life, disk, process),
      out: stdout.stream as unknown as NodeJS.WriteStream,
      err: stderr.stream as unknown as NodeJS.WriteStream,
      input: new PassThrough() as unknown as NodeJS.ReadStream,
      env: { CHATFERRY_API_KEY: this.#peer.key },
      onSignal: (listener) => signals.push(listener),
      exit: kill,
    });
    const outcome = await this.#clock.run(() => Promise.race([work, life.death.promise]));
    const killed = outcome === 'killed';
    // What a process leaves open ends with it.
    if (!killed) kill();
    const ended: Ended = {
      command: args.join(' '),
      process,
      end,
      isCut,
      handledBefore,
      exitCode: killed ? undefined : outcome,
      stdout: stdout.text(),
      stderr: stderr.text(),
      points: life.points,
      endedAt: this.#clock.elapsed(),
    };
    this.history.push(ended);
    return ended;
  }

  #interrupt(
    signals: readonly ((name: 'SIGINT') => void)[],
    againAfterMs: number | undefined,
    life: Life,
  ): void {
    const signal = (): void => {
      if (life.isAlive) for (const listener of signals) listener('SIGINT');
    };
    this.#clock.after(0, signal);
    if (againAfterMs !== undefined) this.#clock.after(againAfterMs, signal);
  }

  #systemOf(life: Life, disk: Disk, process: number): System {
    const random = seeded(Math.floor(this.#random() * 2 ** 32));
    const hex = (bytes: number): string =>
      Array.from({ length: bytes }, () =>
        Math.floor(random() * 256)
          .toString(16)
          .padStart(2, '0'),
      ).join('');
    const clock = this.#clock.of(() => life.isAlive);
    const { aheadMs } = this;
    return {
      clock: { ...clock, now: () => clock.now() + aheadMs },
      random: {
        next: random,
        hex,
        uuid: () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-a${hex(2).slice(1)}-${hex(6)}`,
      },
      files: disk.files,
      machine: {
        pid: process,
        host: 'simulated',
        user: 'sim',
        id: undefined,
        bootId: 'boot',
        pidNamespace: undefined,
        startTimeOf: () => '1',
        isAlive: (pid) => pid === process,
      },
      connect: () => this.#peer.dispatcherFor(life, process),
    };
  }
}

function collect(): { readonly stream: PassThrough; readonly text: () => string } {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return { stream, text: () => chunks.join('') };
}
