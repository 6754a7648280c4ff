import { z } from 'zod';
import type { EntityName } from '../../input/entities/entity.ts';
import { type FieldMap } from '../../input/rows/forms/field-source.ts';
/** A file that a pipeline reads: a path, or an address. */
export declare const inputPath: z.ZodString;
/** Refuses a value unless it is without a fault. */
export declare function unless<T>(faultOf: (value: T) => string | undefined): (value: T, context: z.RefinementCtx) => void;
/** An optional choice of words. */
export declare const choice: <const T extends readonly string[]>(words: T, about: string) => z.ZodOptional<z.ZodEnum<{ [k in T[number]]: k; } extends infer T_1 ? { [k in keyof T_1]: T_1[k]; } : never>>;
/** Changes of a value before it fills a field. */
export declare const refinement: {
    pattern: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
    lookup: z.ZodOptional<z.ZodObject<{
        file: z.ZodString;
        key: z.ZodString;
        value: z.ZodString;
    }, z.core.$strict>>;
    then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    time: z.ZodOptional<z.ZodString>;
    zone: z.ZodOptional<z.ZodString>;
};
/** One entry of `map`: a column or a form; null leaves the field empty. */
export declare const fieldSource: z.ZodUnion<readonly [z.ZodString, z.ZodNull, z.ZodObject<{
    const: z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>;
}, z.core.$strict>, z.ZodObject<{
    pattern: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
    lookup: z.ZodOptional<z.ZodObject<{
        file: z.ZodString;
        key: z.ZodString;
        value: z.ZodString;
    }, z.core.$strict>>;
    then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    time: z.ZodOptional<z.ZodString>;
    zone: z.ZodOptional<z.ZodString>;
    from: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    pattern: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
    lookup: z.ZodOptional<z.ZodObject<{
        file: z.ZodString;
        key: z.ZodString;
        value: z.ZodString;
    }, z.core.$strict>>;
    then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    time: z.ZodOptional<z.ZodString>;
    zone: z.ZodOptional<z.ZodString>;
    first: z.ZodArray<z.ZodString>;
}, z.core.$strict>, z.ZodObject<{
    pattern: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
    lookup: z.ZodOptional<z.ZodObject<{
        file: z.ZodString;
        key: z.ZodString;
        value: z.ZodString;
    }, z.core.$strict>>;
    then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    time: z.ZodOptional<z.ZodString>;
    zone: z.ZodOptional<z.ZodString>;
    template: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    pattern: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
    lookup: z.ZodOptional<z.ZodObject<{
        file: z.ZodString;
        key: z.ZodString;
        value: z.ZodString;
    }, z.core.$strict>>;
    then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    time: z.ZodOptional<z.ZodString>;
    zone: z.ZodOptional<z.ZodString>;
    hash: z.ZodArray<z.ZodString>;
    perEqualRow: z.ZodOptional<z.ZodBoolean>;
}, z.core.$strict>, z.ZodObject<{
    pattern: z.ZodOptional<z.ZodString>;
    as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
    lookup: z.ZodOptional<z.ZodObject<{
        file: z.ZodString;
        key: z.ZodString;
        value: z.ZodString;
    }, z.core.$strict>>;
    then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
        split: z.ZodString;
    }, z.core.$strict>]>>]>>;
    default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
    time: z.ZodOptional<z.ZodString>;
    zone: z.ZodOptional<z.ZodString>;
    other: z.ZodString;
    than: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    url: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        from: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        first: z.ZodArray<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        template: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        hash: z.ZodArray<z.ZodString>;
        perEqualRow: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        other: z.ZodString;
        than: z.ZodString;
    }, z.core.$strict>]>;
    name: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        from: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        first: z.ZodArray<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        template: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        hash: z.ZodArray<z.ZodString>;
        perEqualRow: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        other: z.ZodString;
        than: z.ZodString;
    }, z.core.$strict>]>>;
    type: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        from: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        first: z.ZodArray<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        template: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        hash: z.ZodArray<z.ZodString>;
        perEqualRow: z.ZodOptional<z.ZodBoolean>;
    }, z.core.$strict>, z.ZodObject<{
        pattern: z.ZodOptional<z.ZodString>;
        as: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>>;
        lookup: z.ZodOptional<z.ZodObject<{
            file: z.ZodString;
            key: z.ZodString;
            value: z.ZodString;
        }, z.core.$strict>>;
        then: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodPipe<z.ZodString, z.ZodTransform<"boolean" | "digits" | "emptyToNothing" | "hash" | "htmlToMarkdown" | "htmlToText" | "json" | "lower" | "nfc" | "number" | "slackToMarkdown" | "slug" | "split" | "stripMarkup" | "trim" | "upper", string>>, z.ZodObject<{
            split: z.ZodString;
        }, z.core.$strict>]>>]>>;
        default: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>;
        time: z.ZodOptional<z.ZodString>;
        zone: z.ZodOptional<z.ZodString>;
        other: z.ZodString;
        than: z.ZodString;
    }, z.core.$strict>]>>;
    base: z.ZodOptional<z.ZodString>;
    split: z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, z.ZodString]>>;
}, z.core.$strict>]>;
/** The `map` of an entity's source. Editors complete its fields; other names may be single members, such as `metadata.team`. */
export declare const mapSchema: (entity: EntityName) => z.ZodType<FieldMap>;
/** Conditions on columns; a row must meet all of them. */
export declare const whereSchema: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>, z.ZodObject<{
    not: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>, z.ZodArray<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>, z.ZodNull]>>]>;
}, z.core.$strict>, z.ZodObject<{
    matches: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    empty: z.ZodBoolean;
}, z.core.$strict>]>>;
/** A time of `since` or `until`: ISO 8601, UTC if it names no zone. */
export declare const timeBound: z.ZodString;
