import type { FilesEvent } from '../../pipeline/files/file-counts.ts';
import { filesLine } from '../../report/events/progress-lines.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { fileCopiesText } from '../../report/result/file-copies.ts';
import { amount, duration, printable } from '../../terminal/printable.ts';
import { RunWatch } from './watch-line.ts';

/** Shows the copying of files to the person at the terminal, and tells those who listen to the run. */
export class FilesWatch extends RunWatch {
  readonly #heardAt = new Map<RunListener, number>();
  #isSaid = false;

  /** Takes an event of the copying. */
  readonly observe = (event: FilesEvent): void => {
    switch (event.type) {
      case 'files.started':
        this.tell(event);
        // A run in which nothing is to be copied needs no words.
        this.#isSaid = event.todo > 0;
        if (this.#isSaid) this.line.begin(`copying ${amount(event.todo, 'file')} to ${printable(event.to)}`);
        return;
      case 'files.progress':
        this.#onProgress(event);
        return;
      case 'files.failed':
        this.tell(event);
        return;
      case 'files.finished': {
        const { type, ms, counts } = event;
        this.tell({ type, seconds: ms / 1_000, fileCopies: counts });
        if (this.#isSaid) this.line.end(`${fileCopiesText(counts)}, ${duration(ms)}`);
      }
    }
  };

  #onProgress({ type, done, todo, leftMs, counts }: Extract<FilesEvent, { type: 'files.progress' }>): void {
    const now = this.clock.elapsed();
    const eta = leftMs === undefined ? {} : { etaSeconds: Math.round(leftMs / 1_000) };
    const progress = { type, done, todo, ...eta, fileCopies: counts };
    for (const listener of this.listeners) {
      if (now - (this.#heardAt.get(listener) ?? Number.NEGATIVE_INFINITY) < listener.everyMs) continue;
      this.#heardAt.set(listener, now);
      listener.observe(progress);
    }
    this.line.show((screen) => filesLine(progress, screen));
  }
}
