import type { Stdout } from '../../../terminal/context.ts';
import { amount, duration, grouped, printable } from '../../../terminal/printable.ts';
import type { LiveDocument } from './documents/live-document.ts';

/** The next command of a person, by whether a process delivers: it goes through the first phases, and a switch, by itself. */
const NEXT: Readonly<
  Record<'delivered' | 'alone', Readonly<Partial<Record<LiveDocument['phase'], string>>>>
> = {
  delivered: { live: 'chatferry live switch', switched: 'chatferry live stop', stopped: 'chatferry verify' },
  alone: {
    capture: 'chatferry live',
    bulk: 'chatferry live',
    'catch-up': 'chatferry live',
    live: 'chatferry live',
    switch: 'chatferry live',
    switched: 'chatferry live stop',
    stopped: 'chatferry verify',
  },
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
  live: LiveDocument & {
    readonly name: string;
    /** True if a process delivers. */
    readonly isDelivered: boolean;
    readonly running?: string | undefined;
  },
  file: string,
  { style }: Pick<Stdout, 'style'>,
): string {
  const {
    name,
    phase,
    since,
    running,
    isDelivered,
    awaited = [],
    isFrozen,
    isStopping,
    forward,
    back,
    lagMs,
    badSignatures,
    refused,
    gaps,
    dead,
    switching,
  } = live;
  const refusedText = Object.entries(REFUSED).flatMap(([why, words]) => {
    const count = refused[why as keyof typeof REFUSED];
    return count > 0 ? [`${grouped(count)} ${words}`] : [];
  });
  const open = gaps.filter(({ closed }) => !closed);
  const next = NEXT[isDelivered ? 'delivered' : 'alone'][phase];
  const more = `${isStopping ? ', stopping' : ''}${isFrozen ? ', the old side is frozen' : ''}`;
  const lines = [
    `${style.bold(printable(name))}  ${phase} since ${since}${more}`,
    ...(running === undefined ? [] : [`  ${running}`]),
    ...(awaited.length > 0
      ? [`  waits for an event of the ${awaited.join(' and the ')} side, such as a message there`]
      : []),
    ...(phase === 'switch' && switching ? [`  ${switchingText(switching)}`] : []),
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

const WHY = {
  parent: 'for the message that they go with',
  sender: 'for the rate of their senders',
  dead: 'behind dead ones',
  away: 'until both systems answer',
} as const;

/** Why events wait, such as `2 behind dead ones`. */
const whyText = (waitingFor: NonNullable<LiveDocument['forward']['waitingFor']>): string =>
  (['parent', 'sender', 'dead', 'away'] as const)
    .filter((why) => waitingFor[why] > 0)
    .map((why) => `${grouped(waitingFor[why])} ${WHY[why]}`)
    .join(', ');

function switchingText({ step, silentSince, until }: NonNullable<LiveDocument['switching']>): string {
  if (step === 'listing') return 'lists once more what changed on both sides';
  if (step === 'comparing') return 'compares what people touched';
  return `waits until the old side is silent: nothing had to be written since ${silentSince}; gives up at ${until}`;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** The counts that are not 0. */
function countsText(counts: LiveDocument['forward']): string {
  const { received, conflicts, echoes, waitingFor, paused, ...parts } = counts;
  const shown = Object.entries(parts).filter(([, count]) => count > 0);
  const all = amount(received, 'event');
  const more = [
    ...(echoes > 0 ? [`${amount(echoes, 'echo', 'echoes')} among the unchanged`] : []),
    ...(conflicts > 0 ? [amount(conflicts, 'conflict')] : []),
    ...(waitingFor ? [`waiting ${whyText(waitingFor)}`] : []),
    ...(paused === undefined ? [] : [`paused: ${printable(paused)}`]),
  ];
  const list = shown.map(([name, count]) => `${grouped(count)} ${name}`);
  return [all, ...(list.length > 0 ? [list.join(', ')] : []), ...more].join('; ');
}
