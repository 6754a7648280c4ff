import { RunError } from '../errors/run-error.ts';
import type { Origin } from './origin.ts';
import { sendbird } from './sendbird/sendbird.ts';
import { serviceOrigin } from './service/other-app.ts';
import { stream } from './stream/stream.ts';
import { twilio } from './twilio/twilio.ts';

/** The old systems that are read through their API, in order of name. */
const origins: Readonly<Record<string, Origin>> = { sendbird, service: serviceOrigin, stream, twilio };

/**
 * Finds what reads an old system through its API.
 * @throws RunError `PULL.UNSUPPORTED`
 */
export function originOf(system: string): Origin {
  const origin = Object.hasOwn(origins, system) ? origins[system] : undefined;
  if (origin) return origin;
  throw new RunError('PULL.UNSUPPORTED', `${system} is not read through an API`);
}
