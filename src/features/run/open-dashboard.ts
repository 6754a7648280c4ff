import { resolve } from 'node:path';
import { defined } from '../../input/json/defined.ts';
import { failedFiles } from '../../pipeline/files/file-counts.ts';
import type { EventOf, StreamEvent } from '../../report/events/event-schema.ts';
import type { ProgressOfRun } from '../../report/events/extent.ts';
import { pullLine, waitingText } from '../../report/events/progress-lines.ts';
import type { Pausable, RunListener } from '../../report/events/run-listener.ts';
import { Timeline, type TimelinePoint } from '../../report/events/timeline.ts';
import { verdict } from '../../report/html/verdict.ts';
import { LOOPBACK, type PageClient, servePage } from '../../report/pages/page-server.ts';

import type { Clock } from '../../system/clock.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';

/** So many of the last rejects and warnings are shown. */
const REJECTS_SHOWN = 50;
const WARNINGS_SHOWN = 10;
/** 2 s each for the first 40 minutes, then 4 s, … */
const SPANS = { spanMs: 2_000, most: 1_200 } as const;

type Rejected = Pick<EventOf<'row.rejected'>, 'entity' | 'status' | 'file' | 'line' | 'key'> & {
  readonly codes: readonly string[];
};

/** The end of a run, as the page says it. */
type End = {
  readonly exitCode: number;
  readonly verdict: string;
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
  /** The path of the report page, if there is one. */
  readonly report?: string;
};

type FilesNews = Pick<EventOf<'files.progress'>, 'done' | 'todo' | 'etaSeconds'> & {
  readonly bytes: number;
  readonly failed: number;
};

/** The news that the page shows: members that have not changed are left out of later news. */
type News = {
  /** When it was so, RFC 3339. */
  readonly at: string;
  readonly pipeline?: string;
  readonly startedAt?: string;
  readonly progress?: ProgressOfRun;
  /** The copying of files, until rows are written. */
  readonly files?: FilesNews | null;
  /** Why nothing goes on, in words. */
  readonly waiting?: string | null;
  readonly isPaused?: boolean;
  readonly rejects?: readonly Rejected[];
  readonly warnings?: readonly string[];
  /** The points from `from` on; those before are as they were. */
  readonly timeline: {
    readonly spanMs: number;
    readonly from: number;
    readonly points: readonly TimelinePoint[];
  };
  readonly end?: End;
};

const SENT_AT: ReadonlySet<StreamEvent['type']> = new Set([
  'progress',
  'pull.progress',
  'files.progress',
  'files.finished',
  'run.finished',
]);

/** The page of a run: a listener, which serves what it has heard. */
export type Dashboard = RunListener & AsyncDisposable;

/**
 * Opens the page of a run on this machine, and says its address on standard error.
 * @param pipeline the pipeline file as typed
 * @param port 0 picks a free one
 * @throws RunError `USAGE.INVALID` if the port is taken
 */
export async function openDashboard(
  pipeline: string,
  port: number,
  { system, err }: Pick<Runtime, 'system'> & Pick<Stderr, 'err'>,
): Promise<Dashboard> {
  const seen = new Seen(pipeline, system.clock);
  const server = await servePage({
    page: 'run',
    host: LOOPBACK,
    port,
    system,
    opened: () => seen.client(),
    acts: { pause: () => pause(true), resume: () => pause(false) },
  });
  const pause = (isPaused: boolean): void => {
    seen.pause(isPaused);
    server.send();
  };
  err(`dashboard  ${server.url}\n`);
  return {
    everyMs: 1_000,
    observe(event) {
      seen.observe(event);
      if (SENT_AT.has(event.type)) server.send();
    },
    follow: seen.timeline.follow,
    control: (requests) => seen.control(requests),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Keeps what was heard of a run, and its requests, which a page may pause. */
class Seen {
  readonly timeline: Timeline;
  readonly #clock: Clock;
  readonly #pipeline: string;
  readonly #startedAt: string;
  #progress: ProgressOfRun | undefined;
  /** The progress of reading the old system, which comes before anything is written. */
  #pull: string | undefined;
  #files: FilesNews | undefined;
  #isPaused = false;
  #rejects: readonly Rejected[] = [];
  #warnings: readonly string[] = [];
  #end: End | undefined;
  #requests: Pausable | undefined;

  constructor(pipeline: string, clock: Clock) {
    this.timeline = new Timeline(SPANS, clock);
    this.#clock = clock;
    this.#pipeline = pipeline;
    this.#startedAt = new Date(clock.now()).toISOString();
  }

  observe(event: StreamEvent): void {
    this.timeline.observe(event);
    if (event.type === 'progress') this.#progress = event;
    else if (event.type === 'pull.progress')
      this.#pull = `reading the old system: ${pullLine(event, undefined)}`;
    else if (event.type === 'pull.finished') this.#pull = undefined;
    else if (event.type === 'files.progress') this.#files = filesNews(event);
    else if (event.type === 'run.started') this.#files = undefined;
    else if (event.type === 'warning')
      this.#warnings = [...this.#warnings, event.message].slice(-WARNINGS_SHOWN);
    else if (event.type === 'row.rejected') {
      const { entity, status, file, line, key, problems } = event;
      const codes = problems.map(({ code }) => code);
      const rejected = defined({ entity, status, file, line, codes, key });
      this.#rejects = [rejected, ...this.#rejects].slice(0, REJECTS_SHOWN);
    } else if (event.type === 'run.finished') this.#end ??= endOf(event);
  }

  control(requests: Pausable): void {
    this.#requests = requests;
    // It was paused before there was a request.
    if (this.#isPaused) requests.pause(true);
  }

  pause(isPaused: boolean): void {
    if (this.#end || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#requests?.pause(isPaused);
  }

  /** A page that has got nothing yet. */
  client(): PageClient {
    let last: Partial<News> = {};
    let had = { spanMs: 0, points: 0 };
    return {
      news: () => {
        const { points, spanMs } = this.timeline;
        // The last point that it has may have grown.
        const from = had.spanMs === spanMs ? Math.max(0, had.points - 1) : 0;
        had = { spanMs, points: points.length };
        const now = this.#now();
        const fresh = Object.entries(now).filter(([name, value]) => last[name as keyof News] !== value);
        last = now;
        const at = new Date(this.#clock.now()).toISOString();
        return { at, ...Object.fromEntries(fresh), timeline: { spanMs, from, points: points.slice(from) } };
      },
    };
  }

  #now(): Partial<News> {
    const waiting = this.#progress?.waiting;
    return defined({
      pipeline: this.#pipeline,
      startedAt: this.#startedAt,
      isPaused: this.#isPaused,
      rejects: this.#rejects,
      warnings: this.#warnings,
      progress: this.#progress,
      files: this.#files ?? null,
      waiting: waiting ? waitingText(waiting, this.#clock) : (this.#pull ?? null),
      end: this.#end,
    });
  }
}

const filesNews = ({ done, todo, etaSeconds, fileCopies }: EventOf<'files.progress'>): FilesNews =>
  defined({ done, todo, etaSeconds, bytes: fileCopies.bytesCopied, failed: failedFiles(fileCopies) });

function endOf({ exitCode, error, result }: EventOf<'run.finished'>): End {
  const report = result?.files.report;
  const words = result ? verdict(result) : 'The run did not start';
  const page = report === undefined ? undefined : resolve(report.replace(/\.json$/, '.html'));
  return defined({ exitCode, verdict: words, error, report: page });
}
