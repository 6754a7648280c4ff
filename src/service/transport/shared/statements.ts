import { CLOCK_SLACK_MS, SPACING_KEPT_MS } from './shared-budget.ts';

/** The words that differ between two databases. */
export type SqlDialect = {
  /** The time now, epoch milliseconds; or `$3`, where the caller gives it. */
  readonly now: string;
  readonly greatest: string;
  readonly least: string;
  /** Before and after the types of columns. */
  readonly create: string;
  readonly table: string;
};

/** The statements of a shared budget. Every first parameter is the app. */
export type Statements = {
  readonly create: string;
  /** app, class, (now), spacing, turns, unused, the most that turns may be ahead → lead_ms, granted, spacing, closed_for */
  readonly take: string;
  /** app, class, (now), milliseconds */
  readonly close: string;
  /** app, (now as `$2`) → class, closed_for */
  readonly look: string;
};

/**
 * One algorithm (GCRA: the time at which the next turn is due at an even pace), each step one statement.
 * The row is locked by the conflict, so what two processes ask at once happens one after the other.
 */
export function statements({ now, greatest, least, create, table }: SqlDialect): Statements {
  const number = (parameter: number): string => `CAST($${parameter} AS double precision)`;
  const [spacing, turns, unused, lead] = [number(4), number(5), number(6), number(7)];
  // A limit that another process knows to be higher counts for all, as long as that one asks.
  const isFaster = `(excluded.spacing <= b.spacing OR excluded.asked_at NOT BETWEEN b.spaced_at AND b.spaced_at + ${SPACING_KEPT_MS})`;
  const pace = `CASE WHEN ${isFaster} THEN excluded.spacing ELSE b.spacing END`;
  // Further ahead than turns are ever given is only what a clock has left behind that went back.
  const due = `${greatest}(excluded.asked_at, ${least}(b.due_at - ${unused} * (${pace}), excluded.asked_at + 2 * ${lead} + (${pace})))`;
  const isClosed = (at: string, row: string): string =>
    `(${row}closed_until > ${at} AND ${row}closed_until - ${at} <= ${row}closed_until - ${row}closed_from + ${CLOCK_SLACK_MS})`;
  const granted = `CASE WHEN ${isClosed('excluded.asked_at', 'b.')} OR ${due} - excluded.asked_at > ${lead} THEN 0 ELSE excluded.granted END`;
  const columns = 'app, class, due_at, spacing, spaced_at, asked_at, granted, closed_from, closed_until';
  return {
    create: `${create} ${table} (app text NOT NULL, class text NOT NULL, due_at double precision NOT NULL,
      spacing double precision NOT NULL, spaced_at double precision NOT NULL, asked_at double precision NOT NULL,
      granted double precision NOT NULL, closed_from double precision NOT NULL, closed_until double precision NOT NULL,
      PRIMARY KEY (app, class))`,
    take: `INSERT INTO ${table} AS b (${columns})
      VALUES ($1, $2, ${now} + ${turns} * ${spacing}, ${spacing}, ${now}, ${now}, ${turns}, 0, 0)
      ON CONFLICT (app, class) DO UPDATE SET due_at = ${due} + (${granted}) * (${pace}), spacing = ${pace},
        spaced_at = CASE WHEN ${isFaster} THEN excluded.asked_at ELSE b.spaced_at END,
        asked_at = excluded.asked_at, granted = ${granted}
      RETURNING due_at - granted * spacing - asked_at AS lead_ms, granted, spacing,
        CASE WHEN ${isClosed('asked_at', '')} THEN closed_until - asked_at ELSE 0 END AS closed_for`,
    close: `INSERT INTO ${table} AS b (${columns})
      VALUES ($1, $2, 0, 0, 0, ${now}, 0, ${now}, ${now} + ${number(4)})
      ON CONFLICT (app, class) DO UPDATE SET closed_from = excluded.closed_from,
        closed_until = CASE WHEN ${isClosed('excluded.asked_at', 'b.')}
          THEN ${greatest}(b.closed_until, excluded.closed_until) ELSE excluded.closed_until END`,
    look: `SELECT class, closed_until - ${now.replace('$3', '$2')} AS closed_for FROM ${table}
      WHERE app = $1 AND ${isClosed(now.replace('$3', '$2'), '')}`,
  };
}

/** Numbers of an answer; some drivers give them as texts. */
export const takenOf = (row: Readonly<Record<string, unknown>>) => ({
  leadMs: Math.max(0, Number(row['lead_ms'])),
  turns: Number(row['granted']),
  spacingMs: Number(row['spacing']),
  closedForMs: Number(row['closed_for']),
});

/** The closed classes of an answer. */
export const closedOf = (rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [String(row['class']), Number(row['closed_for'])]));
