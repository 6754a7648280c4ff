import { type Report } from '../result/report.ts';
import { type Markup } from './markup.ts';
/** The result of a command in one line. */
export declare function verdict(report: Report): string;
/** The top of the page: the result in one line and in numbers. */
export declare function headline(report: Report): Markup;
