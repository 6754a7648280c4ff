import { z } from 'zod';
import { flag, maybe } from './field.ts';

/** The answer of a call that returns no data. */
export const acknowledgementShape = z
  .looseObject({ success: maybe(flag), message: maybe(z.string()), Message: maybe(z.string()) })
  // One documented example writes the property with a capital letter.
  .transform(({ Message, ...rest }) => (Message === undefined ? rest : { message: Message, ...rest }));

/**
 * The response of a call that only reports success: `success` and, in most calls, a readable `message`.
 * @useDeclaredType
 */
export type Acknowledgement = Readonly<z.output<typeof acknowledgementShape>>;
