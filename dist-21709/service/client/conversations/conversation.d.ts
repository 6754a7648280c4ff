import { z } from 'zod';
export declare const conversationShape: z.ZodObject<{
    conversationId: z.ZodString;
    conversationType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    unreadMessageCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    unreadMentionsCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    lastReadMessageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    latestMessageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    lastMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
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
    conversationWith: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
        uid: z.ZodString;
        name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        link: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        avatar: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
        status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        role: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        statusMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        lastActiveAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        deactivatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
        authToken: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        blockedByMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
        blockedByMeAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        blockedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        hasBlockedMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    }, z.core.$loose>, z.ZodObject<{
        guid: z.ZodString;
        name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        icon: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        owner: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        membersCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
        tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
        scope: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        joinedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        hasJoined: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    }, z.core.$loose>]>>, z.ZodTransform<NonNullable<{
        [x: string]: unknown;
        uid: string;
        name?: string | undefined;
        link?: string | undefined;
        avatar?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        status?: string | undefined;
        role?: string | undefined;
        statusMessage?: string | undefined;
        lastActiveAt?: number | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        deactivatedAt?: number | undefined;
        tags?: string[] | undefined;
        authToken?: string | undefined;
        conversationId?: string | undefined;
        blockedByMe?: boolean | undefined;
        blockedByMeAt?: number | undefined;
        blockedAt?: number | undefined;
        hasBlockedMe?: boolean | undefined;
    } | {
        [x: string]: unknown;
        guid: string;
        name?: string | undefined;
        description?: string | undefined;
        icon?: string | undefined;
        type?: string | undefined;
        owner?: string | undefined;
        membersCount?: number | undefined;
        conversationId?: string | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        updatedBy?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        tags?: string[] | undefined;
        scope?: string | undefined;
        joinedAt?: number | undefined;
        hasJoined?: boolean | undefined;
    }> | undefined, {
        [x: string]: unknown;
        uid: string;
        name?: string | undefined;
        link?: string | undefined;
        avatar?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        status?: string | undefined;
        role?: string | undefined;
        statusMessage?: string | undefined;
        lastActiveAt?: number | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        deactivatedAt?: number | undefined;
        tags?: string[] | undefined;
        authToken?: string | undefined;
        conversationId?: string | undefined;
        blockedByMe?: boolean | undefined;
        blockedByMeAt?: number | undefined;
        blockedAt?: number | undefined;
        hasBlockedMe?: boolean | undefined;
    } | {
        [x: string]: unknown;
        guid: string;
        name?: string | undefined;
        description?: string | undefined;
        icon?: string | undefined;
        type?: string | undefined;
        owner?: string | undefined;
        membersCount?: number | undefined;
        conversationId?: string | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        updatedBy?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        tags?: string[] | undefined;
        scope?: string | undefined;
        joinedAt?: number | undefined;
        hasJoined?: boolean | undefined;
    } | null>>>;
    tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    pinnedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    pinnedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * A conversation as one user sees it. It exists from its first message on. Unknown properties are kept.
 * @useDeclaredType
 */
export type Conversation = Readonly<z.output<typeof conversationShape>>;
export declare const pinnedShape: z.ZodObject<{
    conversationId: z.ZodString;
    conversationType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    pinnedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    pinnedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A pinned conversation. `pinnedBy` and `pinnedAt` are absent if it was unpinned. Unknown properties are kept.
 * @useDeclaredType
 */
export type PinnedConversation = Readonly<z.output<typeof pinnedShape>>;
/** One conversation; an example of the vendor shows a list with one element instead. */
export declare const oneConversationShape: z.ZodPreprocess<z.ZodObject<{
    conversationId: z.ZodString;
    conversationType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    unreadMessageCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    unreadMentionsCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    lastReadMessageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    latestMessageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    lastMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
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
    conversationWith: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodObject<{
        uid: z.ZodString;
        name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        link: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        avatar: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
        status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        role: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        statusMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        lastActiveAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        deactivatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
        authToken: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        blockedByMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
        blockedByMeAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        blockedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        hasBlockedMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    }, z.core.$loose>, z.ZodObject<{
        guid: z.ZodString;
        name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        icon: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        owner: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        membersCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
        tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
        scope: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        joinedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        hasJoined: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    }, z.core.$loose>]>>, z.ZodTransform<NonNullable<{
        [x: string]: unknown;
        uid: string;
        name?: string | undefined;
        link?: string | undefined;
        avatar?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        status?: string | undefined;
        role?: string | undefined;
        statusMessage?: string | undefined;
        lastActiveAt?: number | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        deactivatedAt?: number | undefined;
        tags?: string[] | undefined;
        authToken?: string | undefined;
        conversationId?: string | undefined;
        blockedByMe?: boolean | undefined;
        blockedByMeAt?: number | undefined;
        blockedAt?: number | undefined;
        hasBlockedMe?: boolean | undefined;
    } | {
        [x: string]: unknown;
        guid: string;
        name?: string | undefined;
        description?: string | undefined;
        icon?: string | undefined;
        type?: string | undefined;
        owner?: string | undefined;
        membersCount?: number | undefined;
        conversationId?: string | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        updatedBy?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        tags?: string[] | undefined;
        scope?: string | undefined;
        joinedAt?: number | undefined;
        hasJoined?: boolean | undefined;
    }> | undefined, {
        [x: string]: unknown;
        uid: string;
        name?: string | undefined;
        link?: string | undefined;
        avatar?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        status?: string | undefined;
        role?: string | undefined;
        statusMessage?: string | undefined;
        lastActiveAt?: number | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        deactivatedAt?: number | undefined;
        tags?: string[] | undefined;
        authToken?: string | undefined;
        conversationId?: string | undefined;
        blockedByMe?: boolean | undefined;
        blockedByMeAt?: number | undefined;
        blockedAt?: number | undefined;
        hasBlockedMe?: boolean | undefined;
    } | {
        [x: string]: unknown;
        guid: string;
        name?: string | undefined;
        description?: string | undefined;
        icon?: string | undefined;
        type?: string | undefined;
        owner?: string | undefined;
        membersCount?: number | undefined;
        conversationId?: string | undefined;
        createdAt?: number | undefined;
        updatedAt?: number | undefined;
        updatedBy?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
        tags?: string[] | undefined;
        scope?: string | undefined;
        joinedAt?: number | undefined;
        hasJoined?: boolean | undefined;
    } | null>>>;
    tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    pinnedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    pinnedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>, unknown>;
export type ConversationQuery = {
    /**
     * Number of rows in one page, 1 to 1,000.
     * @default 100
     */
    readonly perPage?: number;
    readonly page?: number;
    readonly searchKey?: string;
    readonly conversationType?: 'user' | 'group';
    readonly unread?: boolean;
    readonly tags?: readonly string[];
    readonly withTags?: boolean;
    readonly userTags?: readonly string[];
    readonly groupTags?: readonly string[];
    readonly withUserAndGroupTags?: boolean;
    /**
     * Includes conversations with users whom the acting user has blocked.
     * @default false
     */
    readonly includeBlockedUsers?: boolean;
    readonly withBlockedInfo?: boolean;
};
/** The fields of a conversation that can be changed. */
export type ConversationChanges = {
    readonly tags: readonly string[];
};
/** The body of a reset. */
export type ConversationReset = {
    /** uid of the other user, the same as in the call. */
    readonly conversationWith?: string;
    readonly deleteMessagesPermanently?: boolean;
    /**
     * Keeps the emptied conversation at its position in the list.
     * @default false
     */
    readonly preserveOrder?: boolean;
};
export type UpTo = {
    /**
     * The last message to mark.
     * @default the latest message
     */
    readonly messageId?: string;
};
