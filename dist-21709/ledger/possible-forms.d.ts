import type { Data } from '../input/entities/entity.ts';
/** True if a row has more tags than are tried in every order. */
export declare const hasManyTags: ({ tags }: Data) => boolean;
/** The other orders of tags: services show them in any order. */
export declare function otherOrders(tags: readonly unknown[]): readonly (readonly unknown[])[];
/** The same without some of its members, those without the fewest first: others may have added them. */
export declare function withFewerMembers(members: Data): readonly Data[];
