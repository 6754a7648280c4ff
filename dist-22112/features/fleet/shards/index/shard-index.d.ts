import { z } from 'zod';
import type { KeptBytes } from '../../../../files/state/state-store.ts';
import type { Files } from '../../../../system/files.ts';
declare const schema: z.ZodObject<{
    version: z.ZodLiteral<1>;
    id: z.ZodString;
    lineage: z.ZodString;
    shards: z.ZodInt;
    ledger: z.ZodObject<{
        secret: z.ZodString;
        digest: z.ZodOptional<z.ZodEnum<{
            sha256: "sha256";
            siphash: "siphash";
        }>>;
        begun: z.ZodNumber;
    }, z.core.$strip>;
    moved: z.ZodInt;
    files: z.ZodArray<z.ZodObject<{
        entity: z.ZodEnum<{
            bans: "bans";
            blocks: "blocks";
            friends: "friends";
            groups: "groups";
            members: "members";
            messages: "messages";
            pins: "pins";
            reactions: "reactions";
            receipts: "receipts";
            roles: "roles";
            tokens: "tokens";
            users: "users";
        }>;
        file: z.ZodInt;
        head: z.ZodObject<{
            bytes: z.ZodInt;
            lines: z.ZodInt;
        }, z.core.$strip>;
        isDivisible: z.ZodBoolean;
        sections: z.ZodArray<z.ZodObject<{
            from: z.ZodInt;
            bytes: z.ZodInt;
            runs: z.ZodInt;
            rows: z.ZodInt;
            last: z.ZodInt;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** A file whose rows are divided. */
export type DividedFile = ShardIndex['files'][number];
/** Which rows each shard of a run has. */
export type ShardIndex = z.infer<typeof schema>;
/** Paths and names of what the shards of a pipeline keep, in the folder `shards` of its state. */
export declare const shardsFolder: (stateFolder: string) => string;
/** The name of the runs of a shard. */
export declare const runsName: (shard: number) => string;
/** The index of a pipeline's shards; undefined if there is none. @throws RunError `STATE.CORRUPT` */
export declare function readIndex(stateFolder: string, files: Files): Promise<ShardIndex | undefined>;
/** Writes the index: from then on, the run is divided. */
export declare const saveIndex: (stateFolder: string, index: ShardIndex, files: Files) => Promise<void>;
/** Opens the runs of a shard. @throws RunError `STATE.CORRUPT` */
export declare function openRuns(stateFolder: string, shard: number, files: Files): KeptBytes;
export {};
