import type { App } from '../app/app.ts';
import { type ApiRoute, acknowledgement, type Call, type RouteAnswer, routeOf } from '../app/route.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { ApiError, checkQuota } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT } from '../wire/json-schema.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import { type FieldReader, type Fields, isDeeperThan, isObject, LIMITS } from '../wire/validation.ts';
import { idTaken, LIMITED, MAX_PER_APP, requiredModerationId } from './moderation-id.ts';
import { checkBounded, patternFault } from './pattern.ts';
import {
  ACTION,
  addRevision,
  type Condition,
  countRules,
  findRule,
  listRules,
  namesLists,
  type Rule,
  type RuleFilter,
  removeRule,
  revisionsOf,
  ruleJson,
} from './rule-store.ts';

/** Documented: filters and conditions of one rule. */
const MAX_PARTS = 10;
/** The most values of one condition or filter; not documented. */
const MAX_VALUES = 100;

const OPERANDS = ['text', 'image', 'video', 'custom', 'audio', 'file'];
const CATEGORIES = ['word', 'pattern', 'sentence-similarity', 'toxicity', 'custom-api'];
const OPERATORS = ['contains', 'equals'];
const USER_OPERANDS = ['uid', 'name', 'role', 'tags', 'createdAt'];
const GROUP_OPERANDS = ['guid', 'name', 'type', 'tags', 'createdAt'];
const USER_OPERATORS = ['equals', 'notEquals', 'in', 'notIn', 'startsWith'];
const GROUP_OPERATORS = [...USER_OPERATORS, 'endsWith', 'lessThan', 'greaterThan'];

type Problem = (member: string, text: string) => void;

/** A list of objects, each of which `read` makes into a part of a rule. Undefined when absent. */
const parts = <T>(
  read: (given: Fields, index: number, problem: Problem) => T,
): field.Field<readonly T[] | undefined> => ({
  schema: { type: 'array', maxItems: MAX_PARTS, items: ANY_OBJECT },
  read: (reader, name) => {
    const value = reader.value(name);
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value) || !value.every(isObject)) {
      reader.problem(name, `The ${name} must be an array of objects.`);
      return undefined;
    }
    if (value.length > MAX_PARTS)
      reader.problem(name, `The ${name} may not have more than ${MAX_PARTS} items.`);
    if (isDeeperThan(value, LIMITS.nesting)) {
      reader.problem(name, `The ${name} may not be nested deeper than ${LIMITS.nesting} levels.`);
      return undefined;
    }
    return value.slice(0, MAX_PARTS).map((given, index) =>
      read(given, index, (member, text) => {
        const place = `${name}.${index}.${member}`;
        reader.problem(place, `The ${place} ${text}`);
      }),
    );
  },
});

function oneOf(
  given: Fields,
  member: string,
  words: readonly string[],
  problem: Problem,
  or?: string,
): string {
  const value = given[member] ?? or;
  if (typeof value === 'string' && words.includes(value)) return value;
  problem(member, value === undefined ? 'field is required.' : 'is invalid.');
  return '';
}

/** A text or a list of texts, as a list. Numbers count as their digits. */
function valuesOf(given: Fields, problem: Problem): readonly string[] {
  const value = given['value'];
  const list = (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'number' ? `${one}` : one,
  );
  if (value === undefined || value === null || list.length === 0) problem('value', 'field is required.');
  else if (!list.every((one) => typeof one === 'string' && one !== '' && one.isWellFormed()))
    problem('value', 'must be a text or an array of texts.');
  else if (list.length > MAX_VALUES) problem('value', `may not have more than ${MAX_VALUES} items.`);
  else if (list.some((one) => [...one].length > LIMITS.id)) {
    problem('value', `may not be greater than ${LIMITS.id} characters.`);
  } else return list;
  return [];
}

function readCondition(given: Fields, index: number, problem: Problem): Condition {
  const condition: Condition = {
    ...given,
    id: Number.isSafeInteger(given['id']) ? (given['id'] as number) : index + 1,
    entity: oneOf(given, 'entity', ['message'], problem, 'message'),
    operand: oneOf(given, 'operand', OPERANDS, problem),
    operator: oneOf(given, 'operator', OPERATORS, problem),
    category: oneOf(given, 'category', CATEGORIES, problem),
    value: given['value'] === undefined ? [] : valuesOf(given, problem),
  };
  if (condition.category !== 'pattern' || namesLists(condition)) return condition;
  const fault = patternFault(condition.value);
  if (fault !== undefined) problem('value', fault);
  return condition;
}

/** Where a switch asks for it, the patterns that stand in conditions themselves are bounded. */
function checkPatterns(app: App, conditions: readonly Condition[] | null | undefined): void {
  for (const [index, condition] of (conditions ?? []).entries())
    if (condition.category === 'pattern' && !namesLists(condition))
      checkBounded(app, condition.value, `conditions.${index}.value`);
}

function readFilter(given: Fields, _index: number, problem: Problem): RuleFilter {
  const isGroup = given['entity'] === 'group';
  const values = valuesOf(given, problem);
  const value = given['value'];
  return {
    entity: oneOf(given, 'entity', ['user', 'group'], problem) as RuleFilter['entity'],
    operand: oneOf(given, 'operand', isGroup ? GROUP_OPERANDS : USER_OPERANDS, problem),
    operator: oneOf(given, 'operator', isGroup ? GROUP_OPERATORS : USER_OPERATORS, problem),
    value: Array.isArray(value) ? values : (values[0] ?? ''),
    type: oneOf(given, 'type', ['sender', 'receiver'], problem) as RuleFilter['type'],
  };
}

/** The names of actions; undefined when absent. */
const action: field.Field<readonly string[] | undefined> = {
  schema: { type: 'array', items: { type: 'string', pattern: ACTION.source } },
  read: (reader, name) => {
    const value = reader.value(name);
    if (value === undefined || value === null) return undefined;
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string' && ACTION.test(one));
    if (!isList) reader.problem(name, `The selected ${name} is invalid.`);
    return isList ? [...new Set(value)] : undefined;
  },
};

const PARTS = {
  enabled: field.optionalFlag,
  description: field.text(LIMITS.description),
  action,
  filters: parts(readFilter),
  conditions: parts(readCondition),
} as const;

function checkConditions(reader: FieldReader, conditions: readonly Condition[] | undefined): void {
  if (reader.has('conditions') && conditions?.length === 0) {
    reader.problem('conditions', 'The conditions field is required.');
  }
}

const NEW_RULE = field.shape(
  { id: requiredModerationId, name: field.requiredText(LIMITS.name), ...PARTS },
  (reader, { conditions }) => {
    reader.mustHave('conditions');
    checkConditions(reader, conditions);
  },
);

/** The body of PUT /moderation/rules/{ruleId}: what is absent stays as it is. */
const RULE_CHANGE = field.shape({ name: field.notBlank(LIMITS.name), ...PARTS }, (reader, { conditions }) =>
  checkConditions(reader, conditions),
);

const route = routeOf({ tag: 'Moderation' });

/** Documented: rules of a page without `limit`. */
const LIMIT = 50;

type RuleCall = Pick<Call, 'app' | 'apps' | 'params'>;

function ruleInPath({ app, params }: RuleCall): Rule {
  const id = params['ruleId'] ?? '';
  const rule = findRule(app.db, id);
  if (!rule) throw new ApiError('ERR_RULE_NOT_FOUND', `The rule with id ${id} does not exist.`);
  return rule;
}

const answered = ({ app, apps }: RuleCall, rule: Rule): RouteAnswer => ({
  data: ruleJson(rule, apps.idOf(app)),
});

const listed = ({ app, apps }: Pick<Call, 'app' | 'apps'>, rules: readonly Rule[], limit: number) =>
  limitedAnswer(
    limit,
    rules.map((rule) => ruleJson(rule, apps.idOf(app))),
  );

/** The calls about the rules of moderation. */
export const ruleRoutes: readonly ApiRoute[] = [
  route('POST /moderation/rules', {
    summary:
      'Create a rule. Words and patterns are enforced; toxicity, sentences, custom APIs and media are kept and answered',
    body: NEW_RULE,
    answers: one('ModerationRule'),
    answer: (call) => {
      const { app, body } = call;
      if (findRule(app.db, body.id)) throw idTaken('RULE', body.id);
      checkQuota(countRules(app.db), MAX_PER_APP, 'rules');
      checkPatterns(app, body.conditions);
      const now = app.now();
      const rule: Rule = {
        id: body.id,
        revision: 1,
        name: body.name,
        enabled: body.enabled ?? true,
        description: body.description,
        action: body.action ?? ['blockMessage'],
        filters: body.filters ?? [],
        conditions: body.conditions ?? [],
        createdAt: now,
        updatedAt: now,
        active: true,
      };
      addRevision(app.db, rule);
      return answered(call, rule);
    },
  }),
  route('GET /moderation/rules', {
    summary: 'List the rules in the order they were created',
    query: LIMITED,
    answers: cursored('ModerationRule'),
    answer: ({ app, apps, query }) => {
      const limit = query.limit ?? LIMIT;
      return listed({ app, apps }, listRules(app.db, limit), limit);
    },
  }),
  route('GET /moderation/rules/{ruleId}', {
    summary: 'Get a rule',
    answers: one('ModerationRule'),
    answer: (call) => answered(call, ruleInPath(call)),
  }),
  route('PUT /moderation/rules/{ruleId}', {
    summary: 'Change a rule, which makes a new revision of it',
    body: RULE_CHANGE,
    answers: one('ModerationRule'),
    answer: (call) => {
      const { app, body, given } = call;
      const before = ruleInPath(call);
      checkPatterns(app, body.conditions);
      const rule: Rule = {
        ...before,
        revision: before.revision + 1,
        name: body.name ?? before.name,
        enabled: body.enabled ?? before.enabled,
        description: 'description' in given ? body.description : before.description,
        action: body.action ?? before.action,
        filters: body.filters ?? before.filters,
        conditions: body.conditions ?? before.conditions,
        updatedAt: app.now(),
      };
      addRevision(app.db, rule);
      return answered(call, rule);
    },
  }),
  route('DELETE /moderation/rules/{ruleId}', {
    summary: 'Delete a rule with all its revisions',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { id } = ruleInPath(call);
      removeRule(call.app.db, id);
      return acknowledgement(`Rule with id ${id} has been deleted successfully.`);
    },
  }),
  route('GET /moderation/rules/{ruleId}/revisions', {
    summary: 'List the revisions of a rule, newest first; only the newest one is active',
    query: LIMITED,
    answers: cursored('ModerationRule'),
    answer: (call) => {
      const { id } = ruleInPath(call);
      const limit = call.query.limit ?? LIMIT;
      return listed(call, revisionsOf(call.app.db, id, limit), limit);
    },
  }),
];
