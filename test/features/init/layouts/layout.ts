import { pick, type Random, seeded } from '../../../support/random.ts';
import { conversationOf } from './conversation.ts';
import { namerOf } from './naming.ts';
import { oddFiles } from './odd-files.ts';
import type { Choices, Field, Structure, Truth } from './sheets.ts';
import { structures } from './structures.ts';
import { languages } from './words.ts';
import { eastern } from './words-of-east.ts';
import { anyFileForm, bytesOf, dayOrders, timeForms, withNumbers } from './writing.ts';

/** The columns that have a field, and the files in which they are. */
type Places = Map<Field, { readonly columns: Set<string>; readonly files: Set<string> }>;

/** A legacy system's files, with what they mean. */
export type Layout = {
  readonly seed: number;
  readonly summary: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly zone: string;
  /** The zone is said when `init` begins, and is not a question. */
  readonly isZoneSaid: boolean;
  /** What nobody can know from the files. */
  readonly asks: ReadonlySet<Field>;
  readonly places: Places;
  /** What the values of a field mean. */
  readonly meanings: ReadonlyMap<Field, ReadonlyMap<string, string>>;
  /** The form of the times of messages. */
  readonly timeForm: string;
  readonly truth: Truth;
};

const chance = (random: Random, share: number): boolean => random() < share;

/**
 * The layout of a seed.
 * @param isOpaque names of tables and columns tell nothing: only values do
 */
export function layoutOf(seed: number, isOpaque = false): Layout {
  const random = seeded(seed * 7919);
  const drawn = choicesOf(random, isOpaque);
  // Nobody knows the meaning of a flag without a name.
  const choices: Choices = isOpaque ? { ...drawn, deleted: 'none', hasKinds: false } : drawn;
  const { deleted, direct, hasKinds, time, personKey, roomKey, language } = choices;
  const isEarlyDays = dayOrders.includes(time);
  const conversation = conversationOf(random, language, {
    hasDirect: direct !== 'none',
    hasDeleted: deleted !== 'none',
    hasNotices: hasKinds,
    hasNamesakes: personKey !== 'name' && chance(random, 0.25),
    hasTwins: chance(random, 0.4),
    isEarlyDays,
    stepS: time.stepS,
  });
  const files = new Map<string, Uint8Array>();
  const places: Places = new Map();
  const meanings = new Map<Field, Map<string, string>>();
  const truth: Truth = { people: new Map(), rooms: new Map(), conversation };
  structures[choices.structure]({
    random,
    choices,
    conversation,
    truth,
    add: (path, rows) =>
      files.set(path, bytesOf(choices.hasNumbers ? withNumbers(rows) : rows, choices.form)),
    addBytes: (path, bytes) => files.set(path, bytes),
    means: (field, value, meaning) => {
      meanings.set(field, (meanings.get(field) ?? new Map()).set(String(value), meaning));
    },
    has: (field, file, column) => {
      const place = places.get(field) ?? { columns: new Set(), files: new Set() };
      place.columns.add(column);
      place.files.add(file);
      places.set(field, place);
      return column;
    },
  });
  oddFiles(random, files, choices);
  const isZoneSaid = !time.isLocal || chance(random, 0.9);
  const unknowable: readonly (readonly [Field, boolean])[] = [
    ['messages.sentAt', isEarlyDays || !isZoneSaid],
    ['groups.type', choices.types === 'numbers' && places.has('groups.type')],
    ['members.scope', choices.roles === 'numbers' && places.has('members.scope')],
  ];
  const asks = new Set(unknowable.flatMap(([field, isAsked]) => (isAsked ? [field] : [])));
  const { structure, form, isHtml } = choices;
  const summary = [
    language.name,
    structure,
    form.kind === 'csv' ? `csv ${JSON.stringify(form.delimiter)} ${form.encoding}` : form.kind,
    `people by ${personKey}`,
    `rooms by ${roomKey}`,
    `direct ${direct}`,
    `deleted ${deleted}`,
    time.name,
    ...(isHtml ? ['html'] : []),
    ...(choices.isTimeSplit && time.name.includes(' HH:mm') ? ['day apart'] : []),
    ...(choices.isMonthly ? ['monthly'] : []),
  ].join(', ');
  return {
    seed,
    summary,
    files,
    zone: choices.zone,
    isZoneSaid,
    asks,
    places,
    meanings,
    timeForm: time.name,
    truth,
  };
}

/** Each as often as it is likely. */
const STRUCTURES =
  'tables tables tables tables tables tables tables tables tables noRooms noRooms noRooms onlyMessages onlyMessages folders folders files files events events documents';

function choicesOf(random: Random, isOpaque: boolean): Choices {
  const language = chance(random, 0.85) ? pick(random, languages) : pick(random, eastern);
  const structure = pick(random, STRUCTURES.split(' ') as Structure[]);
  const isTables = structure === 'tables';
  const personKey = pick(random, [
    'mail',
    'mail',
    'number',
    'number',
    'uuid',
    'code',
    'login',
    'name',
  ] as const);
  const types = pick<Choices['types']>(random, [
    'none',
    'none',
    ...Array(5).fill('words'),
    'flag',
    'flag',
    'numbers',
  ]);
  const mayDirect = (['tables', 'noRooms', 'onlyMessages'] as string[]).includes(structure);
  const wanted = mayDirect
    ? pick(random, ['none', 'none', 'table', 'table', 'column', 'rooms'] as const)
    : 'none';
  const direct = wanted === 'rooms' && (!isTables || types !== 'words') ? 'table' : wanted;
  const hasMembers = direct === 'rooms' || chance(random, 0.7);
  return {
    language,
    form: anyFileForm(random, language),
    namer: namerOf(random, language, isOpaque),
    time: chance(random, 0.04) ? pick(random, dayOrders) : pick(random, timeForms),
    structure,
    personKey,
    memberKey: isTables && personKey !== 'name' && chance(random, 0.15) ? 'number' : personKey,
    roomKey: pick(random, ['number', 'number', 'number', 'uuid', 'code', 'word', 'name'] as const),
    direct,
    deleted: pick(random, [
      'none',
      'none',
      'none',
      'flag',
      'word',
      'number',
      'boolean',
      'cross',
      'time',
      'time',
    ] as const),
    hasKinds: chance(random, 0.25),
    types,
    roles: pick<Choices['roles']>(random, ['none', ...Array(6).fill('words'), 'numbers']),
    hasMembers,
    hasOwner: chance(random, 0.5),
    isHtml: chance(random, 0.2),
    isMixedCase: personKey === 'mail' && chance(random, 0.4),
    hasAuthorName: personKey !== 'name' && chance(random, 0.4),
    isNewestFirst: chance(random, 0.2),
    isNumberedPerFile: chance(random, 0.5),
    zone: language.zone,
    isTimeSplit: chance(random, 0.12),
    hasNumbers: chance(random, 0.5),
    isMonthly: isTables && chance(random, 0.15),
  };
}
