import { type ReceiverType } from '../stores/conversation-store.ts';
import * as field from '../wire/field.ts';
/** The kinds of calls, how they are held, and how they end. */
export declare const CALL_TYPES: readonly ['audio', 'video'];
export declare const CALL_MODES: readonly ['call', 'meet', 'presenter'];
export declare const CALL_STATUSES: readonly ['initiated', 'ongoing', 'ended', 'unanswered', 'rejected', 'canceled'];
/** A part of a call that was recorded or written down, Unix seconds, and the address of the file. */
export type CallFile = {
    readonly url: string;
    readonly startTime: number;
    readonly endTime: number;
};
/** Properties of a call when it is added. Times are Unix seconds. */
export type NewCall = {
    readonly type: (typeof CALL_TYPES)[number];
    readonly mode: (typeof CALL_MODES)[number];
    readonly status: (typeof CALL_STATUSES)[number];
    readonly receiverType: ReceiverType;
    readonly receiver: string;
    readonly initiator: string;
    readonly initiatedAt: number;
    readonly startedAt: number | null;
    readonly endedAt: number | null;
    readonly participants: readonly string[];
    readonly recordings: readonly CallFile[];
    readonly transcriptions: readonly CallFile[];
};
/** The record of a call as answers show it, with all of its transcriptions. */
export declare function callRecord(call: NewCall, region: string, appId: string): {
    sessionId: string;
    type: "audio" | "video";
    mode: "call" | "meet" | "presenter";
    receiverType: "group" | "user";
    receiver: string;
    initiator: string;
    status: "canceled" | "ended" | "initiated" | "ongoing" | "rejected" | "unanswered";
    totalAudioMinutes: number;
    totalVideoMinutes: number;
    totalDurationInMinutes: number;
    totalDuration: string;
    totalParticipants: number;
    hasRecording: boolean;
    hasTranscription: boolean;
    initiatedAt: number;
    startedAt?: number;
    endedAt?: number;
    mid: `${string}-${string}-${string}-${string}-${string}`;
    participants: {
        uid: string;
        deviceId: `${string}-${string}-${string}-${string}-${string}`;
        isJoined: boolean;
        joinedAt?: number;
        leftAt?: number;
        mid: `${string}-${string}-${string}-${string}-${string}`;
        state: string;
        totalAudioMinutes: number;
        totalVideoMinutes: number;
        totalDuration: number;
        totalDurationInMinutes: number;
    }[];
    recordings: {
        rid: `${string}-${string}-${string}-${string}-${string}`;
        duration: number;
        startTime: number;
        endTime: number;
        recording_url: string;
    }[];
    transcriptions: {
        roomName: string;
        tid: `${string}-${string}-${string}-${string}-${string}`;
        startTime: number;
        endTime: number;
        transcriptDate: string;
        transcriptUrl: string;
    }[];
};
/** The record of a call. */
export type CallRecord = ReturnType<typeof callRecord>;
/** The body of the call that adds a record. */
export declare const NEW_CALL: field.Shape<field.FieldValues<{
    readonly initiator: field.Field<string>;
    readonly receiver: field.Field<string>;
    readonly receiverType: field.Field<"group" | "user" | null>;
    readonly type: field.Field<"audio" | "video" | null>;
    readonly mode: field.Field<"call" | "meet" | "presenter" | null>;
    readonly status: field.Field<"canceled" | "ended" | "initiated" | "ongoing" | "rejected" | "unanswered" | null>;
    readonly initiatedAt: field.Field<number | null>;
    readonly startedAt: field.Field<number | null>;
    readonly endedAt: field.Field<number | null>;
    readonly participants: field.Field<readonly string[]>;
    readonly recordings: field.Field<readonly CallFile[]>;
    readonly transcriptions: field.Field<readonly CallFile[]>;
}>>;
