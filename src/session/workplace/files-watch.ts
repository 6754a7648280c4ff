import type { FilesEvent } from '../../pipeline/files/file-counts.ts';
import { filesLine } from '../../report/events/progress-lines.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { fileCopiesText } from '../../report/result/file-copies.ts';
import type { Clock } from '../../system/clock.ts';
import { amount, duration, printable } from '../../terminal/printable.ts';
import { type Watcher, WatchLine } from './watch-line.ts';

/** Shows the copying of files to the person at the terminal, and tells those who listen to the run. */
export class FilesWatch {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #line: WatchLine;
  readonly #listeners: readonly { readonly listener: RunListener; heardAt: number }[];
  #isSaid = false;

  constructor(
    clock: Pick<Clock, 'now' | 'elapsed'>,
    person: Watcher,
    listeners: readonly RunListener[] = [],
  ) {
    this.#clock = clock;
    this.#line = new WatchLine(clock, person);
    this.#listeners = listeners.map((listener) => ({ listener, heardAt: Number.NEGATIVE_INFINITY }));
  }

  /** Takes an event of the copying. */
  readonly observe = (event: FilesEvent): void => {
    switch (event.type) {
      case 'files.started':
        this.#tell(event);
        // A run in which nothing is to be copied needs no words.
        this.#isSaid = event.todo > 0;
        if (this.#isSaid) this.#line.begin(`copying ${amount(event.todo, 'file')} to ${printable(event.to)}`);
        return;
      case 'files.progress':
        this.#onProgress(event);
        return;
      case 'files.failed':
        this.#tell(event);
        return;
      case 'files.finished': {
        const { type, ms, counts } = event;
        this.#tell({ type, seconds: ms / 1_000, fileCopies: counts });
        if (this.#isSaid) this.#line.end(`${fileCopiesText(counts)}, ${duration(ms)}`);
      }
    }
  };

  #onProgress({ type, done, todo, leftMs, counts }: Extract<FilesEvent, { type: 'files.progress' }>): void {
    const now = this.#clock.elapsed();
    const eta = leftMs === undefined ? {} : { etaSeconds: Math.round(leftMs / 1_000) };
    const progress = { type, done, todo, ...eta, fileCopies: counts };
    for (const heard of this.#listeners) {
      if (now - heard.heardAt < heard.listener.everyMs) continue;
      heard.heardAt = now;
      heard.listener.observe(progress);
    }
    this.#line.show((screen) => filesLine(progress, screen));
  }

  #tell(event: Parameters<RunListener['observe']>[0]): void {
    for (const { listener } of this.#listeners) listener.observe(event);
  }
}
