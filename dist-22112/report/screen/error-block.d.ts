import type { Stderr } from '../../terminal/context.ts';
/**
 * The text of an error that ended the command: code, place, reason and next step.
 * Only on a terminal it is folded: programs that read it look at whole lines.
 */
export declare function errorBlock(error: {
    code: string;
    message: string;
    hint: string;
    where?: {
        file: string;
        line?: number | undefined;
        column?: number | undefined;
    } | undefined;
}, terminal: Pick<Stderr, 'errStyle' | 'live' | 'columns'>): string;
