import type { App } from '../app/app.ts';
import type { Database } from '../storage/database.ts';
import { type Fields, isObject } from '../wire/validation.ts';
import { findKeywords } from './keywords.ts';
import { type Condition, namesLists, type Rule } from './rule.ts';
import { areFor, type RuleSides } from './rule-filters.ts';
import { listRules } from './rule-store.ts';
import { patternTest, type TextTest, wordTest } from './terms.ts';
import { moderationVersion } from './version.ts';

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
