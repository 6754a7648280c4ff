import { z } from 'zod';
/** A dotted name, several of which the first one with a value counts, or several joined with blanks. */
declare const field: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
    join: z.ZodArray<z.ZodString>;
}, z.core.$strict>]>;
export declare const shapeSchema: z.ZodObject<{
    preset: z.ZodOptional<z.ZodString>;
    root: z.ZodOptional<z.ZodString>;
    commas: z.ZodOptional<z.ZodBoolean>;
    users: z.ZodOptional<z.ZodObject<{
        path: z.ZodOptional<z.ZodString>;
        in: z.ZodOptional<z.ZodString>;
        ignore: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        avatar: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        bot: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        createdAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        deactivated: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        email: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        lastActiveAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        name: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        statusMessage: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    conversations: z.ZodOptional<z.ZodObject<{
        path: z.ZodOptional<z.ZodString>;
        in: z.ZodOptional<z.ZodString>;
        ignore: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        public: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        direct: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        pair: z.ZodOptional<z.ZodString>;
        archived: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        createdAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        deleted: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        description: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        icon: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        members: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        name: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        owner: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        roles: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        type: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    members: z.ZodOptional<z.ZodObject<{
        path: z.ZodOptional<z.ZodString>;
        in: z.ZodOptional<z.ZodString>;
        ignore: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        joinedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        scope: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        user: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    scopes: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodEnum<{
        admin: "admin";
        banned: "banned";
        moderator: "moderator";
        none: "none";
        participant: "participant";
    }>>>;
    messages: z.ZodOptional<z.ZodObject<{
        path: z.ZodOptional<z.ZodString>;
        in: z.ZodOptional<z.ZodString>;
        ignore: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        system: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>>;
        conversation: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        deleted: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        editedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        file: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        fileName: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        fileSize: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        fileType: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        id: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        parent: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        reactions: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        sender: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        senderName: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        text: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        time: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        type: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodString>]>, z.ZodObject<{
            join: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** Paths of the documents of a chat in a database, and what their fields mean. */
export type Shape = z.infer<typeof shapeSchema>;
export type Field = z.infer<typeof field>;
export declare const SECTIONS: readonly ['users', 'conversations', 'members', 'messages'];
export type SectionName = (typeof SECTIONS)[number];
/**
 * The shape that a pipeline declares, over that of its preset.
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
export declare function shapeOf(declared: Readonly<Record<string, unknown>>): Shape;
/** The dotted names of a field. */
export declare const namesOf: (field: Field | undefined) => readonly string[];
export {};
