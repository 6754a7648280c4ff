/** The statements from each version to the next. A new file runs all of them. */
export declare const SCHEMA_STEPS: readonly string[];
