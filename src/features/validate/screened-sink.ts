import type { Mapping } from '../../input/rows/mapping.ts';
import type { BlockScreen, Bounds, RowSink } from '../../input/rows/record.ts';
import { type Rule, rulesOf } from '../../input/screen/rules.ts';
import { Screen } from '../../input/screen/screen.ts';
import { TIME_FORMS } from '../../input/screen/time-form.ts';
import type { KnownKeys } from '../../input/screen/wasm/known-keys.ts';
import { type ScreenThread, WasmScreen } from '../../input/screen/wasm/wasm-screen.ts';
import type { Audit } from './audit.ts';
import type { ColumnTally } from './column-tally.ts';
import { OrdinaryMessages } from './ordinary-messages.ts';
import { ShownRecord } from './shown-record.ts';

/** What screens the records of a file. */
export type Screening = {
  /** Undefined where records can be screened only one by one. */
  readonly thread: ScreenThread | undefined;
  /** Keys to which the records refer, in the memory of the thread. */
  readonly known: KnownKeys | undefined;
};

/**
 * Gives the rows of a file to the audit. Most records are proved valid by a screen, in blocks or one by one, and never
 * become rows.
 */
export function screenedSink(
  mapping: Mapping,
  audit: Audit,
  columns: ColumnTally,
  { thread, known }: Screening,
): RowSink {
  const { entity, policies } = audit.deps;
  const rules = () => rulesOf(entity, mapping, columns.names, policies.unread === 'read');
  const screen = rules() && screenOf(rules, audit, columns);
  const blocks = screen && thread && blocksOf(rules, audit, columns, thread, known);
  return {
    ...(screen ? { names: columns.names, screen: (record) => screen(record, blocks) } : {}),
    ...(blocks ? { blocks } : {}),
    row: (row) => {
      if (!row.fault && !blocks?.isCounted) columns.row(row.values);
      audit.row(row);
    },
  };
}

type RulesNow = () => readonly Rule[] | undefined;

/** Screens records one by one. */
function screenOf(rules: RulesNow, audit: Audit, columns: ColumnTally) {
  const compile = () => {
    const now = rules();
    return now && { columns: columns.names.length, takes: compiled(now, audit, columns) };
  };
  let screen = compile();
  return (record: Bounds, blocks: BlockScreen | undefined): boolean => {
    // Rows that name their own members may have brought a new one.
    if (screen?.columns !== columns.names.length) screen = compile();
    return screen?.takes(record, blocks?.isCounted ?? false) ?? false;
  };
}

function compiled(rules: readonly Rule[], audit: Audit, columns: ColumnTally) {
  const { entity, carries } = audit.deps;
  const screen = new Screen(entity.name, rules, carries, audit.facts);
  const shown = new ShownRecord(rules, entity.keyFields);
  // Two fields may have one column, whose cells are counted once.
  const times = rules.flatMap(({ cellRule, column }, slot) =>
    cellRule.kind === 'time' && rules.findIndex((rule) => rule.column === column) === slot
      ? [{ slot, column }]
      : [],
  );
  return (record: Bounds, isCounted: boolean): boolean => {
    if (!screen.accepts(record) || !audit.isAcceptable()) return false;
    shown.record = () => record;
    audit.accept(shown);
    if (isCounted) return true;
    columns.record(record);
    for (const { slot, column } of times) {
      const form = screen.timeForms[slot] as number;
      if (form < TIME_FORMS) columns.time(column, form);
    }
    return true;
  };
}

/** Screens blocks of records. */
function blocksOf(
  rules: RulesNow,
  audit: Audit,
  columns: ColumnTally,
  thread: ScreenThread,
  known: KnownKeys | undefined,
): BlockScreen {
  const { entity, carries } = audit.deps;
  let shown: ShownRecord | undefined;
  const isOrdinary = entity.name === 'messages' && !audit.superseded;
  const ordinary = isOrdinary ? new OrdinaryMessages(audit) : undefined;
  const screen: WasmScreen = new WasmScreen(thread, audit.facts, {
    names: columns.names,
    plan: () => {
      const now = rules();
      if (!now) return undefined;
      shown = new ShownRecord(now, entity.keyFields);
      shown.record = () => screen.bounds();
      return { entity: entity.name, rules: now, carries, known };
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
