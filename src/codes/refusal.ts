import type { CodeText } from './code.ts';

/** Every `SERVICE.<code>` of a row: what the service itself said, under its own code. */
export const serviceCode = {
  cause:
    'The service was asked and refused this row. The rest of the code is its own, the message is what it said.',
  fix: 'the service refused the row: correct what its message names, then retry the rejects',
  example: 'SERVICE.ERR_ALREADY_EXISTS  the row was there before, with other content',
} as const satisfies CodeText & { example: string };
