import type { ReportFormat } from './report-format.ts';
/** Every report format besides the text for a person. A new format is one more file and one more name here. */
export declare const reportFormats: {
    readonly json: {
        readonly label: 'the report as it is saved';
        readonly load: () => Promise<ReportFormat>;
    };
    readonly github: {
        readonly label: 'annotations of GitHub Actions';
        readonly load: () => Promise<ReportFormat>;
    };
    readonly junit: {
        readonly label: 'a test report';
        readonly load: () => Promise<ReportFormat>;
    };
    readonly sarif: {
        readonly label: 'findings for code scanning and editors';
        readonly load: () => Promise<ReportFormat>;
    };
};
export type ReportFormatName = keyof typeof reportFormats;
/** The names of the formats, in the order in which help shows them. */
export declare const reportFormatNames: readonly ReportFormatName[];
/** A format by its name. */
export declare const reportFormatOf: (name: ReportFormatName) => Promise<ReportFormat>;
