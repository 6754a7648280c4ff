import { z } from 'zod';
import { type EntityName } from '../../input/entities/entity.ts';
declare const derivedSource: z.ZodObject<{
    from: z.ZodEnum<{
        bans: "bans";
        blocks: "blocks";
        friends: "friends";
        groups: "groups";
        members: "members";
        messages: "messages";
        pins: "pins";
        reactions: "reactions";
        receipts: "receipts";
        roles: "roles";
        tokens: "tokens";
        users: "users";
    }>;
    key: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
    where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
        not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
    }, z.core.$strict>, z.ZodObject<{
        matches: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        empty: z.ZodBoolean;
    }, z.core.$strict>]>>>;
    map: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        column: z.ZodOptional<z.ZodString>;
        field: z.ZodOptional<z.ZodString>;
        const: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        prefer: z.ZodOptional<z.ZodEnum<{
            first: "first";
            last: "last";
            max: "max";
            min: "min";
        }>>;
    }, z.core.$strict>]>>>;
}, z.core.$strict>;
declare const mappedSource: (entity: EntityName) => z.ZodObject<{
    path: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
    command: z.ZodOptional<z.ZodArray<z.ZodString>>;
    format: z.ZodOptional<z.ZodEnum<{
        csv: "csv";
        json: "json";
        ndjson: "ndjson";
    }>>;
    encoding: z.ZodOptional<z.ZodString>;
    delimiter: z.ZodOptional<z.ZodString>;
    quote: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"none">, z.ZodString]>>;
    escape: z.ZodOptional<z.ZodString>;
    comment: z.ZodOptional<z.ZodString>;
    trim: z.ZodOptional<z.ZodBoolean>;
    nulls: z.ZodOptional<z.ZodArray<z.ZodString>>;
    skipLines: z.ZodOptional<z.ZodInt>;
    header: z.ZodOptional<z.ZodEnum<{
        none: "none";
        skip: "skip";
    }>>;
    columns: z.ZodOptional<z.ZodArray<z.ZodString>>;
    rows: z.ZodOptional<z.ZodString>;
    explode: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        column: z.ZodString;
        split: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>]>>;
    join: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        path: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
        rows: z.ZodOptional<z.ZodString>;
        on: z.ZodRecord<z.ZodString, z.ZodString>;
        many: z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, z.ZodLiteral<"distinct">]>>;
    }, z.core.$strict>>>;
    transform: z.ZodOptional<z.ZodString>;
    where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
        not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
    }, z.core.$strict>, z.ZodObject<{
        matches: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        empty: z.ZodBoolean;
    }, z.core.$strict>]>>>;
    since: z.ZodOptional<z.ZodString>;
    until: z.ZodOptional<z.ZodString>;
    order: z.ZodOptional<z.ZodEnum<{
        asIs: "asIs";
        byTime: "byTime";
        newestFirst: "newestFirst";
    }>>;
    onDuplicate: z.ZodOptional<z.ZodEnum<{
        error: "error";
        first: "first";
        last: "last";
    }>>;
    map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
}, z.core.$strict>;
/** One source of an entity, or a list of sources with different columns. */
export declare function sourcesOfEntity(entity: EntityName): z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
    path: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
    command: z.ZodOptional<z.ZodArray<z.ZodString>>;
    format: z.ZodOptional<z.ZodEnum<{
        csv: "csv";
        json: "json";
        ndjson: "ndjson";
    }>>;
    encoding: z.ZodOptional<z.ZodString>;
    delimiter: z.ZodOptional<z.ZodString>;
    quote: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"none">, z.ZodString]>>;
    escape: z.ZodOptional<z.ZodString>;
    comment: z.ZodOptional<z.ZodString>;
    trim: z.ZodOptional<z.ZodBoolean>;
    nulls: z.ZodOptional<z.ZodArray<z.ZodString>>;
    skipLines: z.ZodOptional<z.ZodInt>;
    header: z.ZodOptional<z.ZodEnum<{
        none: "none";
        skip: "skip";
    }>>;
    columns: z.ZodOptional<z.ZodArray<z.ZodString>>;
    rows: z.ZodOptional<z.ZodString>;
    explode: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        column: z.ZodString;
        split: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>]>>;
    join: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        path: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
        rows: z.ZodOptional<z.ZodString>;
        on: z.ZodRecord<z.ZodString, z.ZodString>;
        many: z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, z.ZodLiteral<"distinct">]>>;
    }, z.core.$strict>>>;
    transform: z.ZodOptional<z.ZodString>;
    where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
        not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
    }, z.core.$strict>, z.ZodObject<{
        matches: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        empty: z.ZodBoolean;
    }, z.core.$strict>]>>>;
    since: z.ZodOptional<z.ZodString>;
    until: z.ZodOptional<z.ZodString>;
    order: z.ZodOptional<z.ZodEnum<{
        asIs: "asIs";
        byTime: "byTime";
        newestFirst: "newestFirst";
    }>>;
    onDuplicate: z.ZodOptional<z.ZodEnum<{
        error: "error";
        first: "first";
        last: "last";
    }>>;
    map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
}, z.core.$strict>, z.ZodObject<{
    from: z.ZodEnum<{
        bans: "bans";
        blocks: "blocks";
        friends: "friends";
        groups: "groups";
        members: "members";
        messages: "messages";
        pins: "pins";
        reactions: "reactions";
        receipts: "receipts";
        roles: "roles";
        tokens: "tokens";
        users: "users";
    }>;
    key: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
    where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
        not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
    }, z.core.$strict>, z.ZodObject<{
        matches: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        empty: z.ZodBoolean;
    }, z.core.$strict>]>>>;
    map: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        column: z.ZodOptional<z.ZodString>;
        field: z.ZodOptional<z.ZodString>;
        const: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        prefer: z.ZodOptional<z.ZodEnum<{
            first: "first";
            last: "last";
            max: "max";
            min: "min";
        }>>;
    }, z.core.$strict>]>>>;
}, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodObject<{
    path: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
    command: z.ZodOptional<z.ZodArray<z.ZodString>>;
    format: z.ZodOptional<z.ZodEnum<{
        csv: "csv";
        json: "json";
        ndjson: "ndjson";
    }>>;
    encoding: z.ZodOptional<z.ZodString>;
    delimiter: z.ZodOptional<z.ZodString>;
    quote: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"none">, z.ZodString]>>;
    escape: z.ZodOptional<z.ZodString>;
    comment: z.ZodOptional<z.ZodString>;
    trim: z.ZodOptional<z.ZodBoolean>;
    nulls: z.ZodOptional<z.ZodArray<z.ZodString>>;
    skipLines: z.ZodOptional<z.ZodInt>;
    header: z.ZodOptional<z.ZodEnum<{
        none: "none";
        skip: "skip";
    }>>;
    columns: z.ZodOptional<z.ZodArray<z.ZodString>>;
    rows: z.ZodOptional<z.ZodString>;
    explode: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        column: z.ZodString;
        split: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>]>>;
    join: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        path: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
        rows: z.ZodOptional<z.ZodString>;
        on: z.ZodRecord<z.ZodString, z.ZodString>;
        many: z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, z.ZodLiteral<"distinct">]>>;
    }, z.core.$strict>>>;
    transform: z.ZodOptional<z.ZodString>;
    where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
        not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
    }, z.core.$strict>, z.ZodObject<{
        matches: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        empty: z.ZodBoolean;
    }, z.core.$strict>]>>>;
    since: z.ZodOptional<z.ZodString>;
    until: z.ZodOptional<z.ZodString>;
    order: z.ZodOptional<z.ZodEnum<{
        asIs: "asIs";
        byTime: "byTime";
        newestFirst: "newestFirst";
    }>>;
    onDuplicate: z.ZodOptional<z.ZodEnum<{
        error: "error";
        first: "first";
        last: "last";
    }>>;
    map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
}, z.core.$strict>, z.ZodObject<{
    from: z.ZodEnum<{
        bans: "bans";
        blocks: "blocks";
        friends: "friends";
        groups: "groups";
        members: "members";
        messages: "messages";
        pins: "pins";
        reactions: "reactions";
        receipts: "receipts";
        roles: "roles";
        tokens: "tokens";
        users: "users";
    }>;
    key: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
    where: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
        not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
    }, z.core.$strict>, z.ZodObject<{
        matches: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        empty: z.ZodBoolean;
    }, z.core.$strict>]>>>;
    map: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        column: z.ZodOptional<z.ZodString>;
        field: z.ZodOptional<z.ZodString>;
        const: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        prefer: z.ZodOptional<z.ZodEnum<{
            first: "first";
            last: "last";
            max: "max";
            min: "min";
        }>>;
    }, z.core.$strict>]>>>;
}, z.core.$strict>]>>]>;
/** The export of another chat system. */
export declare const exportSource: z.ZodObject<{
    system: z.ZodEnum<{
        auto: "auto";
        discord: "discord";
        firebase: "firebase";
        sendbird: "sendbird";
        slack: "slack";
        sql: "sql";
        stream: "stream";
        telegram: "telegram";
        whatsapp: "whatsapp";
    }>;
    path: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>;
    zone: z.ZodOptional<z.ZodString>;
    filesBase: z.ZodOptional<z.ZodURL>;
    include: z.ZodOptional<z.ZodObject<{
        conversations: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>>>;
        users: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>>>;
        types: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            direct: "direct";
            private: "private";
            public: "public";
        }>>>;
    }, z.core.$strict>>;
    exclude: z.ZodOptional<z.ZodObject<{
        conversations: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>>>;
        users: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>>>;
        types: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            direct: "direct";
            private: "private";
            public: "public";
        }>>>;
    }, z.core.$strict>>;
    since: z.ZodOptional<z.ZodString>;
    until: z.ZodOptional<z.ZodString>;
    anonymise: z.ZodOptional<z.ZodBoolean>;
    owner: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>>;
    shape: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnknown>]>>;
}, z.core.$strict>;
export type ExportSpec = z.infer<typeof exportSource>;
/** A source of rows in files. */
export type FileSourceSpec = z.infer<ReturnType<typeof mappedSource>>;
/** A source of rows that are made from the rows of another entity. */
export type DerivedSourceSpec = z.infer<typeof derivedSource>;
/** A source of the rows that the export of a pipeline has of an entity. */
export type ExportSourceSpec = {
    readonly export: ExportSpec;
};
export type SourceSpec = FileSourceSpec | DerivedSourceSpec | ExportSourceSpec;
/** True if the rows of a source are those of files, one by one. */
export declare const isFiles: (spec: SourceSpec) => spec is FileSourceSpec;
/** True if the rows of a source are those of the export of another chat system. */
export declare const isExported: (spec: SourceSpec) => spec is ExportSourceSpec;
/** True if the rows of a source are made from other rows. */
export declare const isDerived: (spec: SourceSpec) => spec is DerivedSourceSpec;
export {};
