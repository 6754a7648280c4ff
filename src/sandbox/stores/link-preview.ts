import { parseJson } from '../wire/parse-json.ts';
import { isObject } from '../wire/validation.ts';
import type { NewMessage } from './message.ts';

const LINK = /https?:\/\/[^\s<>"]+/gu;
/** The most links of a message that have a preview. */
const LINKS_MAX = 5;

/**
 * Adds what the extension for previews of links adds to a text message with links: `metadata["@injected"]`. It fetches
 * nothing here, so the title is the host.
 */
export function withLinkPreview({ category, type, data }: NewMessage): string {
  if (category !== 'message' || type !== 'text' || !data.includes('://')) return data;
  const content = parseJson(data) as Record<string, unknown>;
  const { text, metadata } = content;
  const urls = typeof text === 'string' ? (text.match(LINK) ?? []).filter((url) => URL.canParse(url)) : [];
  if (urls.length === 0) return data;
  const links = [...new Set(urls)].slice(0, LINKS_MAX).map((url) => {
    const { origin, hostname } = new URL(url);
    return { url, title: hostname, description: '', image: '', favicon: `${origin}/favicon.ico` };
  });
  const before = isObject(metadata) ? metadata : {};
  const injected = isObject(before['@injected']) ? before['@injected'] : {};
  const extensions = isObject(injected['extensions']) ? injected['extensions'] : {};
  const added = { ...injected, extensions: { ...extensions, 'link-preview': { links } } };
  return JSON.stringify({ ...content, metadata: { ...before, '@injected': added } });
}
