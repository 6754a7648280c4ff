/** Thrown by what a process that was killed still does; nothing of it is ever seen. */
export class Killed extends Error {}

/** What ends a simulated process, and at which of its points (see `Life.point`). */
export type End =
  /** `kill -9`: what was written is there. */
  | { readonly kind: 'kill'; readonly at: number }
  /** A power cut: what was not synced may be lost, torn, or there. */
  | { readonly kind: 'power'; readonly at: number }
  /** Ctrl-C; a second one after so many virtual milliseconds. */
  | { readonly kind: 'interrupt'; readonly at: number; readonly againAfterMs: number | undefined }
  /** From this point on every write fails with this code, or only the first one. */
  | {
      readonly kind: 'disk';
      readonly at: number;
      readonly code: 'ENOSPC' | 'EIO' | 'EROFS';
      readonly once: boolean;
    };

/**
 * How a process is ended.
 * @param phase the number of the command that is run until it is done, from 0
 * @param tries the processes of this command before
 * @param points those of the process before
 */
export type EndOf = (at: {
  readonly phase: number;
  readonly tries: number;
  readonly points: number;
}) => End | undefined;

/** One simulated process: counts its points, the moments before and after each write and request, and ends it at one. */
export class Life {
  isAlive = true;
  points = 0;
  /** Set while the disk fails. */
  disk: string | undefined;
  readonly #end: End | undefined;
  /** Resolves when the process was killed. */
  readonly death = Promise.withResolvers<'killed'>();
  /** Set by the simulated process. */
  onEnd: (end: End) => void = () => {};

  constructor(end: End | undefined) {
    this.#end = end;
  }

  /**
   * One of the moments at which a process may end.
   * @throws Killed if it does, or has before
   */
  point(): void {
    this.check();
    this.points++;
    if (!this.#end || this.points !== this.#end.at) return;
    if (this.#end.kind === 'kill' || this.#end.kind === 'power') this.die();
    this.onEnd(this.#end);
    this.check();
  }

  /** Ends the process at once. */
  die(): void {
    this.isAlive = false;
    this.death.resolve('killed');
  }

  /** @throws Killed if the process is dead */
  check(): void {
    if (!this.isAlive) throw new Killed();
  }

  /** What failed writes of the present fail with; a disk that fails once works again afterwards. */
  diskError(): Error | undefined {
    const code = this.disk;
    if (code === undefined) return undefined;
    if (this.#end?.kind === 'disk' && this.#end.once) this.disk = undefined;
    return Object.assign(new Error(`${code}: the simulated disk fails, write`), { code });
  }
}
