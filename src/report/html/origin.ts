import { version } from '../../version.ts';
import type { Report } from '../result/report.ts';
import { html } from './markup.ts';
import { moment } from './numbers.ts';
import type { Section } from './section.ts';

/** The command line, the target, the time and the version: everything needed to repeat the command. */
export function originSection({
  command,
  commandLine,
  pipeline,
  target,
  startedAt,
  exitCode,
  run,
}: Report): Section {
  const facts: readonly (readonly [string, string])[] = [
    ['Pipeline', pipeline],
    ...(run === undefined ? [] : [['Run', run] as const]),
    ...(target['appId'] ? [['App', target['appId']] as const] : []),
    ...(target['baseUrl'] ? [['Target', target['baseUrl']] as const] : []),
    ['Started', moment(startedAt)],
    ['Exit code', String(exitCode)],
    ['Tool', `chatferry ${version}`],
  ];
  return {
    id: 'again',
    title: 'Repeat this command',
    body: html`<pre class="command">${commandLine ?? `chatferry ${command} <pipeline>`}</pre><dl class="facts">${facts.map(
      ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
    )}</dl>`,
  };
}
