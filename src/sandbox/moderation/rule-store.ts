import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, sameMembers, textMember } from '../wire/json-text.ts';
import type { Fields } from '../wire/validation.ts';

type Row = Omit<Rule, 'enabled' | 'active' | 'action' | 'filters' | 'conditions'> & {
  readonly enabled: number;
  readonly active: number;
  readonly action: string;
  readonly filters: string;
  readonly conditions: string;
};

const RULES = new Table<Row>(
  'moderation_rules',
  `id, revision, name, enabled, description, action, filters, conditions, createdAt, updatedAt,
    active`,
);

const ruleOf = ({ enabled, active, action, filters, conditions, ...rest }: Row): Rule => ({
  ...rest,
  enabled: enabled === 1,
  active: active === 1,
  action: JSON.parse(action),
  filters: JSON.parse(filters),
  conditions: JSON.parse(conditions),
});

/** The JSON of a rule in an answer. */
export function ruleJson(rule: Rule, appId: string): string {
  return jsonObject(
    ...sameMembers(rule, 'id', 'name'),
    `"enabled":${rule.enabled}`,
    textMember('description', rule.description),
    jsonMember('action', JSON.stringify(rule.action)),
    jsonMember('filters', JSON.stringify(rule.filters)),
    jsonMember('conditions', JSON.stringify(rule.conditions)),
    `"active":${rule.active}`,
    ...sameMembers(rule, 'createdAt', 'updatedAt'),
    textMember('revisionId', `${appId}_${revisionOf(rule)}`),
  );
}

/** The newest revision of a rule. */
export function findRule(db: Database, id: string): Rule | undefined {
  return RULES.all(db, 'WHERE id = ? AND active = 1', id).map(ruleOf)[0];
}

/** The newest revisions of the rules, in the order the rules were created. */
export function listRules(db: Database, limit: number): readonly Rule[] {
  const created = 'SELECT min(first.seq) FROM moderation_rules AS first WHERE first.id = moderation_rules.id';
  return RULES.all(db, `WHERE active = 1 ORDER BY (${created}) LIMIT ?`, limit).map(ruleOf);
}

/** The number of rules. */
export const countRules = (db: Database): number => db.count('moderation_rules WHERE active = 1');

/** The newest revisions of a rule, newest first. */
export function revisionsOf(db: Database, id: string, limit: number): readonly Rule[] {
  return RULES.all(db, 'WHERE id = ? ORDER BY revision DESC LIMIT ?', id, limit).map(ruleOf);
}

/** Stores a revision, which is then the active one. */
export function addRevision(db: Database, rule: Rule): void {
  db.run('UPDATE moderation_rules SET active = 0 WHERE id = ?', rule.id);
  RULES.insert(db, {
    ...rule,
    active: 1,
    enabled: rule.enabled ? 1 : 0,
    action: JSON.stringify(rule.action),
    filters: JSON.stringify(rule.filters),
    conditions: JSON.stringify(rule.conditions),
  });
  markChanged(db);
}

/** Removes a rule with all its revisions. */
export function removeRule(db: Database, id: string): void {
  RULES.remove(db, id);
  markChanged(db);
}

/** Condition of a rule: the part of a message that it looks at, and how. Members that only models use are kept and answered. */
export type Condition = Fields & {
  readonly id: number;
  readonly entity: string;
  readonly operand: string;
  readonly operator: string;
  readonly category: string;
  readonly value: readonly string[];
};

/** For which messages a rule is: those whose sender or receiver is as it says. */
export type RuleFilter = {
  readonly entity: 'user' | 'group';
  readonly operand: string;
  readonly operator: string;
  readonly value: string | readonly string[];
  readonly type: 'sender' | 'receiver';
};

/** One revision of a rule. */
export type Rule = {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly description: string | null;
  readonly action: readonly string[];
  readonly filters: readonly RuleFilter[];
  readonly conditions: readonly Condition[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** True if it is the newest revision. */
  readonly active: boolean;
};

/** The actions. A third one, which flags, exists, but its name is not published: any name with `flag` in it is taken. */
export const ACTION = /^(?:blockMessage|dropMessage|[A-Za-z]{0,20}[Ff]lag[A-Za-z]{0,20})$/;

/** True if the values of a condition are ids of lists. Sources name the member in two ways. */
export const namesLists = (condition: Condition): boolean =>
  condition['isKeywordsReferencePresent'] === true ||
  condition['isKeywordReferencePresent'] === true ||
  condition['isListReferencePresent'] === true;

/** The name of a revision without the id of its app. */
export const revisionOf = ({ id, revision }: { readonly id: string; readonly revision: number }): string =>
  `${id}_${revision}`;

const NAME = 'moderation version';

/** A number that grows with each change of rules or lists; undefined before the first one. */
export function moderationVersion(db: Database): string | undefined {
  return db.value('SELECT value FROM settings WHERE name = ?', NAME);
}

/** Says that rules or lists have changed, so that what was made of them is made again. */
export function markChanged(db: Database): void {
  const next = Number(moderationVersion(db) ?? 0) + 1;
  db.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', NAME, String(next));
}
