import type { Layer } from './transport.ts';
/**
 * Ends a run if the service refuses the key, the plan or the address: no row is at fault, and no further row can be
 * imported. Only for the importer; a program that makes single calls gets such an answer as any other.
 * @throws RunError `AUTH.REFUSED`, `SERVICE.NOT_THE_API`
 */
export declare function stopOnRefusal(): Layer;
