import { type ZodType } from 'zod';
/**
 * Returns the schema that `make` makes, compiled when it is asked for first: schemas take longer to compile than most
 * commands take to start.
 */
export declare function compiled<T extends ZodType>(make: () => T): () => T;
