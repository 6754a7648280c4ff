/**
 * Things that a terminal shows beside its text: the title of its window, and the progress on its button in the taskbar (OSC 9;4,
 * which several terminals know and the others ignore).
 */
/** Keeps the title that the window has, and shows a command at work. */
export declare const TITLE_KEPT = "\u001B[22;2t";
/**
 * Shows how far a command is.
 * @param percent 0 to 100; undefined if it is not known
 * @param rest after the percent: lower-case letters, digits, blanks, `~` and `:`
 */
export declare function titled(percent: number | undefined, rest: string, isPaused: boolean): string;
/** Gives the title back, and takes the progress away. */
export declare const TITLE_GIVEN_BACK = "\u001B]9;4;0;0\u0007\u001B[23;2t";
