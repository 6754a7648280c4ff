/** An instruction of a Dockerfile. */
export type Instruction = { readonly name: string; readonly text: string };

const KNOWN = ['ARG', 'CMD', 'COPY', 'ENTRYPOINT', 'ENV', 'FROM', 'RUN', 'USER', 'VOLUME', 'WORKDIR'];

/**
 * Reads a Dockerfile.
 * @throws Error for an instruction that is not in use here
 */
export function parseDockerfile(text: string): readonly Instruction[] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      if (!KNOWN.includes(name)) throw new Error(line);
      return { name, text: rest };
    });
}

/** The stages of a Dockerfile, each from its FROM on. */
export function stagesOf(instructions: readonly Instruction[]): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** What a COPY takes from the folder of the Dockerfile; nothing if it takes from another stage. */
export const copiedBy = ({ name, text }: Instruction): readonly string[] =>
  name !== 'COPY' || text.startsWith('--from=') ? [] : text.split(' ').slice(0, -1);
