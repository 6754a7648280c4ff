import type { DeadLetter } from '../delivery/dead-letter.ts';
import type { Step } from '../delivery/plan.ts';
import { type StateStore } from '../files/state/state-store.ts';
import type { Entity } from '../input/entities/entity.ts';
/** The step that the rejects files of an entity are about. */
type RejectsStep = Pick<Step, 'sources' | 'placeOf'> & {
    readonly pathOf?: Step['pathOf'] | undefined;
    readonly entity: Pick<Entity, 'name'>;
    readonly origins?: Step['origins'] | undefined;
};
/**
 * The rejects files of one entity; each is begun at the first reject.
 * @param state of the run, or of the retry
 * @param placeOf where a row came from, for the columns `_file`, `_line` and `_row`
 * @param pathOf the path of a file with a short name, relative to the pipeline; the name itself if absent
 * @param onAppended called with the name in the state and the bytes of each append, once they are durable
 * @param nameOf the name of a file in the state
 */
export declare function rejectsFiles(state: StateStore, { entity, sources, placeOf, pathOf, origins }: RejectsStep, onAppended?: (name: string, bytes: Uint8Array) => void, nameOf?: (file: string) => string): DeadLetter;
export {};
