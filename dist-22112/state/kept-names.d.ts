import type { EntityName } from '../input/entities/entity.ts';
/** Name of the checkpoint in the state of a pipeline, or of a retry of its rejects. */
export declare const CHECKPOINT_NAME = "checkpoint.json";
/** Name of the ledger's log in the state of a pipeline. */
export declare const LEDGER_NAME = "ledger.log";
/** Name of the log of what rows had that were there before us, in the state of a pipeline. */
export declare const FORMER_NAME = "former.ndjson";
/** Name of the index of shards in the state of a pipeline: once it is there, they write. */
export declare const SHARD_INDEX_NAME = "shards/index.json";
/** Name of the archive in the state of a pipeline. */
export declare const ARCHIVE_NAME = "archive/messages.ndjson";
/** Name of the key file of an entity. */
export declare const keysName: (entity: EntityName) => string;
/** Name of a rejects file, which a checkpoint knows without its folder. */
export declare const rejectsName: (name: string) => string;
