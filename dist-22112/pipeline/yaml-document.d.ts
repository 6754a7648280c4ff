import { type Document, LineCounter, type YAMLParseError } from 'yaml';
/** A YAML or JSON text, with the places of its lines. */
export type YamlText = {
    readonly document: Document.Parsed;
    readonly lines: LineCounter;
};
/** Parses YAML or JSON, merge keys (`<<`) included: every reader of pipeline files sees the same. */
export declare function yamlText(text: string): YamlText;
/** Says what is wrong with the text, in plain words. */
export declare function yamlFault({ code, message }: YAMLParseError): string;
/** Says what is wrong with an alias or a merge, which shows only when values are made of the text; and where it is. */
export declare function aliasFault({ message }: Error, text: string): {
    message: string;
    at: number;
};
/** More repetitions are an attack on memory. */
export declare const ALIASES_MAX = 100;
