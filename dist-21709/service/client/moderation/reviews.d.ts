import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery } from './review-list.ts';
declare const blockedShape: z.ZodObject<{
    ruleId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    ruleName: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    revisionId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    condition: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    message: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
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
    }, z.core.$loose>>, z.ZodTransform<{
        [x: string]: unknown;
        id: string;
        muid?: string | undefined;
        conversationId?: string | undefined;
        sender?: string | undefined;
        receiverType?: string | undefined;
        receiver?: string | undefined;
        category?: string | undefined;
        type?: string | undefined;
        data?: {
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
        } | undefined;
        sentAt?: number | undefined;
        deliveredAt?: number | undefined;
        readAt?: number | undefined;
        editedAt?: number | undefined;
        editedBy?: string | undefined;
        deletedAt?: number | undefined;
        deletedBy?: string | undefined;
        updatedAt?: number | undefined;
        parentId?: string | undefined;
        replyCount?: number | undefined;
        pinnedAt?: number | undefined;
        pinnedBy?: string | undefined;
        savedAt?: number | undefined;
        quotedMessageId?: string | undefined;
        quotedMessage?: Record<string, unknown> | undefined;
        tags?: string[] | undefined;
    } | undefined, {
        [x: string]: unknown;
        id: string;
        muid?: string | undefined;
        conversationId?: string | undefined;
        sender?: string | undefined;
        receiverType?: string | undefined;
        receiver?: string | undefined;
        category?: string | undefined;
        type?: string | undefined;
        data?: {
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
        } | undefined;
        sentAt?: number | undefined;
        deliveredAt?: number | undefined;
        readAt?: number | undefined;
        editedAt?: number | undefined;
        editedBy?: string | undefined;
        deletedAt?: number | undefined;
        deletedBy?: string | undefined;
        updatedAt?: number | undefined;
        parentId?: string | undefined;
        replyCount?: number | undefined;
        pinnedAt?: number | undefined;
        pinnedBy?: string | undefined;
        savedAt?: number | undefined;
        quotedMessageId?: string | undefined;
        quotedMessage?: Record<string, unknown> | undefined;
        tags?: string[] | undefined;
    } | null>>>;
    action: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    blockedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    appId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * A message that a rule has blocked, or for which a moderator has made a decision.
 * @useDeclaredType
 */
export type BlockedMessage = Readonly<z.output<typeof blockedShape>>;
declare const flaggedShape: z.ZodObject<{
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
    appId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    flaggedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{
        uid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        avatar: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        role: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        reasonId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        reasonName: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        remark: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        flaggedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    }, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
        uid?: string | undefined;
        name?: string | undefined;
        avatar?: string | undefined;
        role?: string | undefined;
        reasonId?: string | undefined;
        reasonName?: string | undefined;
        description?: string | undefined;
        remark?: string | undefined;
        flaggedAt?: number | undefined;
    }[] | undefined, {
        [x: string]: unknown;
        uid?: string | undefined;
        name?: string | undefined;
        avatar?: string | undefined;
        role?: string | undefined;
        reasonId?: string | undefined;
        reasonName?: string | undefined;
        description?: string | undefined;
        remark?: string | undefined;
        flaggedAt?: number | undefined;
    }[] | null>>>;
    flaggedCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A flagged message, with the users who flagged it and their reasons.
 * @useDeclaredType
 */
export type FlaggedMessage = Readonly<z.output<typeof flaggedShape>>;
export type BlockedReview = {
    readonly status: 'approved' | 'rejected';
    /**
     * Removes the message from the list of messages that wait for a review.
     * @default true
     */
    readonly reviewed?: boolean;
};
/** Messages that rules have blocked. */
export declare const blockedMessages: (call: Caller) => {
    list: (query?: ModerationQuery, options?: AsApp) => Listing<BlockedMessage>;
    /** Approves a blocked message, or leaves it blocked. */
    review: (id: string, review: BlockedReview, options?: AsApp) => ApiPromise<Acknowledgement>;
};
/** Messages that users, or rules, have flagged. */
export declare const flaggedMessages: (call: Caller) => {
    list: (query?: ModerationQuery, options?: AsApp) => Listing<FlaggedMessage>;
    /** Reviews a flagged message. `approved`: it stays visible; `disapproved`: it is hidden. */
    review: (id: string, status: 'approved' | 'disapproved', options?: AsApp) => ApiPromise<Acknowledgement>;
};
/** Messages that a moderator has decided about. */
export declare const reviewedMessages: (call: Caller) => {
    list: (query?: ModerationQuery, options?: AsApp) => Listing<BlockedMessage>;
};
export {};
