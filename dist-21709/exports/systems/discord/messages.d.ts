import type { ExportObject } from '../../files/export-rows.ts';
import type { SourceMessage } from '../../neutral.ts';
import { type Folder } from './files.ts';
import { type Names } from './people.ts';
/** Facts about a message beside its row. */
export type MessageContext = {
    /** The id of its channel; empty if the document does not say it. */
    readonly conversation: string;
    readonly folder: Folder;
    readonly names: Names;
};
export declare function messageFrom(row: ExportObject, context: MessageContext): SourceMessage;
