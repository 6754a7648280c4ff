import { z } from 'zod';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, Caller, MayAct } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type Message } from './message.ts';
declare const shape: z.ZodObject<{
    id: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    messageId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    reaction: z.ZodString;
    uid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    reactedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    reactedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>;
/**
 * One user's reaction to a message.
 * @useDeclaredType
 */
export type Reaction = Readonly<z.output<typeof shape>>;
export type ReactionQuery = {
    /**
     * Number of rows in one request, 1 to 1,000.
     * @default 100
     */
    readonly limit?: number;
    readonly affix?: 'append' | 'prepend';
    readonly id?: string;
};
/** Reactions to messages; a reaction is an emoji. */
export declare const reactions: (call: Caller) => {
    /** @deprecated Use `listByReaction`. */
    listOf: (messageId: string, reaction: string, query?: ReactionQuery, options?: MayAct) => Listing<Reaction>;
    /** Adds a reaction of the acting user. Resolves to the message. */
    add: (messageId: string, reaction: string, options: Acting) => ApiPromise<Message>;
    /** Removes a reaction of the acting user. Resolves to the message. */
    remove: (messageId: string, reaction: string, options: Acting) => ApiPromise<Message>;
    /** Lists the users who reacted to a message with this reaction. */
    listByReaction: (messageId: string, reaction: string, query?: ReactionQuery, options?: MayAct) => Listing<Reaction>;
    /** Lists every reaction to a message. */
    list: (messageId: string, query?: ReactionQuery, options?: MayAct) => Listing<Reaction>;
};
export {};
