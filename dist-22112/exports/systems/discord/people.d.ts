import { z } from 'zod';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import { type ExportObject } from '../../files/export-rows.ts';
import { type DiscordFile } from './documents.ts';
/** Names in the texts of messages: people, channels and roles, by their ids. */
export type Names = {
    readonly people: ReadonlyMap<string, string | undefined>;
    readonly channels: ReadonlyMap<string, string>;
    readonly roles: ReadonlyMap<string, string>;
};
/**
 * Finds the people, channels and members of an export, which has no lists of them: they stand in the messages. Memory: some
 * hundred bytes for each person and each member.
 */
export declare class PeoplePass {
    #private;
    constructor(input: ExportInput, sink: PeopleSink, shape: Shape);
    read(files: readonly DiscordFile[]): Promise<Names>;
}
/** True if the name that a message gives its author is another one than theirs. */
export declare const isOtherName: (author: ExportObject | undefined, id: string | undefined, { people }: Names) => boolean;
declare const shape: z.ZodObject<{
    public: z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>>]>>;
}, z.core.$strict>;
/** Declarations of a pipeline about an export. */
type Shape = z.output<typeof shape>;
/** @throws RunError `EXPORT.SHAPE_INVALID` */
export declare const shapeOf: (declared: ExportInput['shape']) => Shape;
/** The name that people see. */
export declare const shownName: (user: ExportObject | undefined) => string | undefined;
/** The id of a user, or of somebody who has a name alone; undefined if it is nobody. */
export declare function idOf(user: ExportObject | undefined): string | undefined;
/** The kind of a message by name, whether it is written as one or as a number; a message without one is a plain one. */
export declare function kindOf(type: unknown): string;
/** True if Discord itself has written a message of this kind. */
export declare const isSystem: (kind: string) => boolean;
export {};
