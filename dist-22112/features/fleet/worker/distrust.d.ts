import { type OpenTo } from '../../../files/own-folder.ts';
import type { FleetJob } from '../queue/fleet-job.ts';
import type { WorkerConfig } from './worker-config.ts';
/**
 * Looks whether a pipeline is one that the user of the worker has put there: a file below the folders that the file of the
 * worker names under `pipelines`, which nobody else can change, with the very text of the job. What the file holds never
 * makes it trusted, because a worker itself writes texts that others have chosen: rejected rows, copies of files on servers,
 * prepared tables. No file in a hidden folder or in a state is trusted, wherever that is.
 * @returns why it is not trusted, and what would change that; undefined if it is
 */
export declare function distrustOf({ file, text }: Pick<FleetJob, 'file' | 'text'>, { pipelines }: Pick<WorkerConfig, 'pipelines'>): Promise<OpenTo | undefined>;
