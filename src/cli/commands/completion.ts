import { printableJson } from '../../terminal/printable.ts';
import { defineCommand } from '../command.ts';
import { completionScripts } from '../completion-scripts.ts';

const SHELLS = Object.keys(completionScripts) as (keyof typeof completionScripts)[];

export const completion = defineCommand({
  command: 'completion <shell>',
  describe: 'print a script for shell completion',
  builder: (y) =>
    y
      .positional('shell', { type: 'string', choices: SHELLS, demandOption: true, describe: 'your shell' })
      .example('source <($0 completion bash)', 'in ~/.bashrc; zsh: in ~/.zshrc')
      .example('$0 completion fish | source', 'in ~/.config/fish/config.fish'),
  handler: async ({ shell }, { out, json }) => {
    const script = completionScripts[shell];
    out(json ? printableJson({ version: 1, command: 'completion', exitCode: 0, shell, script }) : script);
    return 0;
  },
});
