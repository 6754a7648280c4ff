/** A JSON object from a request, before its values are checked. */
export type Fields = Readonly<Record<string, unknown>>;
/** Limits of the service, in characters unless the name says bytes. */
export declare const LIMITS: {
    readonly id: 100;
    readonly name: 100;
    readonly url: 3000;
    readonly description: 255;
    readonly password: 100;
    readonly tags: 25;
    readonly tag: 100;
    readonly metadataBytes: number;
    readonly dataBytes: number;
    readonly muid: 1000;
    /** For one call that adds members, all lists together. */
    readonly uidsAtOnce: 25;
    readonly membersPerGroup: 100000;
    readonly groupsPerUser: 2000;
    /** For one user. */
    readonly pinnedConversations: 5;
    readonly messageJson: 65536;
    /** Levels of objects within objects; not documented. The data file's own JSON functions allow 1,000. */
    readonly nesting: 500;
    /** Distinct mentions of a sent message. */
    readonly mentions: 10;
    /** Characters of a reaction; a longer one is refused, not cut. */
    readonly reaction: 45;
    /** Distinct reactions of one message. */
    readonly reactions: 25;
    /** A client's own description of itself; not documented. */
    readonly userAgent: 1000;
    readonly roles: 25;
    readonly apiKeys: 25;
    readonly authTokens: 100;
    readonly webhooks: 25;
    readonly webhookUrl: 255;
    /** Its id, its name and the name of its login. */
    readonly webhookName: 50;
    readonly friends: 1000;
};
/** The id in lower case, as the service stores it. Undefined if it is not a valid id. */
export declare function normalId(value: unknown): string | undefined;
/** True if a value is a JSON object (not null, not an array). */
export declare function isObject(value: unknown): value is Fields;
/** The members that are given: null and undefined are not. */
export declare const givenOf: (values: Fields) => Fields;
/** True if objects and lists are nested more than `levels` deep. */
export declare function isDeeperThan(value: unknown, levels: number): boolean;
/** The fields of one object, and the problems that are found in them. */
export declare class FieldReader {
    #private;
    /** `fields` is the object to read. Unknown fields are ignored, and null counts as absent. */
    constructor(fields: Fields);
    /** Records a problem of a field. */
    problem(field: string, text: string): void;
    /** The unchanged value of a field. */
    value(field: string): unknown;
    /** Records a problem unless the field is present and not null. */
    mustHave(field: string): void;
    /** Throws the collected problems, if any. `code` is the code of the refusal. */
    finish(code?: string): void;
    /** True if the field is present and not null. */
    has(field: string): boolean;
}
