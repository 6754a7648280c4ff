import type { Profile } from '../result/profile.ts';
import { bar } from './chart.ts';
import { chartColumn, html, numberColumns, type Section, table } from './markup.ts';
import { counted, day, groupedUnbroken } from './numbers.ts';

/** Lists the conversations with the most messages. */
export function conversationsSection({ biggest, conversations }: Profile): Section | undefined {
  const most = biggest[0]?.messages;
  if (most === undefined) return undefined;
  const rows = biggest.map(({ id, name, messages, firstAt, lastAt }) => [
    name === undefined ? html`<code>${id}</code>` : html`${name} <code class="id">${id}</code>`,
    groupedUnbroken(messages),
    bar(
      `${name ?? id}: ${counted(messages, 'message')}`,
      [{ kind: 'plain', value: messages, title: counted(messages, 'message') }],
      most,
    ),
    day(firstAt),
    day(lastAt),
  ]);
  return {
    id: 'conversations',
    title: 'Biggest conversations',
    count: groupedUnbroken(conversations),
    body: table(
      conversations > biggest.length
        ? `The ${biggest.length} of ${groupedUnbroken(conversations)} conversations with the most messages`
        : 'Conversations by messages',
      ['Conversation', ...numberColumns('Messages'), chartColumn, 'First', 'Last'],
      rows,
    ),
  };
}
