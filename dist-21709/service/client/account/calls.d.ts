import { z } from 'zod';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, MayAct } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const transcriptionShape: z.ZodObject<{
    tid: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    roomName: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    startTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    endTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    transcriptDate: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    transcriptUrl: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * The text of a call, or of a part of it. Unknown properties are kept.
 * @useDeclaredType
 */
export type Transcription = Readonly<z.output<typeof transcriptionShape>>;
declare const shape: z.ZodObject<{
    sessionId: z.ZodString;
    type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    mode: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    receiverType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    receiver: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    initiator: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    initiatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    startedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    endedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    totalAudioMinutes: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    totalVideoMinutes: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    totalDurationInMinutes: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodNumber>, z.ZodTransform<number | undefined, number | null>>>;
    totalParticipants: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    hasRecording: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    hasTranscription: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    participants: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
        uid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    }, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
        uid?: string | undefined;
    }[] | undefined, {
        [x: string]: unknown;
        uid?: string | undefined;
    }[] | null>>>;
    recordings: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
        rid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
        recording_url: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    }, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
        rid?: string | undefined;
        recording_url?: string | undefined;
    }[] | undefined, {
        [x: string]: unknown;
        rid?: string | undefined;
        recording_url?: string | undefined;
    }[] | null>>>;
    transcriptions: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
        tid: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
        roomName: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        startTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        endTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        transcriptDate: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        transcriptUrl: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    }, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
        tid: string;
        roomName?: string | undefined;
        startTime?: number | undefined;
        endTime?: number | undefined;
        transcriptDate?: string | undefined;
        transcriptUrl?: string | undefined;
    }[] | undefined, {
        [x: string]: unknown;
        tid: string;
        roomName?: string | undefined;
        startTime?: number | undefined;
        endTime?: number | undefined;
        transcriptDate?: string | undefined;
        transcriptUrl?: string | undefined;
    }[] | null>>>;
}, z.core.$loose>;
/**
 * The record of a call. Only the session id is always present. Unknown properties are kept.
 * @useDeclaredType
 */
export type CallRecord = Readonly<z.output<typeof shape>>;
export type CallQuery = PageQuery & {
    readonly type?: 'audio' | 'video';
    readonly mode?: 'call' | 'meet' | 'presenter';
    readonly status?: string;
    readonly receiverType?: 'user' | 'group';
    readonly participantsCount?: number;
    /** Seconds since 1970. */
    readonly startedAt?: number;
    readonly endedAt?: number;
    readonly hasRecording?: boolean;
    readonly hasTranscription?: boolean;
    readonly uid?: string;
};
/** Records of audio and video calls. */
export declare const calls: (call: Caller) => {
    list: (query?: CallQuery, options?: MayAct) => Listing<CallRecord>;
    get: (sessionId: string, options?: MayAct) => ApiPromise<CallRecord>;
    /** Lists the transcriptions of a call. The service makes them after the call has ended. */
    transcriptions: (sessionId: string, query?: PageQuery, options?: MayAct) => Listing<Transcription>;
};
export {};
