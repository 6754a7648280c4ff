import type { ExportFile } from '../../../files/export-files.ts';
import { type MessageAnswers, type PeopleAnswers } from './answers.ts';
/** True if a database is an archive of slackdump's, of any version. */
export declare function isArchiveOfSlackdump(file: ExportFile): Promise<boolean>;
/** @throws RunError `EXPORT.FORM_UNSUPPORTED` for a database that lacks what is read of it */
export declare function refuseOtherSchema(file: ExportFile): Promise<void>;
/** Passes the people and conversations of an archive, of each the newest row. */
export declare function passPeople(file: ExportFile, taker: PeopleAnswers, signal: AbortSignal): Promise<void>;
/** Passes the messages of an archive, those of the newest chunk last. */
export declare function passMessages(file: ExportFile, taker: MessageAnswers, signal: AbortSignal): Promise<void>;
