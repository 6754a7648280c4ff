import type { Problem } from '../../../input/rows/row.ts';
import type { SourceMessage } from '../../neutral.ts';
import type { MessageShape } from '../../tally.ts';
import type { Cells } from '../export-table.ts';
import { type FilesOfMessage } from './attachments.ts';
import { type MessageDeps } from './message-marks.ts';
export declare const MESSAGE_COLUMNS: string[];
/** Outcome of a message: rows for the table of messages, or an error for its place in that table, or nothing. */
export type MessageRows = {
    readonly rows: readonly Cells[];
    readonly problem?: Problem;
    /** The only row of a message that is left out: it says that the message was deleted. */
    readonly deleted?: Cells;
    readonly shape: MessageShape;
    /** Its files that no address leads to; absent if there are none. */
    readonly unreached?: FilesOfMessage['unreached'];
};
/** Turns messages of an export into rows. */
export declare class MessageMaker {
    #private;
    constructor(deps: MessageDeps);
    keyOf({ id, conversation }: Pick<SourceMessage, 'id' | 'conversation'>): string;
    make(message: SourceMessage): MessageRows;
}
