import type { ExportInput } from '../../../export-reader.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import { type SomeAnswers } from './answers.ts';
/** Subject of a pass over the chunks; the other chunks are not parsed. */
export type Part = 'users' | 'conversations' | 'messages';
/** Passes what one file has of a part. */
export declare function passChunks(file: ExportFile, part: Part, taker: SomeAnswers, input: Pick<ExportInput, 'files' | 'signal'>): Promise<void>;
