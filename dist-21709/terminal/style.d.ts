/** Colours for one stream, or none. */
export type Style = {
    bold(text: string): string;
    dim(text: string): string;
    red(text: string): string;
    green(text: string): string;
    yellow(text: string): string;
};
export type ColourChoice = {
    /** `--color` and `--no-color`; undefined if neither is given. */
    readonly flag?: boolean | undefined;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly isTTY: boolean;
};
/** The flag decides, then NO_COLOR, then FORCE_COLOR, then whether this stream is a terminal with colours. */
export declare function wantsColour({ flag, env, isTTY }: ColourChoice): boolean;
export declare function styleFor(colour: boolean): Style;
