import type { RunError } from '../errors/run-error.ts';
import { checkedFiles } from '../files/checked-files.ts';
import { realSystem, type System } from '../system/system.ts';
import type { CommandContext } from '../terminal/context.ts';
import { styleFor } from '../terminal/style.ts';

/** What a command that no command line has started gets. */
export type OwnSetting = Pick<CommandContext, 'env' | 'signal' | 'allowCode' | 'pipelineText'> & {
  /** The call as hints, locks and reports name it. */
  readonly name: string;
  /** Gets what the command would print as a warning. */
  readonly warn: (message: string) => void;
  /** @default that of this machine */
  readonly system?: System;
};

/** The context of a command whose result is its JSON document, and what came of it. */
export type OwnContext = {
  readonly context: CommandContext;
  /** What the command has printed as its result. */
  readonly printed: () => string;
  /** The first file that the disk refused, if one was. */
  readonly refused: () => RunError | undefined;
};

const WARNING = 'warning: ';

/** Makes a context in which nothing is printed: for programs and workers. */
export function ownContext({ name, warn, system = realSystem, ...given }: OwnSetting): OwnContext {
  const checked = checkedFiles(system.files, name);
  let printed = '';
  const plain = styleFor(false);
  const context: CommandContext = {
    system: { ...system, files: checked.files },
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
    verbose: false,
  };
  return { context, printed: () => printed, refused: checked.refused };
}
