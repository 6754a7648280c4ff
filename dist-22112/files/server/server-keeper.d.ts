import type { Keeper, KeptBelow, KeptHolder, Lease } from '../../system/keeper.ts';
import type { System } from '../../system/system.ts';
import type { FolderChanges } from './changes.ts';
import type { Database } from './database.ts';
import type { LocalCopy } from './local-copy.ts';
import type { StateServer } from './state-server.ts';
/** A state on a server, with its name there and the copy of it here. */
export type ServerState = {
    readonly server: StateServer;
    readonly name: string;
    readonly database: Database;
    readonly copy: LocalCopy;
    readonly changes: FolderChanges;
    /** The path of the lock file of the copy. */
    readonly lock: string;
    readonly system: System;
};
/**
 * Takes a state from its server, sends changes of it, and gives it back. Each send is one transaction with an image of one
 * moment, which the server takes only from the holder of the present epoch: what it has is always what a machine that lost its
 * power would have on its disk.
 */
export declare class ServerKeeper implements Keeper {
    #private;
    readonly lock: string;
    constructor(state: ServerState);
    /** Resolves once every change so far is on the server; at once while the state is not ours. */
    send: () => Promise<void>;
    take(record: string, gone: string | undefined): Promise<Lease | undefined>;
    /** Sends what was changed while the state was not ours, if nobody has it: such as a report that was written again. */
    settle(record: string): Promise<void>;
    holder(): Promise<KeptHolder | undefined>;
    below(document: string): Promise<readonly KeptBelow[]>;
    free(record: string): Promise<boolean>;
}
