import { type ZodType, z } from 'zod';

/**
 * Returns the schema that `make` makes, compiled when it is asked for first: schemas take longer to compile than most
 * commands take to start.
 */
export function compiled<T extends ZodType>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= z.compile(make());
    return made;
  };
}
