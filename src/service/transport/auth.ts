import { RunError } from '../../errors/run-error.ts';
import { causeWithoutKeys, keyed, type ManagementKeys, scrubOf } from './keyed.ts';
import type { Secret } from './secret.ts';
import type { Layer } from './transport.ts';

/**
 * Adds the keys to the requests of a run, as `keyed` does, and removes them from the errors that end it: those may quote
 * the service.
 */
export function auth(keys: Secret | ManagementKeys): Layer {
  const add = keyed(keys);
  const scrub = scrubOf(keys);
  return (next) => {
    const transport = add(next);
    return async (request, signal) => {
      try {
        return await transport(request, signal);
      } catch (error) {
        if (!(error instanceof RunError)) throw error;
        const { code, message, hint, where } = error;
        const cause = causeWithoutKeys(error.cause, scrub);
        throw new RunError(code, scrub(message), { hint, cause, where });
      }
    };
  };
}
