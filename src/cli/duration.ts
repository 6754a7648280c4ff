const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_MS = 2_147_483_647;

/**
 * Reads `90s`, `30m`, `6h` as milliseconds.
 * @throws RangeError saying what was expected, and beyond 24 days
 */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+)([smh])$/.exec(text.trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(ms > 0) || ms > MAX_MS)
    throw new RangeError(`expected a duration such as 90s, 30m or 6h, got "${text}"`);
  return ms;
}
