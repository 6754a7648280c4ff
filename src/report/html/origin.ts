import { version } from '../../version.ts';
import type { Report } from '../result/report.ts';
import { html } from './markup.ts';
import { moment } from './numbers.ts';
import type { Section } from './section.ts';

/** What was typed, with what, when: all that is needed to do it again. */
export function originSection({
  command,
  commandLine,
  pipeline,
  target,
  startedAt,
  exitCode,
}: Report): Section {
  const facts: readonly (readonly [string, string])[] = [
    ['Pipeline', pipeline],
    ...(target['appId'] ? [['App', target['appId']] as const] : []),
    ...(target['baseUrl'] ? [['Target', target['baseUrl']] as const] : []),
    ['Started', moment(startedAt)],
    ['Exit code', String(exitCode)],
    ['Tool', `chatferry ${version}`],
  ];
  return {
    id: 'again',
    title: 'Do it again',
    body: html`<pre class="command">${commandLine ?? `chatferry ${command} <pipeline>`}</pre><dl class="facts">${facts.map(
      ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
    )}</dl>`,
  };
}
