import type { MonthProfile, Profile } from '../result/profile.ts';
import { legend, pillars, tickPlaces } from './chart.ts';
import { html, numberColumns, numbersOf, type Section, table } from './markup.ts';
import { counted, groupedUnbroken, monthName, share } from './numbers.ts';

/** The most bars that a reader can still tell apart. */
const PILLARS_MAX = 120;

/** Messages over time, with those that are older than the service keeps; undefined if there are no messages. */
export function timelineSection({ months, conversations }: Profile): Section | undefined {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return undefined;
  const isOne = first === last;
  const when = isOne ? monthName(first.month) : `${monthName(first.month)} to ${monthName(last.month)}`;
  const all = sumOf(months, 'messages');
  const old = sumOf(months, 'tooOld');
  const steps = STEPS.map((size) => ({ size, list: inSteps(months, size) }));
  const { size, list } =
    steps.find(({ list }) => list.length <= PILLARS_MAX) ?? (steps.at(-1) as (typeof steps)[number]);
  const top = Math.max(...list.map(({ messages }) => messages));
  const chart = pillars(
    `Messages by ${stepName(size)}, ${when}`,
    list.map(({ name, messages, tooOld }) => ({
      title: `${name}: ${counted(messages, 'message')}${tooOld > 0 ? `, ${groupedUnbroken(tooOld)} too old` : ''}`,
      parts: [
        { kind: 'plain' as const, value: messages - tooOld },
        { kind: 'blocked' as const, value: tooOld },
      ],
    })),
    yearsOf(list).map((at) => ({ at: (at + 0.5) / list.length, name: list[at]?.name ?? '' })),
  );
  const summary = `${counted(all, 'message')} in ${counted(conversations, 'conversation')}, ${when}. `;
  const lost =
    old > 0
      ? `${groupedUnbroken(old)} of them (${share(old, all)}) are older than the retention limit.`
      : 'No message is older than the retention limit, or there is no limit.';
  const figure = html`<figure><p class="axis">Messages by ${stepName(size)}, ${groupedUnbroken(top)} at most</p>${chart}${legend(
    [
      { kind: 'plain', name: 'messages' },
      ...(old > 0 ? [{ kind: 'blocked' as const, name: 'older than the retention limit' }] : []),
    ],
  )}</figure>`;
  const numbers = table(
    'Messages by month',
    ['Month', ...numberColumns('Messages', 'Too old')],
    // Months without messages are gaps in the chart; the list leaves them out.
    months
      .filter(({ messages }) => messages > 0)
      .map(({ month, messages, tooOld }) => [
        monthName(month),
        groupedUnbroken(messages),
        groupedUnbroken(tooOld),
      ]),
  );
  return {
    id: 'timeline',
    title: 'Messages over time',
    body: html`<p class="lead">${summary}${lost}</p>${!isOne && figure}${!isOne && numbersOf('The months in numbers', numbers)}`,
  };
}

/** The most beginnings of years that have a label. */
const YEARS_MAX = 5;

/** The bars that have a label: beginnings of years, if there are several. */
function yearsOf(list: readonly Span[]): readonly number[] {
  const years = list.flatMap(({ name }, at) => (/^(?:Jan|Q1) /.test(name) ? [at] : []));
  const every = Math.ceil(years.length / YEARS_MAX);
  return years.length > 1 ? years.filter((_, index) => index % every === 0) : tickPlaces(list.length);
}

/** The possible numbers of months of one bar. */
const STEPS = [1, 3, 12] as const;
const stepName = (size: number): string => (size === 1 ? 'month' : size === 3 ? 'quarter' : 'year');

type Span = { readonly name: string; readonly messages: number; readonly tooOld: number };

/** Months, grouped by calendar quarter or year if a bar has more than one. */
function inSteps(months: readonly MonthProfile[], size: (typeof STEPS)[number]): Span[] {
  const nameOf = ({ month }: MonthProfile): string => {
    const [year = '', number = '1'] = month.split('-');
    if (size === 1) return monthName(month);
    return size === 12 ? year : `Q${Math.ceil(Number(number) / 3)} ${year}`;
  };
  return Array.from(Map.groupBy(months, nameOf), ([name, list]) => ({
    name,
    messages: sumOf(list, 'messages'),
    tooOld: sumOf(list, 'tooOld'),
  }));
}

const sumOf = (list: readonly MonthProfile[], field: 'messages' | 'tooOld'): number =>
  list.reduce((sum, month) => sum + month[field], 0);
