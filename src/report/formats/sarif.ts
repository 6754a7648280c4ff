import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../../system/version.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import type { FileOf } from '../named-files.ts';
import type { ProblemReport, Report } from '../result/report.ts';
import {
  type EndedCommand,
  type EndingError,
  moreRows,
  type OpenedPlace,
  openedPlace,
  type ReportFormat,
  sampleMessage,
} from './report-format.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** SARIF 2.1.0, which code scanning and editors read: one rule for each code, one result for each sample. */
export const sarif: ReportFormat = { write: logJson, writeError: errorJson };

function logJson(report: Report, fileOf: FileOf): string {
  const rules = [
    ...report.problems.map((problem) => ({ problem, level: 'error' as const })),
    ...report.notices.map((problem) => ({ problem, level: 'warning' as const })),
  ];
  const places = rules.flatMap(({ problem }) => problem.samples.map((sample) => openedPlace(sample, fileOf)));
  const files = [...new Set(places.flatMap(({ file = [] }) => file))];
  const listed = rules.map(({ problem: { code, hint }, level }) => ({
    id: code,
    shortDescription: { text: hint },
    help: { text: hint },
    defaultConfiguration: { level },
  }));
  return documentJson(listed, {
    invocations: [invocation(report)],
    artifacts: files.map((file) => ({ location: { uri: uri(file) } })),
    results: rules.flatMap(({ problem, level }, ruleIndex) =>
      problem.samples.map((sample) => ({
        ruleId: problem.code,
        ruleIndex,
        level,
        ...placed(sample, openedPlace(sample, fileOf), files),
        properties: propertiesOf(sample),
      })),
    ),
    properties: { pipeline: report.pipeline, entities: report.entities },
  });
}

/** A log of one run. */
const documentJson = (rules: readonly object[], run: object): string =>
  printableJson({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'chatferry', semanticVersion: version, rules } }, ...run }],
  });

type ReportedSample = ProblemReport['samples'][number];

/** The message and the location of a sample. */
function placed(sample: ReportedSample, place: OpenedPlace, files: readonly string[]): object {
  const more = {
    byteOffset: sample.byte,
    ...(sample.raw === undefined ? {} : { snippet: { text: printable(sample.raw) } }),
  };
  return {
    message: { text: printable(`${place.before}${sampleMessage(sample)}`) },
    locations: locations(place, { index: files.indexOf(place.file ?? '') }, more),
  };
}

/** Lines and bytes of a file in an archive are none of the archive. */
function locations(
  { file, line, column }: OpenedPlace,
  artifact: { readonly index?: number } = {},
  more: object = {},
): readonly object[] {
  if (file === undefined) return [];
  const region = { startLine: line, ...(column === undefined ? {} : { startColumn: column }), ...more };
  const artifactLocation = { uri: uri(file), ...artifact };
  return [{ physicalLocation: { artifactLocation, ...(line === undefined ? {} : { region }) } }];
}

/** A run that has no results because it could not begin, or not go on. */
function errorJson(
  { code, message, hint, where }: EndingError,
  fileOf: FileOf,
  { exitCode, commandLine }: EndedCommand,
): string {
  const place = where ? openedPlace(where, fileOf) : { before: '' };
  const text = `${place.before}${message}\n→ ${hint}`;
  const notification = {
    level: 'error',
    descriptor: { id: code },
    message: { text: text.split('\n').map(printable).join('\n') },
    locations: locations(place),
  };
  return documentJson([], {
    invocations: [
      {
        executionSuccessful: false,
        exitCode,
        commandLine: printable(commandLine),
        toolExecutionNotifications: [notification],
      },
    ],
    results: [],
  });
}

function propertiesOf({ entity, key, field, value }: ReportedSample): Record<string, string> {
  const shown = Object.entries({ entity, key, field, value }).filter(([, text]) => text !== undefined);
  return Object.fromEntries(shown.map(([name, text]) => [name, printable(text as string)]));
}

function invocation(report: Report): object {
  const more = [...report.problems, ...report.notices].flatMap((problem) => {
    const text = moreRows(problem);
    return text ? [{ level: 'note', message: { text: `${problem.code}: ${text}` } }] : [];
  });
  const warnings = report.warnings.map((text) => ({ level: 'warning', message: { text: printable(text) } }));
  const { error } = report;
  const failure = error
    ? [{ level: 'error', descriptor: { id: error.code }, message: { text: printable(error.message) } }]
    : [];
  return {
    // True whatever was found: it says that the tool itself worked.
    executionSuccessful: true,
    exitCode: report.exitCode,
    ...(report.commandLine === undefined ? {} : { commandLine: printable(report.commandLine) }),
    startTimeUtc: report.startedAt,
    endTimeUtc: report.finishedAt,
    toolExecutionNotifications: [...failure, ...warnings, ...more],
  };
}

/** A path as a URI reference, relative if the path is relative. */
const uri = (path: string): string =>
  isAbsolute(path) ? pathToFileURL(path).href : path.split(/[\\/]/).map(encodeURIComponent).join('/');
