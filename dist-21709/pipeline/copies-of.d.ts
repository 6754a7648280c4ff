import type { Workplace } from './open/opening.ts';
import type { Pipeline } from './pipeline.ts';
import type { Copies } from './remote/copies.ts';
/**
 * Makes the sources of a pipeline that are on servers files of this machine, before anything opens them; a copy that is there
 * is asked about, and kept if it is still what the server has.
 * @throws RunError `SOURCE.*`; the reason of the signal
 */
export declare function copiesOf({ sources, idMap, remotes, stateFolder }: Pipeline, workplace: Workplace): Promise<Copies>;
