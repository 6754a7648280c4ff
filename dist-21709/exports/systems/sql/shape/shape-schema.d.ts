import { z } from 'zod';
import type { ExportInput } from '../../../export-reader.ts';
declare const column: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    column: z.ZodString;
    unit: z.ZodOptional<z.ZodEnum<{
        ms: "ms";
        ns: "ns";
        s: "s";
        us: "us";
    }>>;
    zone: z.ZodOptional<z.ZodString>;
    join: z.ZodOptional<z.ZodObject<{
        table: z.ZodString;
        on: z.ZodString;
        key: z.ZodDefault<z.ZodString>;
    }, z.core.$strict>>;
    type: z.ZodOptional<z.ZodObject<{
        column: z.ZodString;
        values: z.ZodRecord<z.ZodString, z.ZodString>;
    }, z.core.$strict>>;
}, z.core.$strict>]>;
declare const where: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
    not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
}, z.core.$strict>, z.ZodObject<{
    empty: z.ZodBoolean;
}, z.core.$strict>]>>;
/** Tables of a home-grown chat, as pipeline files say it. */
export declare const shape: z.ZodObject<{
    preset: z.ZodOptional<z.ZodEnum<{
        mattermost: "mattermost";
    }>>;
    database: z.ZodOptional<z.ZodString>;
    doubleEncoded: z.ZodOptional<z.ZodBoolean>;
    users: z.ZodOptional<z.ZodObject<{
        table: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
            not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
        }, z.core.$strict>, z.ZodObject<{
            empty: z.ZodBoolean;
        }, z.core.$strict>]>>>;
        name: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>]>>;
        metadata: z.ZodOptional<z.ZodArray<z.ZodString>>;
        avatar: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        bot: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        createdAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        deactivatedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        email: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        firstName: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        id: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        key: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        lastActiveAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        lastName: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        statusMessage: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    conversations: z.ZodOptional<z.ZodObject<{
        table: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
            not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
        }, z.core.$strict>, z.ZodObject<{
            empty: z.ZodBoolean;
        }, z.core.$strict>]>>>;
        types: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodEnum<{
            direct: "direct";
            private: "private";
            public: "public";
        }>>>;
        members: z.ZodOptional<z.ZodObject<{
            column: z.ZodString;
            split: z.ZodString;
        }, z.core.$strict>>;
        metadata: z.ZodOptional<z.ZodArray<z.ZodString>>;
        archived: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        createdAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        deletedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        description: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        icon: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        id: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        isPrivate: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        isPublic: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        key: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        name: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        owner: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        type: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    participants: z.ZodOptional<z.ZodObject<{
        table: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
            not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
        }, z.core.$strict>, z.ZodObject<{
            empty: z.ZodBoolean;
        }, z.core.$strict>]>>>;
        roles: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodEnum<{
            admin: "admin";
            moderator: "moderator";
            participant: "participant";
        }>>>;
        banned: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        conversation: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        joinedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        leftAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        removedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        role: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        user: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    messages: z.ZodOptional<z.ZodObject<{
        table: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
            not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
        }, z.core.$strict>, z.ZodObject<{
            empty: z.ZodBoolean;
        }, z.core.$strict>]>>>;
        internal: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<false>, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>]>>;
        system: z.ZodOptional<z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>>;
        markup: z.ZodOptional<z.ZodEnum<{
            html: "html";
            slack: "slack";
        }>>;
        metadata: z.ZodOptional<z.ZodArray<z.ZodString>>;
        conversation: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        deletedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        deliveredAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        editedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        fileName: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        filePath: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        fileType: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        fileUrl: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        id: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        isDeleted: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        kind: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        original: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        parent: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        pinned: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        readAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        receiver: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        sender: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        senderName: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        status: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        text: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        time: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>>;
    reactions: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<false>, z.ZodObject<{
        table: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
            not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
        }, z.core.$strict>, z.ZodObject<{
            empty: z.ZodBoolean;
        }, z.core.$strict>]>>>;
        at: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        deletedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        isDeleted: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        message: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        reaction: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        user: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>]>>;
    attachments: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<false>, z.ZodObject<{
        table: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>, z.ZodObject<{
            not: z.ZodUnion<readonly [z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>, z.ZodTransform<string[], string>>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>, z.ZodPipe<z.ZodBoolean, z.ZodTransform<string, boolean>>]>>]>;
        }, z.core.$strict>, z.ZodObject<{
            empty: z.ZodBoolean;
        }, z.core.$strict>]>>>;
        deletedAt: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        isDeleted: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        message: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        name: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        path: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        size: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        type: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
        url: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            column: z.ZodString;
            unit: z.ZodOptional<z.ZodEnum<{
                ms: "ms";
                ns: "ns";
                s: "s";
                us: "us";
            }>>;
            zone: z.ZodOptional<z.ZodString>;
            join: z.ZodOptional<z.ZodObject<{
                table: z.ZodString;
                on: z.ZodString;
                key: z.ZodDefault<z.ZodString>;
            }, z.core.$strict>>;
            type: z.ZodOptional<z.ZodObject<{
                column: z.ZodString;
                values: z.ZodRecord<z.ZodString, z.ZodString>;
            }, z.core.$strict>>;
        }, z.core.$strict>]>>;
    }, z.core.$strict>]>>;
}, z.core.$strict>;
export type ShapeSpec = z.output<typeof shape>;
export type ColumnSpec = z.output<typeof column>;
export type WhereSpec = z.output<typeof where>;
/** @throws RunError `EXPORT.SHAPE_INVALID` */
export declare const parsedShape: (declared: ExportInput['shape']) => ShapeSpec;
export {};
