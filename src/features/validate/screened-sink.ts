import type { Mapping } from '../../input/rows/mapping.ts';
import type { BlockScreen, RowSink } from '../../input/rows/record.ts';
import { type Rule, rulesOf } from '../../prefilter/rules.ts';
import { type ScreenThread, WasmScreen } from '../../prefilter/wasm/wasm-screen.ts';
import type { Audit } from './audit.ts';
import type { ColumnTally } from './column-tally.ts';
import { OrdinaryMessages } from './ordinary-messages.ts';
import { ShownRecord } from './shown.ts';

/** Parts that screen the records of a file. */
export type Screening = {
  readonly thread: ScreenThread;
  /** Keys to which the records refer, in the memory of the thread. */
  readonly known: ReturnType<ScreenThread['know']>;
};

/** Gives the rows of a file to the audit. Most records are proved valid by the screen, in blocks, and never become rows. */
export function screenedSink(
  mapping: Mapping,
  audit: Audit,
  columns: ColumnTally,
  screening: Screening | undefined,
): RowSink {
  const { entity, policies } = audit.deps;
  const rules = () =>
    rulesOf(entity, mapping, columns.names, policies.unread === 'read')?.map(rowsOfInactive);
  const blocks = screening && rules() && blocksOf(rules, audit, columns, screening);
  return {
    ...(blocks ? { names: columns.names, blocks } : {}),
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
  audit: Audit,
  columns: ColumnTally,
  { thread, known }: Screening,
): BlockScreen {
  const { entity, route } = audit.deps;
  let shown: ShownRecord | undefined;
  const isOrdinary = entity.name === 'messages' && !audit.superseded;
  const ordinary = isOrdinary ? new OrdinaryMessages(audit, thread) : undefined;
  const screen: WasmScreen = new WasmScreen(thread, audit.facts, {
    names: columns.names,
    plan: () => {
      const now = rules();
      if (!now) return undefined;
      shown = new ShownRecord(now, entity.keyFields);
      shown.record = () => screen.bounds();
      return { entity: entity.name, rules: now, carries: route.carries, known };
    },
    accept: () => {
      if (!shown || !audit.isAcceptable()) return false;
      audit.accept(shown);
      return true;
    },
    acceptMany: ordinary && ((row, last) => ordinary.take(row, last)),
    count: (records, tally) => columns.block(records, tally),
  });
  return screen;
}
