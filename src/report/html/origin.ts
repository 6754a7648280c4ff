import { version } from '../../system/version.ts';
import type { InputShown, Report } from '../result/report.ts';
import type { Verification } from '../result/verification.ts';
import { html, type Markup, numberColumns, numbersOf, type Section, table } from './markup.ts';
import { bytes, counted, groupedUnbroken, moment } from './numbers.ts';

/** So many input files are listed. */
const INPUTS_SHOWN = 100;

/** The command line, the target, the time and the version: everything needed to repeat the command. */
export function originSection({
  command,
  commandLine,
  pipeline,
  target,
  startedAt,
  exitCode,
  run,
  inputs = [],
  files,
  verification,
}: Report): Section {
  const facts: readonly (readonly [string, string])[] = [
    ['Pipeline', pipeline],
    ...(run === undefined ? [] : [['Run', run] as const]),
    ...(target['appId'] ? [['App', target['appId']] as const] : []),
    ...(target['baseUrl'] ? [['Target', target['baseUrl']] as const] : []),
    ['Started', moment(startedAt)],
    ['Exit code', String(exitCode)],
    ...(verification ? [['Last verify', verifiedText(verification, startedAt)] as const] : []),
    ...files.rejects.map((path) => ['Rejects', path] as const),
    ['Tool', `chatferry ${version}`],
  ];
  return {
    id: 'again',
    title: 'Repeat this command',
    body: html`<pre class="command">${commandLine ?? `chatferry ${command} <pipeline>`}</pre><dl class="facts">${facts.map(
      ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
    )}</dl>${inputs.length > 0 && numbersOf(`The input: ${counted(inputs.length, 'file')}`, inputTable(inputs))}`,
  };
}

function verifiedText({ verified, finishedAt, mode }: Verification, startedAt: string): string {
  const when = Date.parse(finishedAt) < Date.parse(startedAt) ? 'before this run' : 'after this run';
  const how = mode === 'full' ? '' : ` (${mode})`;
  return `${groupedUnbroken(verified.same)} of ${counted(verified.of, 'row')} the same${how}, ${moment(finishedAt)}, ${when}`;
}

function inputTable(inputs: readonly InputShown[]): Markup {
  const more = inputs.length - INPUTS_SHOWN;
  const shown = table(
    'The input files',
    ['File', 'Entity', ...numberColumns('Size'), 'Changed', 'SHA-256'],
    inputs
      .slice(0, INPUTS_SHOWN)
      .map(({ path, entity, bytes: size, modifiedAt, sha256 }) => [
        path,
        entity,
        bytes(size),
        moment(modifiedAt),
        html`<code>${sha256 ?? ''}</code>`,
      ]),
  );
  return html`${shown}${more > 0 && html`<p class="more">and ${counted(more, 'file')} more in report.json</p>`}`;
}
