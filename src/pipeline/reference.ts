/** The names of targets, which are also the ends of names of folders. */
export const TARGET_NAME = /^[a-z0-9-]{1,64}$/;

/** A pipeline file as given, and which of its `targets` is meant; without one, its `target`. */
export type PipelineReference = { readonly file: string; readonly to: string | undefined };

/**
 * A pipeline as a command line names it: its file, and the option that picks one of its targets. Commands hand this text
 * on and print it in the next command; only what opens a pipeline takes it apart, with `readReference`.
 */
export const referenceText = ({ file, to }: PipelineReference): string =>
  to === undefined ? file : `${file} --to ${to}`;

/** Takes a reference apart; the path of a file is one without a target. */
export function readReference(reference: string): PipelineReference {
  const [, file = reference, to] = /^(.+) --to (\S+)$/s.exec(reference) ?? [];
  return { file, to };
}
