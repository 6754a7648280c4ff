import type { FleetJob } from '../../../src/features/fleet/queue/fleet-job.ts';

/** A job that somebody has written into the queue by hand. */
export const jobOf = (file: string, text: string, more: object = {}): FleetJob =>
  ({
    version: 1,
    submission: '1',
    submittedAt: '2026-01-01T00:00:00Z',
    command: 'run',
    name: 'app',
    file,
    text: `version: 1\nname: app\n${text}`,
    options: { strict: false, allowNotifications: true },
    ...more,
  }) as FleetJob;

export const SANDBOX = 'target: sandbox\n';
export const USERS = 'sources: { users: { path: users.csv } }\n';
