import { z } from 'zod';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
declare const usageShape: z.ZodObject<{
    metrics: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
        audio_minutes: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        video_minutes: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        recorded_minutes: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        active_users: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        concurrent_users: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    }, z.core.$loose>>, z.ZodTransform<{
        [x: string]: unknown;
        audio_minutes?: number | undefined;
        video_minutes?: number | undefined;
        recorded_minutes?: number | undefined;
        active_users?: number | undefined;
        concurrent_users?: number | undefined;
    } | undefined, {
        [x: string]: unknown;
        audio_minutes?: number | undefined;
        video_minutes?: number | undefined;
        recorded_minutes?: number | undefined;
        active_users?: number | undefined;
        concurrent_users?: number | undefined;
    } | null>>>;
    time_range: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
        fromDate: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        toDate: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    }, z.core.$loose>>, z.ZodTransform<{
        [x: string]: unknown;
        fromDate?: number | undefined;
        toDate?: number | undefined;
    } | undefined, {
        [x: string]: unknown;
        fromDate?: number | undefined;
        toDate?: number | undefined;
    } | null>>>;
}, z.core.$loose>;
/**
 * The usage of an app in a period. Unknown properties are kept.
 * @useDeclaredType
 */
export type Usage = Readonly<z.output<typeof usageShape>>;
declare const messagesShape: z.ZodObject<{
    startTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    endTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    dataPoints: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
        startTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        endTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        messagesSent: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        readReceipts: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        deliveryReceipts: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    }, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
        startTime?: number | undefined;
        endTime?: number | undefined;
        messagesSent?: number | undefined;
        readReceipts?: number | undefined;
        deliveryReceipts?: number | undefined;
    }[] | undefined, {
        [x: string]: unknown;
        startTime?: number | undefined;
        endTime?: number | undefined;
        messagesSent?: number | undefined;
        readReceipts?: number | undefined;
        deliveryReceipts?: number | undefined;
    }[] | null>>>;
    appId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * Messages and receipts of the last hour. Times are milliseconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type MessageMetrics = Readonly<z.output<typeof messagesShape>>;
/** The first and the last time of a period as Unix times, both included. */
export type DateRange = {
    readonly fromDate: number;
    readonly toDate: number;
};
/** The use of an app. */
export declare const metrics: (call: Caller) => {
    /** Gets active users, concurrent users and call minutes of a period. */
    usage: (range: DateRange, options?: AsApp) => ApiPromise<Usage>;
    /** Gets messages and receipts of the last hour, for every five minutes. */
    messages: (options?: AsApp) => ApiPromise<MessageMetrics>;
};
export {};
