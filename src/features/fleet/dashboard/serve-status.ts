import { RunError } from '../../../errors/run-error.ts';
import { defined } from '../../../input/json/defined.ts';
import { LOOPBACK, type PageClient, type PageServer, servePage } from '../../../report/pages/page-server.ts';
import type { System } from '../../../system/system.ts';
import type { FleetPipeline, FleetStatus } from '../status/fleet-status.ts';

/** The address that the page of a fleet listens on, and what it shows. */
export type StatusPage = {
  /** The address to listen on. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Reads the queue; may reject with a RunError, and may take as long as it likes. */
  readonly readStatus: () => Promise<FleetStatus>;
};

/** Why the page shows nothing new. */
type Trouble = Pick<RunError, 'code' | 'message' | 'hint'> & {
  /** Since when; RFC 3339. */
  readonly since: string;
};

/** The news that an open page is told: members that have not changed are left out. */
type News = {
  /** When it was so, RFC 3339. */
  readonly at: string;
  readonly queue?: string;
  readonly workers?: FleetStatus['workers'];
  readonly budgets?: FleetStatus['budgets'];
  /** Those that are new or have changed. */
  readonly pipelines: readonly FleetPipeline[];
  /** Ids of those that are no longer there. */
  readonly gone: readonly string[];
  /** Null as soon as it is over. */
  readonly trouble?: Trouble | null;
};

const EVERY_MS = 1_000;
/** After so long without an answer the page says so; it goes on waiting. */
const SILENCE_MS = 5_000;

/**
 * Serves the page of a fleet until it is disposed of. The queue is read once a second while somebody looks.
 * @throws RunError `USAGE.INVALID` if nothing can listen on the host and port
 */
export async function serveStatus(
  { host, port, readStatus }: StatusPage,
  system: Pick<System, 'clock' | 'machine' | 'random'>,
): Promise<Pick<PageServer, 'url'> & AsyncDisposable> {
  const { clock } = system;
  const seen = new Seen(clock);
  let readingSince: number | undefined;
  const look = async (): Promise<void> => {
    if (readingSince !== undefined) {
      if (clock.elapsed() - readingSince < SILENCE_MS) return;
      seen.fail(new RunError('FLEET.UNREACHABLE', 'the queue does not answer'));
      return server.send();
    }
    readingSince = clock.elapsed();
    try {
      seen.take(await readStatus());
    } catch (error) {
      seen.fail(error instanceof RunError ? error : new RunError('BUG.UNEXPECTED', String(error)));
    }
    readingSince = undefined;
    server.send();
  };
  const server = await servePage({
    page: 'fleet',
    host,
    port,
    acts: {},
    system,
    opened: () => {
      void look();
      return seen.client();
    },
  });
  const looking = clock.every(EVERY_MS, () => {
    if (server.open() > 0) void look();
  });
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      looking[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** True if only this machine can reach an address. */
export const isLoopbackHost = (host: string): boolean =>
  host === LOOPBACK || host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** The status that was last read of a fleet. */
class Seen {
  readonly #clock: System['clock'];
  #status: FleetStatus | undefined;
  /** Each pipeline as a text, by its id: texts are the same where nothing has changed. */
  #texts: ReadonlyMap<string, string> = new Map();
  #trouble: Trouble | null = null;

  constructor(clock: System['clock']) {
    this.#clock = clock;
  }

  take(status: FleetStatus): void {
    this.#status = status;
    this.#texts = new Map(status.pipelines.map((each) => [each.id, JSON.stringify(each)]));
    this.#trouble = null;
  }

  fail({ code, message, hint }: RunError): void {
    const since = this.#trouble?.since ?? this.#status?.at ?? new Date(this.#clock.now()).toISOString();
    this.#trouble = { code, message, hint, since };
  }

  /** A page that has got nothing yet. */
  client(): PageClient {
    let had: ReadonlyMap<string, string> = new Map();
    let last: Readonly<Record<string, string>> = {};
    let trouble: Trouble | null = null;
    return {
      news: (): News => {
        const [texts, status] = [this.#texts, this.#status];
        const { queue, workers, budgets } = status ?? {};
        const parts = Object.entries(defined({ queue, workers, budgets }));
        const now = Object.fromEntries(parts.map(([name, part]) => [name, JSON.stringify(part)]));
        const news: News = {
          at: new Date(this.#clock.now()).toISOString(),
          ...Object.fromEntries(parts.filter(([name]) => now[name] !== last[name])),
          pipelines: status?.pipelines.filter(({ id }) => had.get(id) !== texts.get(id)) ?? [],
          gone: [...had.keys()].filter((id) => !texts.has(id)),
          ...(this.#trouble === trouble ? {} : { trouble: this.#trouble }),
        };
        had = texts;
        last = now;
        trouble = this.#trouble;
        return news;
      },
    };
  }
}
