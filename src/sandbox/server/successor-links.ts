import type { App } from '../app/app.ts';
import type { ApiRoute } from '../app/route.ts';

const BASE = '/v3';

/**
 * The `Link` header of a deprecated call (RFC 5829): the paths that replace it. They name what the request is about where
 * that is known; else their braces are encoded, because a link is a URI.
 * @param actor uid of the acting user, as the request has it
 */
export function successorLinks(
  { replacedBy = [] }: ApiRoute,
  app: App,
  params: Readonly<Record<string, string>>,
  actor: string | string[] | undefined,
): string {
  const paths = replacedBy.map((call) => call.replace(/^[A-Z]+ /, ''));
  const ids = idsOf(app, params['conversationId'] ?? '', String(actor).toLowerCase());
  const filled = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all));
  const own = filled.filter((path) => !path.includes('{'));
  return (own.length > 0 ? own : paths)
    .map((path) => `<${encodeURI(BASE + path)}>; rel="successor-version"`)
    .join(', ');
}

/** The other side of a conversation, by the name that paths have for it. */
function idsOf(app: App, id: string, actor: string): Readonly<Record<string, string>> {
  const [found] = app.conversations.resolve(id).flatMap((seq) => app.conversations.get(seq) ?? []);
  if (found?.kind === 'group') return { guid: found.peerA };
  const peers = found ? [found.peerA, found.peerB] : [];
  const peer = peers.includes(actor) ? peers.find((uid) => uid !== actor) : undefined;
  return peer === undefined ? {} : { uid: peer };
}
