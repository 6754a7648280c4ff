import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** The command line, the target, the time and the version: everything needed to repeat the command. */
export declare function originSection({ command, commandLine, pipeline, target, startedAt, exitCode, run, inputs, files, verification, }: Report): Section;
