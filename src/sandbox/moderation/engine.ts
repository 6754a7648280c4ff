import type { App } from '../app/app.ts';
import type { Database } from '../storage/database.ts';
import type { ReceiverType } from '../stores/conversation-store.ts';
import { type Fields, isObject } from '../wire/validation.ts';
import { findKeywords } from './keywords.ts';
import { compilePattern } from './pattern.ts';
import {
  type Condition,
  listRules,
  moderationVersion,
  namesLists,
  type Rule,
  type RuleFilter,
} from './rule-store.ts';

/** A message before it is stored. `data` is JSON text. */
export type Candidate = RuleSides & { readonly data: string };

/** Verdict of the rules on a message: nothing against it, or the rule that it breaks, and by which condition. */
export type Verdict = {
  readonly action: 'approve' | 'block' | 'drop' | 'flag';
  readonly rule?: Rule;
  readonly condition?: Condition;
};

type Ready = { readonly rule: Rule; readonly tests: readonly { condition: Condition; test: TextTest }[] };

const READY = new WeakMap<Database, { readonly version: string; readonly rules: readonly Ready[] }>();

/** The most rules of an app, far above the documented 25. */
const ALL_RULES = 1000;

/** The enabled rules, prepared once after each change of rules or lists. */
function readyRules({ db, quirks }: App): readonly Ready[] {
  const version = moderationVersion(db);
  if (version === undefined) return [];
  const known = READY.get(db);
  if (known?.version === version) return known.rules;
  // Rules that are restored may have the version of others.
  if (!known) db.onRestored(() => READY.set(db, { version: '', rules: [] }));
  const rules = listRules(db, ALL_RULES).filter(({ enabled }) => enabled);
  const ready = rules.map((rule) => ({
    rule,
    tests: rule.conditions.map((condition) => ({ condition, test: testOf(db, condition, quirks.wordParts) })),
  }));
  READY.set(db, { version, rules: ready });
  return ready;
}

/** A list counts only for conditions of its own category. */
function termsOf(db: Database, condition: Condition): readonly string[] {
  if (!namesLists(condition)) return condition.value;
  return condition.value.flatMap((id) => {
    const list = findKeywords(db, id);
    return list?.category === condition.category ? (JSON.parse(list.terms) as string[]) : [];
  });
}

const never: TextTest = () => false;

/** Only words and patterns in texts and custom data are looked at. The rest needs a model, or the bytes of a file. */
function testOf(db: Database, condition: Condition, wordParts: boolean): TextTest {
  const { operand, category, operator } = condition;
  if (operand !== 'text' && operand !== 'custom') return never;
  if (category === 'word') return wordTest(termsOf(db, condition), operator, wordParts);
  return category === 'pattern' ? patternTest(termsOf(db, condition), operator) : never;
}

/** The texts of a message that a condition looks at: its text, or every text in its custom data. */
function textsOf(data: Fields, operand: string): readonly string[] {
  if (operand === 'text') return typeof data['text'] === 'string' ? [data['text']] : [];
  return textsIn(data['customData']);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * The verdict of the rules on a message; undefined if no enabled rule is for it. One condition suffices to break a rule,
 * because the record of a blocked message names one; a rule that blocks or drops comes before one that flags; else the
 * older rule wins (assumed).
 */
export function judge(app: App, candidate: Candidate): Verdict | undefined {
  const rules = readyRules(app).filter(({ rule }) => areFor(app, rule.filters, candidate));
  if (rules.length === 0) return app.quirks.alwaysJudged ? { action: 'approve' } : undefined;
  const data = JSON.parse(candidate.data) as Fields;
  const broken = rules.flatMap(({ rule, tests }) => {
    const found = tests.filter(({ condition, test }) => textsOf(data, condition.operand).some(test));
    const [first] = found;
    const isBroken = first && (found.length === tests.length || !app.quirks.allConditions);
    return isBroken ? [{ action: actionOf(rule), rule, condition: first.condition }] : [];
  });
  return (
    broken.find(({ action }) => action === 'block' || action === 'drop') ?? broken[0] ?? { action: 'approve' }
  );
}

function actionOf({ action }: Rule): 'approve' | 'block' | 'drop' | 'flag' {
  if (action.includes('dropMessage')) return 'drop';
  if (action.includes('blockMessage')) return 'block';
  return action.length > 0 ? 'flag' : 'approve';
}

/** The two sides of a message. */
type RuleSides = { readonly sender: string; readonly kind: ReceiverType; readonly receiver: string };

/**
 * True if a rule is for a message between these: every filter holds (assumed). A filter of users does not hold for a
 * group, nor the other way round. Tags hold if one of them does; for `notEquals` and `notIn`, if none is equal.
 */
function areFor(app: App, filters: readonly RuleFilter[], sides: RuleSides): boolean {
  return filters.every((filter) => {
    const values = valuesOf(app, filter, sides);
    return values !== undefined && holds(filter, values);
  });
}

type Entity = Readonly<Record<string, string | number | null>>;

/** The values that a filter looks at. Undefined if the message has no such side. */
function valuesOf(
  app: App,
  { entity, type, operand }: RuleFilter,
  sides: RuleSides,
): readonly string[] | undefined {
  const isUser = type === 'sender' || sides.kind === 'user';
  if (isUser !== (entity === 'user')) return undefined;
  const id = type === 'sender' ? sides.sender : sides.receiver;
  const found: Entity | undefined = isUser ? app.users.find(id) : app.groups.find(id);
  if (!found) return undefined;
  const value = found[operand];
  if (value === null || value === undefined) return [];
  return operand === 'tags' ? (JSON.parse(String(value)) as string[]) : [String(value)];
}

function holds({ operator, value }: RuleFilter, values: readonly string[]): boolean {
  const wanted = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
  const text = typeof value === 'string' ? value : (value[0] ?? '');
  switch (operator) {
    case 'equals':
      return values.includes(text);
    case 'notEquals':
      return !values.includes(text);
    case 'in':
      return values.some((one) => wanted.includes(one));
    case 'notIn':
      return !values.some((one) => wanted.includes(one));
    case 'startsWith':
      return values.some((one) => one.startsWith(text));
    case 'endsWith':
      return values.some((one) => one.endsWith(text));
    case 'lessThan':
      return values.some((one) => Number(one) < Number(text));
    default:
      return values.some((one) => Number(one) > Number(text));
  }
}

/** A test of a text against the values of a condition. */
type TextTest = (text: string) => boolean;

/** Case does not count for words (assumed). */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Letters, digits and marks: what a word is made of. */
const LETTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/**
 * A test for words: the text is one of them, or contains one of them as a whole word (assumed), so `class` does not
 * contain `ass`; with `parts` it does. The time does not depend on the number of words.
 */
function wordTest(words: readonly string[], operator: string, parts: boolean): TextTest {
  const known = new Set(words.map(folded));
  if (operator === 'equals') return (text) => known.has(folded(text).trim());
  const lengths = [...new Set(Array.from(known, (word) => word.length))];
  return (given) => {
    const text = folded(given);
    for (let at = 0; at < text.length; at++) {
      const begins = at === 0 || parts || isBreak(text, at);
      for (const length of begins ? lengths : []) {
        const end = at + length;
        if (end > text.length || (end < text.length && !parts && !isBreak(text, end))) continue;
        if (known.has(text.slice(at, end))) return true;
      }
    }
    return false;
  };
}

/** True if a word may end before this place and another begin at it. */
function isBreak(text: string, at: number): boolean {
  const before = String.fromCodePoint(text.codePointAt(at - 1) ?? 0);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (!LETTER.test(before) || !LETTER.test(after)) return true;
  return UNSPACED.test(before) || UNSPACED.test(after);
}

/** A test for patterns: one of them matches the whole text, or a part of it. */
function patternTest(patterns: readonly string[], operator: string): TextTest {
  const compiled = patterns.map(compilePattern);
  return (text) =>
    compiled.some((pattern) => (operator === 'equals' ? pattern.is(text) : pattern.isIn(text)));
}
