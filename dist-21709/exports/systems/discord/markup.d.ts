import type { TextToken } from '../../neutral.ts';
/**
 * A message's text in Discord's markup as Markdown: a token that stands for a person becomes `<@uid:…>`, emoji of a server
 * `:name:`, a time is written out. Discord's other marks are those of Markdown, or stay as they are.
 */
export declare function discordToMarkdown(text: string, uidOf: (id: string) => string, tokens?: readonly TextToken[]): string;
