import { styleText } from 'node:util';

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
export function wantsColour({ flag, env, isTTY }: ColourChoice): boolean {
  if (flag !== undefined) return flag;
  if (env['NO_COLOR']) return false;
  if (
    (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') ||
    (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0')
  )
    return true;
  return isTTY && env['TERM'] !== 'dumb' && !env['CI'];
}

export function styleFor(colour: boolean): Style {
  const style =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      colour ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: style('bold'),
    dim: style('dim'),
    red: style('red'),
    green: style('green'),
    yellow: style('yellow'),
  };
}
