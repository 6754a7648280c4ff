import { RunError } from '../errors/run-error.ts';
import type { Origin } from './origin.ts';

/** The old systems that are read through their API, in order of name; each is loaded by who needs it. */
const origins: Readonly<Record<string, () => Promise<Origin>>> = {
  sendbird: async () => (await import('./sendbird/sendbird.ts')).sendbird,
  service: async () => (await import('./service/other-app.ts')).serviceOrigin,
  stream: async () => (await import('./stream/stream.ts')).stream,
  twilio: async () => (await import('./twilio/twilio.ts')).twilio,
};

/**
 * Loads what reads an old system through its API.
 * @throws RunError `PULL.UNSUPPORTED`
 */
export async function originOf(system: string): Promise<Origin> {
  const load = Object.hasOwn(origins, system) ? origins[system] : undefined;
  if (load) return await load();
  throw new RunError('PULL.UNSUPPORTED', `${system} is not read through an API`);
}
