import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { reportFormatOf } from '../../../src/report/formats/formats.ts';
import type { FileOf } from '../../../src/report/named-files.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { runCli } from '../../support/cli-process.ts';
import { NASTY, reportFixture } from '../../support/report-fixture.ts';
import { copyOf } from '../../support/repository.ts';
import { sarifSchema } from '../../support/schemas/sarif-schema.ts';
import { parseXml, type XmlElement } from '../../support/xml.ts';

const fixture = reportFixture();
const inData: FileOf = (file) => ({ path: `data, 100%/${file}` });

/** The content that every format must have: code, file and line of every sample. */
const placesOf = ({ problems, notices }: Report, fileOf: FileOf): string[] =>
  [...problems, ...notices]
    .flatMap(({ code, samples }) => samples.map(({ file, line }) => `${code} ${fileOf(file).path}:${line}`))
    .sort();

const [github, junit, sarif] = await Promise.all([
  reportFormatOf('github'),
  reportFormatOf('junit'),
  reportFormatOf('sarif'),
]);

describe('github', () => {
  /** Reads workflow commands like the runner. */
  const commands = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, level, list = '', message = ''] = /^::(\w+) ?(.*?)::(.*)$/.exec(line) ?? [];
        const plain = (value: string): string =>
          value
            .replaceAll('%3A', ':')
            .replaceAll('%2C', ',')
            .replaceAll('%0A', '\n')
            .replaceAll('%0D', '\r')
            .replaceAll('%25', '%');
        const pairs = list.split(',').map((pair) => pair.split('=', 2) as [string, string]);
        return {
          level,
          message: plain(message),
          ...Object.fromEntries(pairs.map(([key, value]) => [key, plain(value)])),
        } as {
          level?: string;
          message: string;
          [key: string]: string | undefined;
        };
      });

  test('every sample is an annotation at its place; one sample of each code comes before the second of any', () => {
    const found = commands(github.write(fixture, inData));
    const placed = found.filter(({ file }) => file !== undefined);
    expect(placed.map(({ title, file, line }) => `${title} ${file}:${line}`).sort()).toEqual(
      placesOf(fixture, inData),
    );
    const errors = placed.filter(({ level }) => level === 'error');
    expect(errors.slice(0, 6).map(({ title }) => title)).toEqual(fixture.problems.map(({ code }) => code));
    expect(errors.find(({ title }) => title === 'CSV.QUOTE_UNCLOSED')).toMatchObject({
      line: '99120',
      col: '31',
    });
    expect(placed.filter(({ level }) => level === 'warning')).toHaveLength(2);
    expect(found.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^210 more rows like this\n→ write/),
    );
    expect(found.every(({ level }) => ['error', 'warning', 'notice'].includes(level ?? ''))).toBe(true);
  });

  test('an error of the pipeline file is an annotation in it', () => {
    const error = {
      code: 'CONFIG.INVALID',
      message: 'no\nsuch: 5%',
      hint: 'say it',
      where: { file: 'a,b.yaml', line: 3, column: 5 },
    };
    const ended = { exitCode: 2, commandLine: 'chatferry validate' };
    expect(commands(github.writeError?.(error, (path) => ({ path }), ended) ?? '')).toEqual([
      {
        level: 'error',
        file: 'a,b.yaml',
        line: '3',
        col: '5',
        title: 'CONFIG.INVALID',
        message: 'no\nsuch: 5%\n→ say it',
      },
    ]);
  });
});

describe('junit', () => {
  const cases = (suite: XmlElement): XmlElement[] => suite.children.filter(({ name }) => name === 'testcase');

  test('is XML whose counts match its cases', () => {
    const { name, attributes, children } = parseXml(junit.write(fixture, inData));
    expect(name).toBe('testsuites');
    const all = children.flatMap(cases);
    const failed = all.filter((one) => one.children.some((child) => child.name === 'failure'));
    expect(attributes).toMatchObject({
      tests: String(all.length),
      failures: String(failed.length),
      errors: '0',
    });
    for (const suite of children) expect(suite.attributes['tests']).toBe(String(cases(suite).length));
    expect(children.map((suite) => suite.attributes['name'])).toEqual([
      'users',
      'groups',
      'members',
      'messages',
      'verdict',
    ]);
    expect(cases(children[1] as XmlElement)).toHaveLength(1);
  });

  test('a failure lists every sample, the number of further rows, and the hint', () => {
    const { children } = parseXml(junit.write(fixture, inData));
    const messages = children.find((suite) => suite.attributes['name'] === 'messages') as XmlElement;
    const one = cases(messages).find(
      ({ attributes }) => attributes['name'] === 'ROW.TIME_INVALID',
    ) as XmlElement;
    expect(one.attributes).toMatchObject({ file: 'data, 100%/messages.csv', line: '10482' });
    const [failure] = one.children as [XmlElement];
    expect(failure.attributes).toMatchObject({ type: 'ROW.TIME_INVALID' });
    expect(failure.text).toMatch(/messages\.csv:10482 {2}sentAt = "31\/02\/2024": no such date/);
    expect(failure.text).toContain('210 more rows like this, over all entities\n→ write epoch seconds');
    const notice = cases(messages).find(
      ({ attributes }) => attributes['name'] === 'MESSAGE.SAME_SECOND',
    ) as XmlElement;
    expect(notice.children.map(({ name }) => name)).toEqual(['system-out']);
    const ids = cases(children[0] as XmlElement).find(
      ({ attributes }) => attributes['name'] === 'ID.INVALID',
    );
    expect(ids?.children[0]?.text).toContain(NASTY[1]);
  });
});

describe('sarif', () => {
  const log = (report: Report, fileOf = inData) => JSON.parse(sarif.write(report, fileOf));

  test('is valid, and every result refers to its rule, its artifact and its place', () => {
    const found = log(fixture);
    const validate = new Ajv({ strict: true, allErrors: true }).compile(sarifSchema);
    expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
    const [run] = found.runs;
    const places = run.results.map((result: SarifResult) => {
      const { artifactLocation, region } = (result.locations[0] as SarifResult['locations'][number])
        .physicalLocation;
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(run.artifacts[artifactLocation.index].location.uri).toBe(artifactLocation.uri);
      expect(region.byteOffset).toBe(region.startLine * 61);
      return `${result.ruleId} ${decodeURIComponent(artifactLocation.uri)}:${region.startLine}`;
    });
    expect(places.sort()).toEqual(placesOf(fixture, inData));
    const levels = new Set(run.results.map(({ ruleId, level }: SarifResult) => `${ruleId} ${level}`));
    expect(levels).toContain('ROW.TIME_INVALID error');
    expect(levels).toContain('ID.LOWER_CASED warning');
    expect(run.tool.driver.rules[0].help.text).toBe(fixture.problems[0]?.hint);
    const said = run.invocations[0].toolExecutionNotifications.map(
      ({ message }: { message: { text: string } }) => message.text,
    );
    expect(said).toContain('ROW.TIME_INVALID: 210 more rows like this');
  });

  test('a path outside the working directory is a file URL', () => {
    const uri = log(fixture, (file) => ({ path: `/srv/my data/${file}` })).runs[0].artifacts[0].location.uri;
    expect(uri).toBe('file:///srv/my%20data/messages.csv');
  });
});

type SarifResult = {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly index: number };
      readonly region: { readonly startLine: number; readonly byteOffset: number };
    };
  }[];
};

test('the command line writes samples/broken as SARIF with the same findings as its JSON', async () => {
  await using copy = await copyOf('samples');
  const pipeline = join(copy.path, 'samples/broken/pipeline.yaml');
  const [json, sarif] = await Promise.all([
    runCli('validate', pipeline, '--json'),
    runCli('validate', pipeline, '--format', 'sarif'),
  ]);
  expect([json.exitCode, sarif.exitCode]).toEqual([4, 4]);
  const expected = placesOf(JSON.parse(json.stdout), (file) => ({
    path: join(copy.path, 'samples/broken', file),
  }));
  const { results } = JSON.parse(sarif.stdout).runs[0] as { results: SarifResult[] };
  const found = results.map(({ ruleId, locations: [place] }) => {
    const { artifactLocation, region } = (place as SarifResult['locations'][number]).physicalLocation;
    return `${ruleId} ${decodeURIComponent(new URL(artifactLocation.uri).pathname)}:${region.startLine}`;
  });
  expect(found.sort()).toEqual(expected);
});
