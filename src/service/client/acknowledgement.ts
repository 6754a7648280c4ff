import { fields, flag, maybe, reshaped, type ShapeOf, string } from './field.ts';

/** The answer of a call that returns no data. */
export const acknowledgementShape = reshaped(
  fields({ success: maybe(flag), message: maybe(string), Message: maybe(string) }),
  // One documented example writes the property with a capital letter.
  ({ Message, ...rest }) => (Message === undefined ? rest : { message: Message, ...rest }),
);

/**
 * The response of a call that only reports success: `success` and, in most calls, a readable `message`.
 * @useDeclaredType
 */
export type Acknowledgement = Readonly<ShapeOf<typeof acknowledgementShape>>;
