import { grouped, timeOf } from '../parts/words.js';

/** The phases in their order: name, title, and what happens in it. */
const PHASES = /** @type {const} */ ([
  ['capture', 'Capture', 'Events are received and kept. Nothing is written yet.'],
  ['bulk', 'Bulk', 'Everything is imported. Events are kept meanwhile.'],
  ['catch-up', 'Catch-up', 'What happened meanwhile is imported. Nobody is notified.'],
  ['live', 'Live', 'Changes arrive within seconds.'],
  ['switch', 'Switch', 'People move over once the old side is silent and both sides are alike.'],
  [
    'switched',
    'Switched',
    'People have moved. Events of the old side are only reported; the other way continues.',
  ],
  ['stopped', 'Stopped', 'No events are received.'],
]);

/**
 * A time of day here, with its date if that is another one.
 * @param {string} time RFC 3339
 * @param {string} now
 */
export function whenOf(time, now) {
  const date = new Date(time);
  if (date.toDateString() === new Date(now).toDateString()) return timeOf(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day} ${timeOf(time)}`;
}

/**
 * The title of the phase, and what it means.
 * @param {import('./types.js').Live} live
 * @param {boolean} isOver true if the process has ended
 */
export function headOf({ phase, isFrozen, isStopping }, isOver) {
  const [, name = phase, meaning = ''] = PHASES.find(([id]) => id === phase) ?? [];
  const frozen = isFrozen ? ' People cannot write on the old side: it is frozen.' : '';
  if (phase === 'stopped') return { title: name, meaning: meaning + frozen };
  if (isOver)
    return {
      title: `Ended in phase ${phase}`,
      meaning: `Nobody keeps the systems alike now.${frozen} The same command continues.`,
    };
  if (isStopping) return { title: 'Stopping', meaning: `What waits is written.${frozen}` };
  return { title: name, meaning: meaning + frozen };
}

/**
 * The phases: past, now, or to come.
 * @param {string} phase
 */
export function stepsOf(phase) {
  const now = PHASES.findIndex(([id]) => id === phase);
  return PHASES.map(([, name], at) => ({ name, state: at < now ? 'past' : at === now ? 'now' : '' }));
}

/**
 * Sentences: what it waits for, and what somebody should know.
 * @param {import('./types.js').Live} live
 * @param {string} at when this was so
 * @returns {string[]}
 */
export function waitsOf({ awaited = [], switching, forward, back, gaps }, at) {
  const open = gaps.filter(({ closed }) => !closed);
  return [
    ...(awaited.length > 0
      ? [
          `Waits for a first event of the ${awaited.join(' and the ')} side, such as a message there. Without it: --unproven`,
        ]
      : []),
    ...(switching ? [switchText(switching, at)] : []),
    ...pauseOf('old → new', forward),
    ...pauseOf('new → old', back),
    ...(open.length > 0
      ? [
          `${open.length === 1 ? 'A time' : `${grouped(open.length)} times`} without events must still be listed.`,
        ]
      : []),
  ];
}

/**
 * @param {{ step: string, silentSince: string, until: string }} switching
 * @param {string} at
 */
function switchText({ step, silentSince, until }, at) {
  if (step === 'listing') return 'Lists once more what changed on both sides.';
  if (step === 'comparing') return 'Compares what people touched.';
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(silentSince)) / 1_000));
  return `Waits until the old side is silent: nothing had to be written for ${seconds} s. Gives up at ${whenOf(until, at)}.`;
}

/**
 * @param {string} way
 * @param {import('./types.js').Direction | undefined} direction
 */
const pauseOf = (way, direction) => (direction?.paused ? [`${way} is paused: ${direction.paused}`] : []);
