import type { EntityName } from '../../entities/entity.ts';
import type { CellReader, IdMap } from './context.ts';
import type { OwnId } from './refine.ts';
/**
 * Finds an app's own id for the texts of a field; undefined if the field holds no ids of users or groups.
 * @param receiverType reads whether the receiver of a row is a user or a group
 */
export declare function ownIdOf(idMap: IdMap | undefined, entity: EntityName, field: string, receiverType: CellReader): OwnId | undefined;
/** The uid of a person whose id stands in a text. */
export declare const uidOf: (idMap: IdMap | undefined) => (id: string) => string;
/** Names what an id map holds: another map gives the rows another meaning. */
export declare function idMapDigest(idMap: IdMap | undefined): string | undefined;
