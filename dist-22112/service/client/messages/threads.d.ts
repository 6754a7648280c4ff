import type { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, Caller, MayAct } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type Message, type NewMessage } from './message.ts';
import type { MessageQuery } from './messages.ts';
declare const threadShape: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    muid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    sender: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    receiverType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    receiver: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    category: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    data: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodObject<{
        text: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
        attachments: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
            url: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
            name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
            mimeType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
            extension: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
            size: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        }, z.core.$loose>>>, z.ZodTransform<{
            [x: string]: unknown;
            url?: string | undefined;
            name?: string | undefined;
            mimeType?: string | undefined;
            extension?: string | undefined;
            size?: number | undefined;
        }[] | undefined, {
            [x: string]: unknown;
            url?: string | undefined;
            name?: string | undefined;
            mimeType?: string | undefined;
            extension?: string | undefined;
            size?: number | undefined;
        }[] | null>>>;
        action: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        reactions: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
            reaction: z.ZodString;
            count: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        }, z.core.$loose>>>, z.ZodTransform<{
            [x: string]: unknown;
            reaction: string;
            count?: number | undefined;
        }[] | undefined, {
            [x: string]: unknown;
            reaction: string;
            count?: number | undefined;
        }[] | null>>>;
        moderation: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
            status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
            rule: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
                id: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
                name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
            }, z.core.$loose>>, z.ZodTransform<{
                [x: string]: unknown;
                id?: string | undefined;
                name?: string | undefined;
            } | undefined, {
                [x: string]: unknown;
                id?: string | undefined;
                name?: string | undefined;
            } | null>>>;
        }, z.core.$loose>>, z.ZodTransform<{
            [x: string]: unknown;
            status?: string | undefined;
            rule?: {
                [x: string]: unknown;
                id?: string | undefined;
                name?: string | undefined;
            } | undefined;
        } | undefined, {
            [x: string]: unknown;
            status?: string | undefined;
            rule?: {
                [x: string]: unknown;
                id?: string | undefined;
                name?: string | undefined;
            } | undefined;
        } | null>>>;
        entities: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    }, z.core.$loose>, unknown>>, z.ZodTransform<{
        [x: string]: unknown;
        text?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        attachments?: {
            [x: string]: unknown;
            url?: string | undefined;
            name?: string | undefined;
            mimeType?: string | undefined;
            extension?: string | undefined;
            size?: number | undefined;
        }[] | undefined;
        action?: string | undefined;
        reactions?: {
            [x: string]: unknown;
            reaction: string;
            count?: number | undefined;
        }[] | undefined;
        moderation?: {
            [x: string]: unknown;
            status?: string | undefined;
            rule?: {
                [x: string]: unknown;
                id?: string | undefined;
                name?: string | undefined;
            } | undefined;
        } | undefined;
        entities?: Record<string, unknown> | undefined;
    } | undefined, {
        [x: string]: unknown;
        text?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        attachments?: {
            [x: string]: unknown;
            url?: string | undefined;
            name?: string | undefined;
            mimeType?: string | undefined;
            extension?: string | undefined;
            size?: number | undefined;
        }[] | undefined;
        action?: string | undefined;
        reactions?: {
            [x: string]: unknown;
            reaction: string;
            count?: number | undefined;
        }[] | undefined;
        moderation?: {
            [x: string]: unknown;
            status?: string | undefined;
            rule?: {
                [x: string]: unknown;
                id?: string | undefined;
                name?: string | undefined;
            } | undefined;
        } | undefined;
        entities?: Record<string, unknown> | undefined;
    } | null>>>;
    sentAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    deliveredAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    readAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    editedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    editedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    deletedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    deletedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    parentId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    replyCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    pinnedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    pinnedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    savedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    quotedMessageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    quotedMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    lastReply: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    unreadRepliesCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    unreadMentionsCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A message with replies. Unknown properties are kept.
 * @useDeclaredType
 */
export type Thread = Readonly<z.output<typeof threadShape>>;
export type ThreadQuery = {
    /**
     * Number of rows in one request, 1 to 1,000.
     * @default 100
     */
    readonly limit?: number;
    /**
     * `prepend`: the most recently changed first; `append`: the least recently changed first.
     * @default 'prepend'
     */
    readonly affix?: 'append' | 'prepend';
    /** The list begins at this time, in seconds since 1970. */
    readonly updatedAt?: number;
    /** This field and those after it are only for a call on behalf of a user. */
    readonly participatedByMe?: boolean;
    readonly withUnreadReplyCount?: boolean;
    readonly withMentionCount?: boolean;
};
/** Threads: replies below a message, one level deep. */
export declare const threads: (call: Caller) => {
    /** @deprecated Use `listMessages`. */
    listReplies: (id: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /** Sends a reply to a message. Never retried automatically. */
    send: (id: string, message: NewMessage, options: Acting) => ApiPromise<Message>;
    /** Lists the replies to a message. */
    listMessages: (id: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /** Lists messages with replies: those of the acting user, or of the app. */
    list: (query?: ThreadQuery, options?: MayAct) => Listing<Thread>;
    /** Subscribes the acting user to a thread. */
    subscribe: (id: string, options: Acting) => ApiPromise<Acknowledgement>;
    /** Unsubscribes the acting user from a thread. */
    unsubscribe: (id: string, options: Acting) => ApiPromise<Acknowledgement>;
};
export {};
