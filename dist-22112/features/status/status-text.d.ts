import type { Runtime, Stdout } from '../../terminal/context.ts';
import { type Status } from './find-status.ts';
/**
 * A status for people.
 * @param file the pipeline file as typed
 */
export declare function statusText(found: Status, file: string, { style, system: { clock } }: Pick<Runtime, 'system'> & Pick<Stdout, 'style'>): string;
