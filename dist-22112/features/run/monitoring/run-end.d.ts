import { type NotifyClass } from '../../../pipeline/schema/notify-schema.ts';
import { type Report } from '../../../report/result/report.ts';
/** The facts to tell of a run when it starts and when it has ended. */
export type Moment = {
    readonly class: NotifyClass;
    readonly pipeline: string;
    readonly startedAt: Date;
    /** Absent at the start. */
    readonly end?: RunEnd;
};
/** The end of a run. */
export type RunEnd = {
    readonly exitCode: number;
    readonly finishedAt: Date;
    /** Absent if the run failed before it had one. */
    readonly report?: Report | undefined;
    readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly hint: string;
    } | undefined;
};
/** The class of an exit code. */
export declare const classOf: (exitCode: number) => NotifyClass;
/** The end of a run that has thrown; whoever prints the error gives it the same exit code. */
export declare function endByError(thrown: unknown, signal: AbortSignal, finishedAt: Date): RunEnd;
/** The summary without a template: a JSON document. */
export declare function summaryOf({ class: kind, pipeline, startedAt, end, }: Moment): Readonly<Record<string, unknown>>;
/** Fills the placeholders in all texts of a template; what is not known yet is empty. */
export declare function filled(template: unknown, moment: Moment): unknown;
