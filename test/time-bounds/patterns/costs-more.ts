import { runInNewContext } from 'node:vm';

/** An attack that the checker proposes: pieces, each repeated so many times. */
type Attack = {
  readonly pumps: readonly { readonly prefix: string; readonly pump: string }[];
  readonly suffix: string;
};

const CHARS = 400_000;
/** Linear patterns take some milliseconds, quadratic ones minutes. */
const TIME_MS = 2_000;

/**
 * True if the engine needs more than linear time for a text of an attack. The checker tries the patterns that it cannot prove
 * on a matcher of its own, and takes some for slow that are not.
 */
export function costsMore(source: string, flags: string, { pumps, suffix }: Attack): boolean {
  const chars = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(CHARS / chars)).join('') + suffix;
  try {
    runInNewContext(
      'text.replace(new RegExp(source, flags), "")',
      { text, source, flags },
      { timeout: TIME_MS },
    );
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
}
