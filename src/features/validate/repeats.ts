import { tallyProblem } from '../../delivery/tally/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
import type { Data } from '../../input/entities/entity.ts';
import { duplicate, judge } from '../../input/rows/judge.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { placeText } from '../../input/rows/place.ts';
import type { Row } from '../../input/rows/row.ts';
import { rowsAt } from '../../input/sources/rows-at.ts';
import type { Audit } from './audit.ts';
import type { KeyLogFindings, LoggedKey } from './key-log.ts';
import { lostElse, lostFields, removeMarks } from './notice-bits.ts';
import { ShownRow } from './shown.ts';

type FoundRepeat = { readonly at: LoggedKey; readonly other: LoggedKey | undefined };

/** Keeps the repeats that come first in the sources, whatever the order in which they are added. */
class Earliest {
  readonly found: FoundRepeat[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(at: LoggedKey, other: LoggedKey | undefined): void {
    const isBefore = (a: LoggedKey, b: LoggedKey): boolean =>
      a.file < b.file || (a.file === b.file && a.byte < b.byte);
    const last = this.found.at(-1);
    if (this.found.length >= this.#max && last && isBefore(last.at, at)) return;
    const index = this.found.findIndex((each) => isBefore(at, each.at));
    this.found.splice(index < 0 ? this.found.length : index, 0, { at, other });
    this.found.length = Math.min(this.found.length, this.#max);
  }
}

/**
 * Finds what needs all keys of an entity: repeated rows, and replies whose message is missing or later. Counts them, and
 * reads the few that are shown again from the sources.
 */
export async function resolveRepeats(
  audit: Audit,
  signal: AbortSignal,
  first: KeyLogFindings['first'],
): Promise<void> {
  const { samplesMax } = audit.deps;
  const contradicting = new Earliest(samplesMax);
  const earliestByCode = new Map<NoticeCode, Earliest>();
  const addNotice = (code: NoticeCode, at: LoggedKey, other?: LoggedKey): void => {
    audit.notices.count(code);
    const earliest = earliestByCode.get(code) ?? new Earliest(samplesMax);
    earliestByCode.set(code, earliest);
    earliest.add(at, other);
  };
  audit.keys.resolve({
    repeated: (first, again) => {
      uncount(audit, again);
      if (first.content === again.content) {
        countSkipped(audit);
        addNotice('ROW.REPEATED', again, first);
      } else {
        countRejected(audit);
        contradicting.add(again, first);
      }
    },
    referred: (from, to) => {
      if (!to) addNotice('MESSAGE.PARENT_UNKNOWN', from);
      else if (to.sentAt > from.sentAt) addNotice('MESSAGE.BEFORE_PARENT', from, to);
    },
    ...(first ? { first } : {}),
  });
  await showContradicting(contradicting.found, audit, signal);
  for (const [code, { found }] of earliestByCode) await showNotices(code, found, audit, signal);
}

/** Subtracts a row that was counted before it was known to be a repeat. */
function uncount({ tally, notices, months, deps }: Audit, again: LoggedKey): void {
  tally.counts.pending--;
  removeMarks(notices, again.marks, again, deps.entity);
  const lost = [...lostFields(deps.entity, again.marks), ...lostElse(deps.entity, again.marks)];
  for (const field of lost) {
    const left = (tally.notCarried[field] ?? 0) - 1;
    if (left > 0) tally.notCarried[field] = left;
    else delete tally.notCarried[field];
  }
  if (deps.entity.name === 'messages') months.remove(again.sentAt);
}

function countSkipped({ tally }: Audit): void {
  tally.counts.skipped++;
  tally.skipped['duplicate'] = (tally.skipped['duplicate'] ?? 0) + 1;
}

function countRejected({ tally }: Audit): void {
  tally.counts.rejected++;
  const group = tally.problems['ROW.DUPLICATE'] ?? { count: 0, samples: [] };
  tally.problems['ROW.DUPLICATE'] = group;
  group.count++;
}

const showContradicting = (found: readonly FoundRepeat[], audit: Audit, signal: AbortSignal): Promise<void> =>
  eachRow(found, audit, signal, (row, data, key, other) => {
    const { tally, deps } = audit;
    const { file, line, content } = other as LoggedKey;
    const outcome = duplicate({ lo: 0, hi: 0, file, line, content }, -1, row, data, deps);
    if (outcome.status === 'rejected')
      tallyProblem(tally, outcome.problems, row, key, deps.placeOf, deps.samplesMax);
  });

const showNotices = (
  code: NoticeCode,
  found: readonly FoundRepeat[],
  audit: Audit,
  signal: AbortSignal,
): Promise<void> =>
  eachRow(found, audit, signal, (row, data, key, other) => {
    const { notices, deps } = audit;
    const shown = new ShownRow(row, deps.mappings[row.file] as Mapping, data, key);
    const more =
      other && code === 'ROW.REPEATED' ? ` ${placeText(deps.placeOf(other.file, other.line))}` : '';
    notices.sample(code, row, shown, code === 'ROW.REPEATED' ? undefined : 'parentMuid', more);
  });

/** Reads the found rows again and calls `show` with each that is valid by itself. */
async function eachRow(
  found: readonly FoundRepeat[],
  { deps }: Audit,
  signal: AbortSignal,
  show: (row: Row, data: Data, key: string, other: LoggedKey | undefined) => void,
): Promise<void> {
  const rows = await rowsAt(
    deps.sources,
    found.map(({ at }) => at),
    signal,
  );
  for (const [index, { other }] of found.entries()) {
    const row = rows[index];
    const judged = row && judge(row, deps);
    if (row && judged?.data) show(row, judged.data, judged.key, other);
  }
}
