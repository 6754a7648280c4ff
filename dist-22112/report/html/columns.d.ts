import type { Profile } from '../result/profile.ts';
import { type Section } from './markup.ts';
/** Lists the columns of every file: fields, fill rates, lengths and forms of times. */
export declare function columnsSection({ files }: Profile): Section | undefined;
