import { z } from 'zod';
import { flag, maybe } from './field.ts';

/** What a call answers that has nothing to give back. */
export const acknowledgementShape = z
  .looseObject({ success: maybe(flag), message: maybe(z.string()), Message: maybe(z.string()) })
  // One documented example writes the member in upper case.
  .transform(({ Message, ...rest }) => ({ ...rest, message: rest.message ?? Message }));

/** `success`, and a `message` for people. */
export type Acknowledgement = Readonly<z.output<typeof acknowledgementShape>>;
