import { budgetsOf } from '../../src/features/fleet/status/budgets-of.ts';
import type { FleetPipeline, FleetStatus } from '../../src/features/fleet/status/fleet-status.ts';

/** When it is in these fleets. */
export const NOW = Date.parse('2026-03-10T06:30:00Z');

const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(NOW + hours * HOUR_MS).toISOString();
const NIGHTLY = { at: '0 2 * * *', zone: 'UTC', next: at(19.5) } as const;

/** How one pipeline of a fleet may be. */
type Kind = Omit<FleetPipeline, 'id' | 'name' | 'folder' | 'command'> & { readonly command?: 'verify' };

type Last = NonNullable<FleetPipeline['last']>;
const landed = (created: number, more: Readonly<Record<string, number>> = {}): Last => ({
  command: 'run',
  at: at(-4.4),
  exitCode: 0,
  durationMs: 184_000,
  counts: { read: 41_200, created, unchanged: 41_200 - created, ...more },
});

export const KINDS = {
  fine: { state: 'done', last: landed(120, { updated: 33, removed: 4 }), schedule: NIGHTLY },
  quiet: { state: 'done', last: landed(0), schedule: NIGHTLY },
  running: {
    state: 'running',
    worker: 'worker-b',
    progress: {
      entity: 'messages',
      done: 182_340,
      total: 410_000,
      rowsPerMinute: 58_100,
      requestsPerMinute: 590,
      allowedPerMinute: 600,
      rateClass: 'import',
      allowedBy: 'stated',
      app: '22ab31@22ab31.api-eu.example.com',
    },
    last: landed(120),
    schedule: NIGHTLY,
  },
  wrongKey: {
    state: 'failed',
    last: {
      command: 'run',
      at: at(-4.5),
      exitCode: 10,
      durationMs: 740,
      counts: {},
      code: 'SERVICE.KEY_REFUSED',
      message: 'the service refuses the key of app 22ab31',
      hint: 'chatferry doctor /srv/apps/x/pipeline.yaml',
    },
    schedule: NIGHTLY,
  },
  guarded: {
    state: 'failed',
    last: {
      command: 'run',
      at: at(-4.2),
      exitCode: 11,
      durationMs: 12_400,
      counts: { read: 900, rejected: 300 },
      code: 'GUARD.REJECTS',
      message: '33 % of the rows were rejected, 5 % are allowed',
      hint: 'chatferry rejects /srv/apps/x/pipeline.yaml',
    },
    schedule: NIGHTLY,
  },
  rejects: {
    state: 'done',
    last: {
      ...landed(80, { rejected: 12, blocked: 3 }),
      exitCode: 4,
    },
    schedule: NIGHTLY,
  },
  retrying: {
    state: 'retrying',
    retry: {
      code: 'SERVICE.UNREACHABLE',
      message: 'no answer from chat.example.com',
      tries: 3,
      hint: 'it is tried again by itself',
    },
    schedule: NIGHTLY,
  },
  missed: {
    state: 'done',
    last: landed(7),
    schedule: { ...NIGHTLY, missed: { nights: 2, last: at(-28.5), why: 'noWorker' } },
  },
  waiting: { state: 'waiting', last: landed(1) },
  verified: { state: 'done', command: 'verify', last: { ...landed(0), command: 'verify' } },
  fresh: { state: 'scheduled', schedule: NIGHTLY },
} as const satisfies Record<string, Kind>;

/** A pipeline of a kind. */
export const pipeline = (kind: keyof typeof KINDS, name: string): FleetPipeline => ({
  id: `${name}-0123456789abcdef`,
  name,
  folder: `/srv/apps/${name}`,
  command: 'run',
  ...KINDS[kind],
});

/** Most of them are fine, as in life. */
const ORDER: readonly (keyof typeof KINDS)[] = [
  'fine',
  'wrongKey',
  'running',
  'quiet',
  'rejects',
  'missed',
  'waiting',
  'retrying',
  'fine',
  'verified',
  'fresh',
  'guarded',
];
const TOWNS = [
  'harbour',
  'orchard',
  'mill',
  'castle',
  'bridge',
  'valley',
  'meadow',
  'lighthouse-keepers-club',
];

/** A fleet of so many pipelines. */
export function fleetOf(count: number): FleetStatus {
  const pipelines = Array.from({ length: count }, (_, index) => {
    const kind = ORDER[index] ?? (index % 29 === 0 ? 'wrongKey' : index % 11 === 0 ? 'quiet' : 'fine');
    return pipeline(kind, `${TOWNS[index % TOWNS.length]}-${index + 1}`);
  });
  return statusOf(pipelines);
}

/** The status of a fleet with two workers. */
export const statusOf = (pipelines: readonly FleetPipeline[]): FleetStatus => ({
  version: 1,
  command: 'fleet status',
  queue: 'postgres://db.example.com:5432/fleet',
  at: new Date(NOW).toISOString(),
  workers: ['worker-a', 'worker-b'].map((name) => ({
    name,
    jobs: pipelines.filter(({ state, worker }) => state === 'running' && worker === name).length,
  })),
  pipelines,
  budgets: budgetsOf(pipelines),
});
