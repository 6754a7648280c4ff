import type { Database } from '../storage/database.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { type Rule, revisionOf } from './rule.ts';
import { markChanged } from './version.ts';

type Row = Omit<Rule, 'enabled' | 'active' | 'action' | 'filters' | 'conditions'> & {
  readonly enabled: number;
  readonly active: number;
  readonly action: string;
  readonly filters: string;
  readonly conditions: string;
};

const COLUMNS = `id, revision, name, enabled, description, action, filters, conditions, created_at AS createdAt,
  updated_at AS updatedAt, active`;

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
    textMember('id', rule.id),
    textMember('name', rule.name),
    `"enabled":${rule.enabled}`,
    textMember('description', rule.description),
    jsonMember('action', JSON.stringify(rule.action)),
    jsonMember('filters', JSON.stringify(rule.filters)),
    jsonMember('conditions', JSON.stringify(rule.conditions)),
    `"active":${rule.active}`,
    numberMember('createdAt', rule.createdAt),
    numberMember('updatedAt', rule.updatedAt),
    textMember('revisionId', `${appId}_${revisionOf(rule)}`),
  );
}

/** The newest revision of a rule. */
export function findRule(db: Database, id: string): Rule | undefined {
  const row = db.get<Row>(`SELECT ${COLUMNS} FROM moderation_rules WHERE id = ? AND active = 1`, id);
  return row && ruleOf(row);
}

/** The newest revisions of the rules, in the order the rules were created. */
export function listRules(db: Database, limit: number): readonly Rule[] {
  const sql = `SELECT ${COLUMNS} FROM moderation_rules WHERE active = 1
    ORDER BY (SELECT min(first.seq) FROM moderation_rules AS first WHERE first.id = moderation_rules.id) LIMIT ?`;
  return db.all<Row>(sql, limit).map(ruleOf);
}

/** The number of rules. */
export const countRules = (db: Database): number => db.count('moderation_rules WHERE active = 1');

/** The newest revisions of a rule, newest first. */
export function revisionsOf(db: Database, id: string, limit: number): readonly Rule[] {
  const sql = `SELECT ${COLUMNS} FROM moderation_rules WHERE id = ? ORDER BY revision DESC LIMIT ?`;
  return db.all<Row>(sql, id, limit).map(ruleOf);
}

/** Stores a revision, which is then the active one. */
export function addRevision(db: Database, rule: Rule): void {
  db.run('UPDATE moderation_rules SET active = 0 WHERE id = ?', rule.id);
  db.run(
    `INSERT INTO moderation_rules (id, revision, active, name, enabled, description, action, filters, conditions,
       created_at, updated_at) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    rule.id,
    rule.revision,
    rule.name,
    rule.enabled ? 1 : 0,
    rule.description,
    JSON.stringify(rule.action),
    JSON.stringify(rule.filters),
    JSON.stringify(rule.conditions),
    rule.createdAt,
    rule.updatedAt,
  );
  markChanged(db);
}

/** Removes a rule with all its revisions. */
export function removeRule(db: Database, id: string): void {
  db.run('DELETE FROM moderation_rules WHERE id = ?', id);
  markChanged(db);
}
