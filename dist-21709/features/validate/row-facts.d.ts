import type { Data, Entity } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { type Facts } from '../../prefilter/facts.ts';
/** Fills `facts` from a row that is valid by itself. */
export declare function fillFacts(facts: Facts, entity: Entity, row: Row, data: Data, mapping: Mapping, content: number): void;
