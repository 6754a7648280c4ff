import type { Entity } from '../input/entities/entity.ts';
/** The key as the ledger and the service store it: ids in lower case, the key of a message as written. */
export declare const ledgerKeyOf: ({ keyCase }: Pick<Entity, 'keyCase'>, key: string) => string;
