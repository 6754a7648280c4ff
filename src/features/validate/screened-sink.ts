import type { Mapping } from '../../input/rows/mapping.ts';
import type { BlockScreen, RowSink } from '../../input/rows/record.ts';
import type { Row } from '../../input/rows/row.ts';
import type { Source } from '../../input/sources/source.ts';
import { type Rule, rulesOf } from '../../prefilter/rules.ts';
import { type ScreenThread, WasmScreen } from '../../prefilter/wasm/wasm-screen.ts';
import type { Audit } from './audit.ts';
import type { ColumnTally } from './column-tally.ts';
import { OrdinaryMessages } from './ordinary-messages.ts';
import { ShownRow, shownRecord } from './shown.ts';

/** Parts that screen the records of a file. */
export type Screening = {
  readonly thread: ScreenThread;
  /** Keys to which the records refer, in the memory of the thread. */
  readonly known: ReturnType<ScreenThread['know']>;
};

/** Gives the rows of a file to the audit. Most records are proved valid by the screen, in blocks, and never become rows. */
export function screenedSink(
  source: Source,
  mapping: Mapping,
  audit: Audit,
  columns: ColumnTally,
  screening: Screening | undefined,
): RowSink {
  const { entity, policies } = audit.deps;
  const rules = () =>
    rulesOf(entity, mapping, columns.names, policies.unread === 'read')?.map(rowsOfInactive);
  const blocks = screening && rules() && blocksOf(rules, source, mapping, audit, columns, screening);
  return {
    ...(blocks ? { blocks } : {}),
    row: (row) => {
      if (!row.fault && !blocks?.isCounted) columns.row(row.values);
      audit.row(row);
    },
  };
}

/** Makes each record that says since when its user is deactivated a row: rows of others may need an active user. */
const rowsOfInactive = (rule: Rule): Rule =>
  rule.field === 'deactivatedAt' ? { ...rule, cellRule: { kind: 'never' } } : rule;

function blocksOf(
  rules: () => readonly Rule[] | undefined,
  source: Source,
  mapping: Mapping,
  audit: Audit,
  columns: ColumnTally,
  { thread, known }: Screening,
): BlockScreen {
  const { entity, route } = audit.deps;
  const isOrdinary = entity.name === 'messages' && !audit.superseded;
  const ordinary = isOrdinary ? new OrdinaryMessages(audit, thread) : undefined;
  const screen: WasmScreen = new WasmScreen(thread, audit.facts, {
    names: columns.names,
    plan: () => {
      const now = rules();
      return now && { entity: entity.name, rules: now, carries: route.carries, known };
    },
    accept: () => {
      if (!audit.isAcceptable()) return false;
      audit.accept(shown);
      return true;
    },
    acceptMany: ordinary && ((row, last) => ordinary.take(row, last)),
    count: (records, tally) => columns.block(records, tally),
  });
  const shown = shownRecord(() => {
    const { file, line, byte } = audit.facts;
    const row = source.rowOf?.(screen.record, { file, row: 0, line, byte }) as Row;
    const { fields } = mapping(row.values);
    const data = entity.schema().parse(entity.shape?.(fields) ?? fields);
    return new ShownRow(row, mapping, data, entity.key(data));
  });
  return screen;
}
