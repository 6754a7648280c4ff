/**
 * Minutes that the clocks of a zone are ahead of UTC during a whole day and the hours around it; undefined if they change
 * then. Remembered, because luxon takes longer for this than reading a row takes.
 * @param wallClockMs a wall clock time of the day, read as UTC, in milliseconds
 */
export declare function offsetOfDay(zone: string, wallClockMs: number): number | undefined;
/**
 * The instants at which the clocks of a zone show a time, the earlier one first: two in the hour that comes twice when
 * clocks are put back, none in the hour that they skip. It depends on nothing but its arguments: luxon's own guess for such
 * a time begins with the offset of today.
 * @param wallClockMs the time read as UTC, in milliseconds, as the results
 */
export declare function instantsOf(zone: string, wallClockMs: number): readonly number[];
