import { z } from 'zod';
/** The pipeline file as users write it. The schema is plain enough to become a JSON Schema for editors. */
/** Days that a hosted service keeps messages, if nothing else is agreed with its operator: six months. */
export declare const RETENTION_DAYS = 183;
declare const apiKey: z.ZodUnion<readonly [z.ZodObject<{
    env: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    file: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    command: z.ZodArray<z.ZodString>;
}, z.core.$strict>]>;
declare const service: z.ZodObject<{
    appId: z.ZodOptional<z.ZodString>;
    region: z.ZodOptional<z.ZodEnum<{
        eu: "eu";
        in: "in";
        us: "us";
    }>>;
    serviceHost: z.ZodOptional<z.ZodString>;
    baseUrl: z.ZodOptional<z.ZodString>;
    apiKey: z.ZodOptional<z.ZodUnion<readonly [z.ZodObject<{
        env: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        file: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        command: z.ZodArray<z.ZodString>;
    }, z.core.$strict>]>>;
    caFile: z.ZodOptional<z.ZodString>;
    api: z.ZodOptional<z.ZodEnum<{
        import: "import";
        rest: "rest";
    }>>;
}, z.core.$strict>;
/** The schema of pipeline files; `chatferry schema` prints its JSON Schema. */
export declare const pipelineSchema: z.ZodObject<{
    version: z.ZodLiteral<1>;
    name: z.ZodString;
    target: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"sandbox">, z.ZodObject<{
        appId: z.ZodOptional<z.ZodString>;
        region: z.ZodOptional<z.ZodEnum<{
            eu: "eu";
            in: "in";
            us: "us";
        }>>;
        serviceHost: z.ZodOptional<z.ZodString>;
        baseUrl: z.ZodOptional<z.ZodString>;
        apiKey: z.ZodOptional<z.ZodUnion<readonly [z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            command: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        caFile: z.ZodOptional<z.ZodString>;
        api: z.ZodOptional<z.ZodEnum<{
            import: "import";
            rest: "rest";
        }>>;
    }, z.core.$strict>]>>;
    targets: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodLiteral<"sandbox">, z.ZodObject<{
        appId: z.ZodOptional<z.ZodString>;
        region: z.ZodOptional<z.ZodEnum<{
            eu: "eu";
            in: "in";
            us: "us";
        }>>;
        serviceHost: z.ZodOptional<z.ZodString>;
        baseUrl: z.ZodOptional<z.ZodString>;
        apiKey: z.ZodOptional<z.ZodUnion<readonly [z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            command: z.ZodArray<z.ZodString>;
        }, z.core.$strict>]>>;
        caFile: z.ZodOptional<z.ZodString>;
        api: z.ZodOptional<z.ZodEnum<{
            import: "import";
            rest: "rest";
        }>>;
    }, z.core.$strict>]>>>;
    state: z.ZodOptional<z.ZodString>;
    sources: z.ZodObject<{
        export: z.ZodOptional<z.ZodObject<{
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
        }, z.core.$strict>>;
        bans: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        blocks: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        friends: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        groups: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        members: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        messages: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        pins: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        reactions: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        receipts: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        roles: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        tokens: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
        users: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodObject<{
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
            map: z.ZodOptional<z.ZodType<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown, z.core.$ZodTypeInternals<Readonly<Record<string, import("../input/rows/forms/field-source.ts").FieldSource | null>>, unknown>>>;
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
        }, z.core.$strict>]>>]>>;
    }, z.core.$strict>;
    limits: z.ZodOptional<z.ZodObject<{
        requestsPerMinute: z.ZodOptional<z.ZodInt>;
        concurrency: z.ZodOptional<z.ZodInt>;
        batch: z.ZodOptional<z.ZodInt>;
        maxRejects: z.ZodOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodString]>>;
        timeoutSeconds: z.ZodOptional<z.ZodInt>;
    }, z.core.$strict>>;
    retention: z.ZodOptional<z.ZodObject<{
        messagesOlderThanDays: z.ZodOptional<z.ZodInt>;
        policy: z.ZodOptional<z.ZodEnum<{
            allow: "allow";
            archive: "archive";
            reject: "reject";
            skip: "skip";
        }>>;
    }, z.core.$strict>>;
    policies: z.ZodOptional<z.ZodObject<{
        self: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            group: "group";
        }>>;
        bots: z.ZodOptional<z.ZodEnum<{
            skip: "skip";
            user: "user";
        }>>;
        sender: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            fail: "fail";
            placeholder: "placeholder";
            shared: "shared";
        }>>;
        system: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            text: "text";
        }>>;
        topics: z.ZodOptional<z.ZodEnum<{
            group: "group";
            tag: "tag";
            thread: "thread";
        }>>;
        markup: z.ZodOptional<z.ZodEnum<{
            convert: "convert";
            plain: "plain";
            raw: "raw";
        }>>;
        long: z.ZodOptional<z.ZodEnum<{
            reject: "reject";
            split: "split";
        }>>;
        attachments: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            "text-link": "text-link";
            url: "url";
        }>>;
        deleted: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            placeholder: "placeholder";
        }>>;
        threads: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            metadata: "metadata";
            write: "write";
        }>>;
        reactions: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            metadata: "metadata";
            write: "write";
        }>>;
        pins: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            metadata: "metadata";
            write: "write";
        }>>;
        edits: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            metadata: "metadata";
        }>>;
        deletions: z.ZodOptional<z.ZodEnum<{
            drop: "drop";
            metadata: "metadata";
        }>>;
        unread: z.ZodOptional<z.ZodEnum<{
            keep: "keep";
            read: "read";
        }>>;
    }, z.core.$strict>>;
    thresholds: z.ZodOptional<z.ZodObject<{
        blocked: z.ZodOptional<z.ZodString>;
        minutes: z.ZodOptional<z.ZodString>;
        notCarried: z.ZodOptional<z.ZodString>;
        notices: z.ZodOptional<z.ZodString>;
        rejected: z.ZodOptional<z.ZodString>;
        requests: z.ZodOptional<z.ZodString>;
        skipped: z.ZodOptional<z.ZodString>;
        warnings: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
    references: z.ZodOptional<z.ZodEnum<{
        closed: "closed";
        open: "open";
    }>>;
    idMap: z.ZodOptional<z.ZodString>;
    sync: z.ZodOptional<z.ZodObject<{
        onMissing: z.ZodOptional<z.ZodEnum<{
            deactivate: "deactivate";
            delete: "delete";
            keep: "keep";
        }>>;
        maxDelete: z.ZodOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodString]>>;
        maxEmpty: z.ZodOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodString]>>;
        fields: z.ZodOptional<z.ZodEnum<{
            all: "all";
            mapped: "mapped";
        }>>;
        onDeleted: z.ZodOptional<z.ZodEnum<{
            keep: "keep";
            remove: "remove";
        }>>;
    }, z.core.$strict>>;
    shards: z.ZodOptional<z.ZodInt>;
    notify: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodObject<{
        webhook: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>]>;
        headers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        body: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnknown>]>>;
        on: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            auth: "auth";
            error: "error";
            failure: "failure";
            guard: "guard";
            locked: "locked";
            rejected: "rejected";
            start: "start";
            state: "state";
            stopped: "stopped";
            success: "success";
        }>>>;
    }, z.core.$strict>, z.ZodObject<{
        ping: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>]>, z.ZodObject<{
            start: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                env: z.ZodString;
            }, z.core.$strict>, z.ZodObject<{
                file: z.ZodString;
            }, z.core.$strict>]>>;
            success: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                env: z.ZodString;
            }, z.core.$strict>, z.ZodObject<{
                file: z.ZodString;
            }, z.core.$strict>]>>;
            failure: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                env: z.ZodString;
            }, z.core.$strict>, z.ZodObject<{
                file: z.ZodString;
            }, z.core.$strict>]>>;
        }, z.core.$strict>]>;
        on: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            auth: "auth";
            error: "error";
            failure: "failure";
            guard: "guard";
            locked: "locked";
            rejected: "rejected";
            start: "start";
            state: "state";
            stopped: "stopped";
            success: "success";
        }>>>;
    }, z.core.$strict>, z.ZodObject<{
        command: z.ZodArray<z.ZodString>;
        on: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            auth: "auth";
            error: "error";
            failure: "failure";
            guard: "guard";
            locked: "locked";
            rejected: "rejected";
            start: "start";
            state: "state";
            stopped: "stopped";
            success: "success";
        }>>>;
    }, z.core.$strict>]>>>;
}, z.core.$strict>;
export type PipelineFile = z.infer<typeof pipelineSchema>;
/**
 * Declares a pipeline: the default export of a pipeline file in TypeScript. It returns the pipeline unchanged; the file
 * is checked when it is opened.
 */
export declare const definePipeline: (pipeline: PipelineFile) => PipelineFile;
export type { Transform, TransformPlace, TransformRow } from './schema/transform.ts';
export type ServiceSpec = z.infer<typeof service>;
export type ApiKeySpec = z.infer<typeof apiKey>;
/** JSON Schema of the pipeline file, in draft 7, which YAML editors read. */
export declare function pipelineJsonSchema(): Record<string, unknown>;
/** Declarations of the module `chatferry` for editors: what a pipeline or a transform in TypeScript is written with. */
export declare function pipelineDeclarations(): Promise<string>;
