import type { Entity, EntityName } from '../../input/entities/entity.ts';
import type { Affixes, Rule } from '../rules.ts';
import type { Texts } from './texts.ts';
/** Rules for what is made of the records of a file besides facts. */
export type WriteRules = {
    readonly entity: Entity;
    /** The key of the versions, 16 bytes. */
    readonly sipKey: Buffer;
};
/**
 * Writes what assembly/write.ts needs to write records: for each check a part of the JSON, the parts of the key and of the
 * conversation, and the steps of both versions.
 * @returns the address of the plan
 */
export declare function writeWritePlan({ entity, sipKey }: WriteRules, rules: readonly Rule[], texts: Texts): number;
/** The JSON that is written for one field: `"name":` and the value between these two. */
type Part = {
    readonly before: Uint8Array;
    readonly after: Uint8Array;
    readonly affixes: Affixes | undefined;
    /** Complete members by the words of the cell; the last one is the fallback. */
    readonly words: readonly {
        readonly cell: Uint8Array | undefined;
        readonly member: Uint8Array;
    }[];
};
/** The JSON that is written for the field of a rule. */
export declare function jsonPartOf(entity: EntityName, { field, cellRule, fallback }: Rule): Part;
export {};
