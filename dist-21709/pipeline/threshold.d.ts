/** The measures that a threshold can limit. Measures of rows may be given as a share of rows. */
export declare const rowMeasures: readonly ['rejected', 'blocked', 'skipped', 'notices'];
export declare const countMeasures: readonly ['notCarried', 'warnings', 'requests', 'minutes'];
export type Measure = (typeof rowMeasures)[number] | (typeof countMeasures)[number];
/** The meaning of each measure, for editors and the reference. */
export declare const measureMeanings: Readonly<Record<Measure, string>>;
/** `<0.1%`, `<= 100`, `==0`: a comparison and a number; only measures of rows take a percentage. */
export declare const COUNT_LIMIT: RegExp;
export declare const ROW_LIMIT: RegExp;
export type Thresholds = Readonly<Partial<Record<Measure, string>>>;
/** A threshold of the pipeline file with the measured value. */
export type ThresholdResult = {
    readonly measure: Measure;
    /** As written in the pipeline file. */
    readonly limit: string;
    /** In the unit of the limit: a count, or percent of the rows that no rule leaves out; of `skipped`, of the rows read. */
    readonly value: number;
    readonly passed: boolean;
};
/** The value of a result with its unit, for people. */
export declare function thresholdValue({ limit, value }: ThresholdResult): string;
