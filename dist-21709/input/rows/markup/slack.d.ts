/**
 * A message's text in Slack's markup as Markdown: bold, struck text, links, and the names of channels. A mention of a
 * person becomes `<@uid:…>`.
 */
export declare function slackToMarkdown(text: string, uidOf: (id: string) => string): string;
