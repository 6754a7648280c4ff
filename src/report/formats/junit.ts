import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import type { Counts } from '../../input/rows/outcome.ts';
import { thresholdValue } from '../../pipeline/threshold.ts';
import { printable } from '../../terminal/printable.ts';
import type { FileOf } from '../named-files.ts';
import type { ProblemReport, Report } from '../result/report.ts';
import {
  type EndingError,
  moreRows,
  openedPlace,
  type ReportFormat,
  sampleMessage,
} from './report-format.ts';

type Case = {
  readonly name: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string };
  /** Output of a case that passes. */
  readonly output?: string;
};

/**
 * JUnit XML: one suite for each entity, with one test case for each code found in its rows and one for all its rows.
 */
export const junit: ReportFormat = {
  write: suitesXml,
  writeError: (error, fileOf) =>
    documentXml('chatferry validate', [{ name: 'verdict', cases: [endingCase(error, fileOf)] }]),
};

function suitesXml(report: Report, fileOf: FileOf): string {
  const suites = [
    ...entriesOf(report.entities)
      .filter(([, { read }]) => read > 0)
      .map(([entity, counts]) => ({ name: entity, cases: entityCases(report, entity, counts, fileOf) })),
    ...(report.thresholds || report.error ? [{ name: 'verdict', cases: verdictCases(report) }] : []),
  ];
  const time = (Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1000;
  return documentXml(`chatferry ${report.command} ${report.pipeline}`, suites, {
    time,
    timestamp: report.startedAt.slice(0, 19),
  });
}

type Suite = { readonly name: string; readonly cases: readonly Case[] };

function documentXml(
  title: string,
  suites: readonly Suite[],
  { time, timestamp }: { readonly time?: number; readonly timestamp?: string } = {},
): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: title, ...counts(all), time })}>`,
    ...suites.map(
      ({ name, cases }) =>
        `  <testsuite${attributes({ name, ...counts(cases), timestamp })}>\n${cases
          .map((one) => caseXml(name, one))
          .join('\n')}\n  </testsuite>`,
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

function entityCases(
  report: Report,
  entity: EntityName,
  { read, rejected, blocked }: Counts,
  fileOf: FileOf,
): Case[] {
  const of = (problems: readonly ProblemReport[]) =>
    problems.flatMap((problem) => {
      const samples = problem.samples.filter((sample) => sample.entity === entity);
      return samples.length > 0 ? [{ problem, samples }] : [];
    });
  const whole: Case = { name: `${read} rows read, ${rejected + blocked} not ready` };
  return [
    whole,
    ...of(report.problems).map(({ problem, samples }) => ({
      ...placed(problem, samples, fileOf),
      failure: {
        message: sampleMessage(samples[0] as ProblemReport['samples'][number]),
        type: problem.code,
        text: listed(problem, samples, fileOf),
      },
    })),
    ...of(report.notices).map(({ problem, samples }) => ({
      ...placed(problem, samples, fileOf),
      output: listed(problem, samples, fileOf),
    })),
  ];
}

function placed({ code }: ProblemReport, [first]: ProblemReport['samples'], fileOf: FileOf): Case {
  const { file, line } = first ? openedPlace(first, fileOf) : {};
  return { name: code, file, line };
}

function listed(problem: ProblemReport, samples: ProblemReport['samples'], fileOf: FileOf): string {
  const more = moreRows(problem);
  return [
    ...samples.map((sample) => `${placeText(sample, fileOf)}${sampleMessage(sample)}`),
    ...(more ? [`${more}, over all entities`] : []),
    `→ ${problem.hint}`,
  ]
    .map(printable)
    .join('\n');
}

/** `messages.csv:4:1  `, or of a file in an archive `export.zip  general/1.json:4:1  `. */
function placeText(where: Parameters<typeof openedPlace>[0], fileOf: FileOf): string {
  const { file, line, column, before } = openedPlace(where, fileOf);
  return `${[file, line, column].filter((part) => part !== undefined).join(':')}  ${before}`;
}

function endingCase({ code, message, hint, where }: EndingError, fileOf: FileOf): Case {
  const { file, line, before = '' } = where ? openedPlace(where, fileOf) : {};
  const text = `${where ? placeText(where, fileOf) : ''}${message}\n→ ${hint}`;
  return {
    name: code,
    file,
    line,
    failure: { message: `${before}${message}`, type: code, text: text.split('\n').map(printable).join('\n') },
  };
}

function verdictCases({ thresholds = [], error }: Report): Case[] {
  return [
    ...thresholds.map((result) => {
      const text = `${result.measure} is ${thresholdValue(result)}, the threshold is ${result.limit}`;
      return {
        name: `threshold ${result.measure} ${result.limit}`,
        ...(result.passed ? {} : { failure: { message: text, type: 'GUARD.THRESHOLD', text } }),
      };
    }),
    ...(error && error.code !== 'GUARD.THRESHOLD'
      ? [
          {
            name: error.code,
            failure: { message: error.message, type: error.code, text: `${error.message}\n→ ${error.hint}` },
          },
        ]
      : []),
  ];
}

function caseXml(suite: string, { name, file, line, failure, output }: Case): string {
  const open = `    <testcase${attributes({ name, classname: `chatferry.${suite}`, file, line })}`;
  if (failure)
    return `${open}>\n      <failure${attributes({ message: failure.message, type: failure.type })}>${escaped(failure.text)}</failure>\n    </testcase>`;
  return output === undefined
    ? `${open}/>`
    : `${open}>\n      <system-out>${escaped(output)}</system-out>\n    </testcase>`;
}

const counts = (cases: readonly Case[]) => ({
  tests: cases.length,
  failures: cases.filter(({ failure }) => failure).length,
  errors: 0,
  skipped: 0,
});

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(printable(String(value)))}"`)
    .join('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that XML 1.0 forbids even when escaped: controls except tab and line ends, and two non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, '')
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);
