import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../../system/version.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import type { ProblemReport, Report } from '../result/report.ts';
import { moreRows, type ReportFormat, sampleMessage } from './report-format.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** SARIF 2.1.0, which code scanning and editors read: one rule for each code, one result for each sample. */
export const sarif: ReportFormat = { write: logJson };

function logJson(report: Report, pathOf: (file: string) => string): string {
  const rules = [
    ...report.problems.map((problem) => ({ problem, level: 'error' as const })),
    ...report.notices.map((problem) => ({ problem, level: 'warning' as const })),
  ];
  const files = [...new Set(rules.flatMap(({ problem }) => problem.samples.map(({ file }) => file)))];
  const uriOf = (file: string): string => uri(pathOf(file));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'chatferry',
            semanticVersion: version,
            rules: rules.map(({ problem: { code, hint }, level }) => ({
              id: code,
              shortDescription: { text: hint },
              help: { text: hint },
              defaultConfiguration: { level },
            })),
          },
        },
        invocations: [invocation(report)],
        artifacts: files.map((file) => ({ location: { uri: uriOf(file) } })),
        results: rules.flatMap(({ problem, level }, ruleIndex) =>
          problem.samples.map((sample) => ({
            ruleId: problem.code,
            ruleIndex,
            level,
            message: { text: sampleMessage(sample) },
            locations: [
              { physicalLocation: placeOf(sample, uriOf(sample.file), files.indexOf(sample.file)) },
            ],
            properties: propertiesOf(sample),
          })),
        ),
        properties: { pipeline: report.pipeline, entities: report.entities },
      },
    ],
  };
  return printableJson(log);
}

type ReportedSample = ProblemReport['samples'][number];

function placeOf({ line, column, byte, raw }: ReportedSample, uri: string, index: number): object {
  return {
    artifactLocation: { uri, index },
    region: {
      startLine: line,
      ...(column === undefined ? {} : { startColumn: column }),
      byteOffset: byte,
      ...(raw === undefined ? {} : { snippet: { text: printable(raw) } }),
    },
  };
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
