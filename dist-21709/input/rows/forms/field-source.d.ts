/** A value in a pipeline file. */
export type Scalar = string | number | boolean;
/** A value to compare with; null is an empty cell. */
export type Compared = Scalar | null;
/** A condition that the value of one column must meet. */
export type Condition = Compared | readonly Compared[] | {
    readonly not: Compared | readonly Compared[];
} | {
    readonly matches: string;
} | {
    readonly empty: boolean;
};
/** Conditions on columns; a row must meet all of them. */
export type Conditions = Readonly<Record<string, Condition>>;
/** The columns that the conditions name, with pseudo columns and joined ones. */
export declare const whereColumns: (where: Conditions) => readonly string[];
/** The names of the steps that need no more than their name, in the order of the documentation. */
export declare const stepNames: readonly ['trim', 'lower', 'upper', 'nfc', 'slug', 'hash', 'digits', 'number', 'boolean', 'json', 'split', 'htmlToMarkdown', 'htmlToText', 'slackToMarkdown', 'stripMarkup', 'emptyToNothing'];
export type StepName = (typeof stepNames)[number];
/** The effect of each step, for editors and the reference. */
export declare const stepMeanings: Readonly<Record<StepName, string>>;
/** One step of `as` or `then`; `{ split: ',' }` names the separator. */
export type FormStep = StepName | {
    readonly split: string;
};
/** A table of another file: `key` and `value` are names of its columns. */
export type LookupSpec = {
    readonly file: string;
    readonly key: string;
    readonly value: string;
};
/** The changes to a value on its way to the field, in this order. */
export type Refinement = {
    /** A regular expression: the value is its first group, else the whole match. */
    readonly pattern?: string | undefined;
    readonly as?: FormStep | readonly FormStep[] | undefined;
    readonly values?: Readonly<Record<string, Scalar>> | undefined;
    readonly lookup?: LookupSpec | undefined;
    readonly then?: FormStep | readonly FormStep[] | undefined;
    /** The value where there is none. */
    readonly default?: Scalar | undefined;
    readonly time?: string | undefined;
    readonly zone?: string | undefined;
};
/** The origin of a value. */
type ValueForm = {
    readonly from: string;
} | {
    readonly first: readonly string[];
} | {
    readonly template: string;
} | {
    readonly hash: readonly string[];
    readonly perEqualRow?: boolean | undefined;
} | {
    readonly other: string;
    readonly than: string;
};
/** The way in which a value is read and refined. */
export type RefinedForm = ValueForm & Refinement;
/** The files of a message, in the field `attachments`. */
export type AttachmentsForm = {
    /** The column of the URL, or of several URLs. */
    readonly url: string | RefinedForm;
    readonly name?: string | RefinedForm | undefined;
    /** The column of the MIME type. */
    readonly type?: string | RefinedForm | undefined;
    /** The URL that relative ones are relative to. */
    readonly base?: string | undefined;
    /** True: a message for each file. A text: what stands between several URLs in a cell. */
    readonly split?: boolean | string | undefined;
};
/** The way in which the pipeline file fills one field; a plain string is the name of a column. */
export type FieldSource = string | {
    readonly const: Scalar;
} | RefinedForm | AttachmentsForm;
/** The fields of an entity; null: the field is not filled, though a column may have its name. */
export type FieldMap = Readonly<Record<string, FieldSource | null>>;
/** Names the table of a lookup: equal specs have equal names. */
export declare const lookupId: ({ file, key, value }: LookupSpec) => string;
/** The lookups that a map needs, each once. */
export declare function lookupsOf(map: FieldMap): readonly LookupSpec[];
/** The columns that a map names, with pseudo columns and joined ones. */
export declare function mappedColumns(map: FieldMap): readonly string[];
/** True if a source is the files of a message. */
export declare const isAttachments: (source: FieldSource | null | undefined) => source is AttachmentsForm;
/** The parts of a template: text at even indices, column names at odd ones. `{{` and `}}` are braces. */
export declare function templateParts(text: string): readonly string[];
/** The only column that a source is read from; undefined if there are several or none. */
export declare function onlyColumn(source: FieldSource | null | undefined): string | undefined;
export {};
