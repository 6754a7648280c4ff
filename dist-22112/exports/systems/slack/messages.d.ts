import type { MessageSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { RecordPlace, SourceMessage } from '../../neutral.ts';
/** Pinned messages in a list of conversations: each, by its `ts`. */
export type Pins = ReadonlyMap<string, NonNullable<SourceMessage['pinned']>>;
/** Facts about a message beside its row. */
export type MessageContext = {
    readonly conversation: string;
    readonly pins: Pins | undefined;
    readonly paths: FilePaths;
    readonly bots: ReadonlyMap<string, string>;
};
/** Hands on the message of a row. */
export declare function readMessage(row: ExportObject, context: MessageContext, sink: MessageSink, place: RecordPlace): void;
/** Files that exporters have put into the export: of each, the path by its id. */
type FilePaths = ReadonlyMap<string, string>;
export declare function filePaths(all: readonly {
    readonly name: string;
}[]): FilePaths;
export {};
