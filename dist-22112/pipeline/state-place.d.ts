import type { StateServer } from '../files/server/state-server.ts';
import { type PipelineReference } from './reference.ts';
/** The form of a pipeline's name, which is also that of a folder. */
export declare const PIPELINE_NAME: RegExp;
/** The folder of copies of files on servers, in that of what is prepared. */
export declare const COPIES_NAME = "remote";
/** The list of the files of an export that no address leads to, in the state folder. */
export declare const ATTACHMENTS_NAME = "attachments.csv";
/** The name of a pipeline's state: each of its targets has one. */
export declare const stateNameOf: (name: string, to: string | undefined) => string;
/** The pipeline's own state folder, absolute. */
export declare const stateFolderOf: ({ file, to }: PipelineReference, { name, state }: {
    readonly name: string;
    readonly state?: string | undefined;
}) => string;
/** A database that keeps a state, under a name. */
export type StateOnServer = {
    readonly server: StateServer;
    readonly name: string;
    /** The folder that it is in without `state:`, from which it is moved; absent for a state below another one. */
    readonly before?: string;
};
/** Things that a command needs that reads nothing but the state of a pipeline. */
export type StatePlace = {
    readonly name: string;
    readonly stateFolder: string;
    /** Server that keeps it, if the folder is a copy. */
    readonly stateServer?: {
        readonly server: StateServer;
        readonly name: string;
    } | undefined;
    /** Present if it is a sync. */
    readonly sync?: object | undefined;
};
/**
 * Reads from a pipeline file where its state is, and nothing else: the schema of the rest takes longer to load than such a
 * command takes. Undefined if that is not plain to see (code, variables of the environment, a mistake): then the file has to
 * be opened as a whole, which also explains what is wrong.
 */
export declare function readStatePlace(reference: string): StatePlace | undefined;
/** The names of the targets in a pipeline file; none if that is not plain to see. */
export declare function readTargetNames(file: string): readonly string[];
/** The name in the text of a pipeline file; undefined if that is not plain to see. */
export declare function readPipelineName(text: string): string | undefined;
