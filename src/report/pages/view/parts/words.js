/**
 * A whole number with spaces between thousands, as the terminal shows it.
 * @param {number} value
 */
export function grouped(value) {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

/**
 * The same with one decimal where it is no whole number.
 * @param {number} value
 */
export function groupedTenths(value) {
  const tenths = Math.round(value * 10);
  return tenths % 10 === 0 ? grouped(tenths / 10) : `${grouped(Math.floor(tenths / 10))}.${tenths % 10}`;
}

const LIMIT_IS = /** @type {Readonly<Record<string, string>>} */ ({
  stated: 'set by the service',
  found: 'found from refusals',
});

/**
 * The origin of a limit, in brackets.
 * @param {string | undefined} by
 */
export const knownBy = (by) => (by === undefined ? '' : ` (${LIMIT_IS[by] ?? by})`);

/**
 * A time of day here.
 * @param {string | number} time RFC 3339 or epoch milliseconds
 */
export const timeOf = (time) => new Date(time).toTimeString().slice(0, 8);

/**
 * A duration in its two largest units.
 * @param {number} seconds
 */
export function duration(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.round(seconds)} s`;
}

/**
 * Rows done of all; `~` marks an estimate.
 * @param {{ done: number, total?: number, estimated?: boolean }} extent
 */
export function rowsOf({ done, total, estimated }) {
  return total === undefined ? grouped(done) : `${grouped(done)} of ${estimated ? '~' : ''}${grouped(total)}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * Bytes in the unit that suits them.
 * @param {number} bytes
 */
export function sizeText(bytes) {
  const power = Math.min(UNITS.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? grouped(value) : value.toFixed(1)} ${UNITS[power]}`;
}
