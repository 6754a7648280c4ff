/**
 * Things that a terminal shows beside its text: the title of its window, and the progress on its button in the taskbar (OSC 9;4,
 * which several terminals know and the others ignore).
 */

/** Keeps the title that the window has, and shows a command at work. */
export const TITLE_KEPT = '\u001b[22;2t';

/**
 * Shows how far a command is.
 * @param percent 0 to 100; undefined if it is not known
 * @param rest after the percent: lower-case letters, digits, blanks, `~` and `:`
 */
export function titled(percent: number | undefined, rest: string, isPaused: boolean): string {
  const share = percent === undefined ? '' : `${Math.floor(percent)}% `;
  // 1 a value, 3 at work without one, 4 paused.
  const state = isPaused ? 4 : percent === undefined ? 3 : 1;
  return `\u001b]2;chatferry ${share}${rest}\u0007\u001b]9;4;${state};${Math.floor(percent ?? 0)}\u0007`;
}

/** Gives the title back, and takes the progress away. */
export const TITLE_GIVEN_BACK = '\u001b]9;4;0;0\u0007\u001b[23;2t';
