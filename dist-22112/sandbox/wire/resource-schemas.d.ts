import { type JsonSchema } from './json-schema.ts';
/** The resources of the API, by name. Answers leave out empty values, so most members may be missing. */
export declare const RESOURCE_SCHEMAS: {
    readonly Acknowledgement: Readonly<Record<string, unknown>>;
    readonly ApiKey: Readonly<Record<string, unknown>>;
    readonly App: Readonly<Record<string, unknown>>;
    readonly AuthToken: Readonly<Record<string, unknown>>;
    readonly BlockedMessage: Readonly<Record<string, unknown>>;
    readonly Call: Readonly<Record<string, unknown>>;
    readonly Conversation: Readonly<Record<string, unknown>>;
    readonly Extension: Readonly<Record<string, unknown>>;
    readonly FlaggedMessage: {
        readonly description: 'a message with who has flagged it and why';
    };
    readonly FlagReason: Readonly<Record<string, unknown>>;
    readonly Group: Readonly<Record<string, unknown>>;
    readonly GroupMember: Readonly<Record<string, unknown>>;
    readonly KeywordList: Readonly<Record<string, unknown>>;
    readonly Message: Readonly<Record<string, unknown>>;
    readonly ModerationRule: Readonly<Record<string, unknown>>;
    readonly Permissions: Readonly<Record<string, unknown>>;
    readonly Reaction: Readonly<Record<string, unknown>>;
    readonly Results: {
        readonly type: 'object';
        readonly additionalProperties: Readonly<Record<string, unknown>>;
    };
    readonly ReviewedMessage: Readonly<Record<string, unknown>>;
    readonly Role: Readonly<Record<string, unknown>>;
    readonly Trigger: Readonly<Record<string, unknown>>;
    readonly User: Readonly<Record<string, unknown>>;
    readonly Webhook: Readonly<Record<string, unknown>>;
    readonly WebhookDelivery: Readonly<Record<string, unknown>>;
};
/** The error object of every refusal. */
export declare const ERROR_SCHEMA: JsonSchema;
/** The `meta` of the two kinds of lists. */
export declare const META_SCHEMAS: Readonly<Record<'page' | 'cursor', JsonSchema>>;
