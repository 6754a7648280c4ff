import { z } from 'zod';
import { flag, maybe } from '../field.ts';

/** The answer of a call that only says that it succeeded. */
export const done = z.looseObject({ success: maybe(flag) });

/**
 * Unknown properties are kept.
 * @useDeclaredType
 */
export type Done = Readonly<z.output<typeof done>>;
