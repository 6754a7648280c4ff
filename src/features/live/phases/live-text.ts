import type { Stdout } from '../../../terminal/context.ts';
import { amount, duration, grouped, printable } from '../../../terminal/printable.ts';
import type { LiveDocument } from './documents/live-document.ts';

const NEXT: Readonly<Partial<Record<LiveDocument['phase'], string>>> = {
  capture: 'chatferry live',
  bulk: 'chatferry live',
  'catch-up': 'chatferry live',
  live: 'chatferry live switch',
  switch: 'chatferry live status',
  switched: 'chatferry live stop',
};

/** Words for the reasons of refusals. */
const REFUSED: Readonly<Record<keyof LiveDocument['refused'], string>> = {
  tooLarge: 'too large',
  malformed: 'damaged',
  unsupportedEncoding: 'packed in another way than gzip',
  incomplete: 'cut off',
  unavailable: 'while nothing could be stored',
};

/** The document of `live` for a person. */
export function liveText(
  live: LiveDocument & { readonly name: string; readonly running?: string | undefined },
  file: string,
  { style }: Pick<Stdout, 'style'>,
): string {
  const { name, phase, since, running, forward, back, lagMs, badSignatures, refused, gaps, dead } = live;
  const refusedText = Object.entries(REFUSED).flatMap(([why, words]) => {
    const count = refused[why as keyof typeof REFUSED];
    return count > 0 ? [`${grouped(count)} ${words}`] : [];
  });
  const open = gaps.filter(({ closed }) => !closed);
  const next = NEXT[phase];
  const lines = [
    `${style.bold(printable(name))}  ${phase} since ${since}${live.isFrozen ? ', the old side is frozen' : ''}`,
    ...(running === undefined ? [] : [`  ${running}`]),
    `  old → new  ${countsText(forward)}`,
    ...(back ? [`  new → old  ${countsText(back)}`] : []),
    `  lag        median ${seconds(lagMs.p50)}, 95 % ${seconds(lagMs.p95)}, most ${seconds(lagMs.max)}${
      lagMs.oldestWaiting === undefined ? '' : `; the oldest event waits ${duration(lagMs.oldestWaiting)}`
    }`,
    ...(badSignatures > 0
      ? [`  ${style.yellow('!')} ${amount(badSignatures, 'event')} with a wrong signature, not taken`]
      : []),
    ...(refusedText.length > 0
      ? [`  ${style.yellow('!')} requests that were not taken: ${refusedText.join(', ')}`]
      : []),
    ...open.map(
      ({ side, from, to }) => `  ${style.yellow('!')} gap: no events of the ${side} side, ${from} to ${to}`,
    ),
    ...dead
      .slice(-5)
      .map(
        ({ side, seq, code, message, about }) =>
          `  ${style.red('✖')} ${code}, ${side} side, event ${seq}, ${printable(about)}: ${printable(message)}`,
      ),
    ...(next === undefined ? [] : [`next:  ${next} ${file}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** The counts that are not 0. */
function countsText(counts: LiveDocument['forward']): string {
  const { received, conflicts, echoes, ...parts } = counts;
  const shown = Object.entries(parts).filter(([, count]) => count > 0);
  const all = amount(received, 'event');
  const more = [
    ...(echoes > 0 ? [`${amount(echoes, 'echo', 'echoes')} among the unchanged`] : []),
    ...(conflicts > 0 ? [amount(conflicts, 'conflict')] : []),
  ];
  const list = shown.map(([name, count]) => `${grouped(count)} ${name}`);
  return [all, ...(list.length > 0 ? [list.join(', ')] : []), ...more].join('; ');
}
