import type { Markups } from '../../export-reader.ts';
import type { ExportPolicies } from '../../export-rules.ts';
import type { SourceMessage } from '../../neutral.ts';
/** The text of a message as the policy says. */
export declare function textOfMessage(message: Pick<SourceMessage, 'text' | 'markup' | 'tokens' | 'pieces' | 'forwarded'>, policy: ExportPolicies['markup'], markups: Markups, uidOf: (id: string) => string): string;
/**
 * Cuts a text into pieces of at most so many bytes of JSON, at the end of a line or a word where there is one in the second
 * half, never inside of a character.
 */
export declare function splitText(text: string, bytesMax: number): string[];
