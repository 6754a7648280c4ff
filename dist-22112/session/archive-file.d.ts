import type { Archive } from '../delivery/archive.ts';
import type { State } from '../state/state.ts';
/**
 * The archive of an entity; it is begun with the first row. Every run of the pipeline writes to the same one, so a row that
 * is in several exports is in it once.
 * @param archive in the state of the pipeline
 * @param onAppended called with the bytes of each append, once they are durable
 */
export declare function archiveFile({ state, name }: State['archive'], onAppended?: (bytes: Uint8Array) => void): Archive;
