import type { Origin } from './origin.ts';

/** The old systems that are read through their API, in order of name; each is loaded by who needs it. */
export const origins = {
  sendbird: async () => (await import('./sendbird/sendbird.ts')).sendbird,
  service: async () => (await import('./service/other-app.ts')).serviceOrigin,
  stream: async () => (await import('./stream/stream.ts')).stream,
  twilio: async () => (await import('./twilio/twilio.ts')).twilio,
} as const satisfies Readonly<Record<string, () => Promise<Origin>>>;

/** Their names, as pipeline files have them in `sources.export.system` beside `api`. */
export const originNames: readonly string[] = Object.keys(origins);
