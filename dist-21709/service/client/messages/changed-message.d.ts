import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { type Message } from './message.ts';
/**
 * A message after a change, with `editedAt` and `editedBy`, or `deletedAt` and `deletedBy`. Only its id is always
 * present.
 */
export type ChangedMessage = Message & {
    /** The message of the category `action` that the change added to the history; absent if there is none. */
    readonly actionMessage?: Message | undefined;
};
/** The answer to a deletion: a permanent one may be acknowledged without a message. */
export declare const deletionShape: z.ZodUnion<readonly [z.ZodObject<{
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
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    parentId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    replyCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    pinnedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    pinnedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    savedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    quotedMessageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    quotedMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
}, z.core.$loose>, z.ZodObject<{
    success: z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>;
}, z.core.$loose>]>;
/**
 * Reads the answer to a change. The service answers with the action message, and the changed message lies within
 * (`data.entities.on.entity`), where some answers have no more than its id.
 * @param id of the changed message
 */
export declare const changedMessage: (id: string) => ({ data }: Answer<z.output<typeof deletionShape>>) => ChangedMessage;
