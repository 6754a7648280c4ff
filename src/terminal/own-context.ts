import type { CommandContext, Runtime } from './context.ts';
import { styleFor } from './style.ts';

/** Setting of a command that no command line has started. */
export type OwnSetting = Pick<Runtime, 'system' | 'env' | 'signal' | 'allowCode' | 'pipelineText'> & {
  /** The call as hints, locks and reports name it. */
  readonly name: string;
  /** Gets what the command would print as a warning. */
  readonly warn: (message: string) => void;
};

const WARNING = 'warning: ';

/** Makes a context in which nothing is printed: for programs and workers. */
export function ownContext({ name, warn, ...given }: OwnSetting): {
  readonly context: CommandContext;
  readonly printed: () => string;
} {
  let printed = '';
  const plain = styleFor(false);
  const context: CommandContext = {
    out: (text) => {
      printed += text;
    },
    // What else is printed there is in the document, or is progress, of which there are events.
    err: (text) => {
      if (text.startsWith(WARNING)) warn(text.slice(WARNING.length).trimEnd());
    },
    ...given,
    style: plain,
    errStyle: plain,
    commandLine: name,
    live: false,
    columns: () => 80,
    width: undefined,
    json: true,
    quiet: true,
    verbosity: 0,
  };
  return { context, printed: () => printed };
}
