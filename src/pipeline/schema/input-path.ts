import { z } from 'zod';
import { urlProblem } from '../remote/remote-url.ts';

/** A file that a pipeline reads: a path, or an address. */
export const inputPath = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    const message = urlProblem(value);
    // Without the value, which may have a secret.
    if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
  });
