import { RunError } from '../errors/run-error.ts';
import type { LiveOrigin } from './live/live-origin.ts';

/** The systems whose events are read, by their names in pipeline files; loaded when one is needed. */
const liveOrigins: Readonly<Record<string, () => Promise<LiveOrigin>>> = {
  sendbird: async () => (await import('./sendbird/live/sendbird-live.ts')).sendbirdLive,
  service: async () => (await import('./service/live/app-live.ts')).serviceLive,
  stream: async () => (await import('./stream/live/stream-live.ts')).streamLive,
  twilio: async () => (await import('./twilio/live/twilio-live.ts')).twilioLive,
};

/** True if events of a system are read. */
export const isLiveSystem = (system: string): boolean => Object.hasOwn(liveOrigins, system);

/**
 * Finds what reads the events of a system.
 * @throws RunError `LIVE.UNSUPPORTED`
 */
export async function liveOriginOf(system: string): Promise<LiveOrigin> {
  const load = isLiveSystem(system) ? liveOrigins[system] : undefined;
  if (load) return await load();
  throw withoutEvents(system);
}

/**
 * Finds what tells who sent an event of a system, and no more than that: a receiver needs nothing else.
 * @throws RunError `LIVE.UNSUPPORTED`
 */
export async function senderCheckOf(system: string): Promise<Pick<LiveOrigin, 'isGenuine'>> {
  if (system !== 'service') return await liveOriginOf(system);
  const { isLogin } = await import('./service/live/is-login.ts');
  return { isGenuine: isLogin };
}

/** The error of a system whose events are not read. */
export const withoutEvents = (system: string): RunError =>
  new RunError(
    'LIVE.UNSUPPORTED',
    `${system} has no events that are read here; these have: ${Object.keys(liveOrigins).join(', ')}`,
  );
