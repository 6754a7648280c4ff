import { coreNames } from '../../src/input/entities/entity.ts';
import type { Report } from '../../src/report/result/report.ts';
import type { Expected, PlantedExport } from './plant.ts';

/** A line of the result. */
export type Judged = {
  readonly kind: string;
  readonly code: string;
  readonly at: string;
  readonly wrong?: string;
};

type Shown = Report['problems'][number]['samples'][number] & {
  readonly list: 'problems' | 'notices';
  readonly code: string;
};

/** Holds a report against what was planted: one line a finding, and one for everything that should not be there. */
export function compare(planted: PlantedExport, report: Report): readonly Judged[] {
  const left = new Set(
    (['problems', 'notices'] as const).flatMap((list) =>
      report[list].flatMap(({ code, samples }) =>
        samples.map((sample): Shown => ({ ...sample, list, code })),
      ),
    ),
  );
  const judged = planted.expected.map((expected): Judged => {
    const { kind, finding, place } = expected;
    const line = { kind, code: finding.code, at: `${place.file}:${place.line} byte ${place.byte}` };
    const near = [...left].filter((shown) => isNear(shown, expected));
    const found = near.find((shown) => differences(shown, expected).length === 0) ?? near[0];
    if (found === undefined) return { ...line, wrong: 'not found' };
    left.delete(found);
    const wrong = differences(found, expected);
    return wrong.length === 0 ? line : { ...line, wrong: wrong.join(', ') };
  });
  for (const { code, file, line, byte, field, value, message } of left)
    judged.push({
      kind: kindNear(planted, file, line),
      code,
      at: `${file}:${line} byte ${byte}`,
      wrong: `nothing of the sort was planted: ${field ?? ''} ${value ?? ''} ${message}`,
    });
  return [...judged, ...countsCompared(planted, report)];
}

const isNear = (shown: Shown, { entity, finding, place }: Expected): boolean =>
  shown.list === finding.list &&
  shown.code === finding.code &&
  shown.entity === entity &&
  shown.file === place.file &&
  shown.line === place.line;

function differences(shown: Shown, { finding, place, first }: Expected): string[] {
  const { field, value, column, says } = finding;
  const wrong: string[] = [];
  const must = (what: string, is: unknown, should: unknown): void => {
    if (is !== should) wrong.push(`${what} is ${JSON.stringify(is)}, should be ${JSON.stringify(should)}`);
  };
  must('byte', shown.byte, place.byte);
  must('field', shown.field, field);
  if (value instanceof RegExp) must('value that fits', value.test(shown.value ?? ''), true);
  // Half a surrogate pair is shown as its escape.
  else
    must(
      'value',
      shown.value,
      value?.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`),
    );
  if (column !== undefined) must('column', shown.column, column);
  const said = says?.(place, first);
  if (said !== undefined && !shown.message.includes(said))
    wrong.push(`the message ${JSON.stringify(shown.message)} does not say ${JSON.stringify(said)}`);
  return wrong;
}

/** The kind of which a row stands at a place, to name what went wrong by. */
function kindNear(planted: PlantedExport, file: string, line: number): string {
  const at = planted.expected.find(({ place }) => place.file === file && place.line === line);
  return at?.kind ?? '(a good row)';
}

/** Every row that was not planted counts as pending, every planted one as it should. */
function countsCompared(planted: PlantedExport, report: Report): Judged[] {
  const wrong: Judged[] = coreNames.flatMap((entity) =>
    Object.entries(planted.counts[entity]).flatMap(([outcome, should]) => {
      const is = report.entities[entity][outcome as 'read'];
      return is === should
        ? []
        : [{ kind: '(counts)', code: outcome, at: entity, wrong: `${is}, should be ${should}` }];
    }),
  );
  if (!report.balanced) wrong.push({ kind: '(counts)', code: 'balanced', at: 'report', wrong: 'false' });
  return wrong;
}
