import { acknowledgement } from '../app/acknowledgement.ts';
import { type ApiRoute, type Call, type RouteAnswer, routeOf } from '../app/route.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import { checkQuota, idTaken, LIMITED } from './moderation-id.ts';
import type { Rule } from './rule.ts';
import { NEW_RULE, RULE_CHANGE } from './rule-input.ts';
import {
  addRevision,
  countRules,
  findRule,
  listRules,
  removeRule,
  revisionsOf,
  ruleJson,
} from './rule-store.ts';

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

const createRule = route({
  method: 'POST',
  path: '/moderation/rules',
  summary:
    'Create a rule. Words and patterns are enforced; toxicity, sentences, custom APIs and media are kept and answered',
  body: NEW_RULE,
  answers: one('ModerationRule'),
  answer: (call) => {
    const { app, body } = call;
    if (findRule(app.db, body.id)) throw idTaken(app, 'RULE', body.id);
    checkQuota(countRules(app.db), 'rules');
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
});

const listAll = route({
  method: 'GET',
  path: '/moderation/rules',
  summary: 'List the rules in the order they were created',
  query: LIMITED,
  answers: cursored('ModerationRule'),
  answer: ({ app, apps, query }) => {
    const limit = query.limit ?? LIMIT;
    return listed({ app, apps }, listRules(app.db, limit), limit);
  },
});

const getRule = route({
  method: 'GET',
  path: '/moderation/rules/{ruleId}',
  summary: 'Get a rule',
  answers: one('ModerationRule'),
  answer: (call) => answered(call, ruleInPath(call)),
});

const updateRule = route({
  method: 'PUT',
  path: '/moderation/rules/{ruleId}',
  summary: 'Change a rule, which makes a new revision of it',
  body: RULE_CHANGE,
  answers: one('ModerationRule'),
  answer: (call) => {
    const { app, body, given } = call;
    const before = ruleInPath(call);
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
});

const deleteRule = route({
  method: 'DELETE',
  path: '/moderation/rules/{ruleId}',
  summary: 'Delete a rule with all its revisions',
  answers: one('Acknowledgement'),
  answer: (call) => {
    const { id } = ruleInPath(call);
    removeRule(call.app.db, id);
    return acknowledgement(`Rule with id ${id} has been deleted successfully.`);
  },
});

const listRevisions = route({
  method: 'GET',
  path: '/moderation/rules/{ruleId}/revisions',
  summary: 'List the revisions of a rule, newest first; only the newest one is active',
  query: LIMITED,
  answers: cursored('ModerationRule'),
  answer: (call) => {
    const { id } = ruleInPath(call);
    const limit = call.query.limit ?? LIMIT;
    return listed(call, revisionsOf(call.app.db, id, limit), limit);
  },
});

/** The calls about the rules of moderation. */
export const ruleRoutes: readonly ApiRoute[] = [
  createRule,
  listAll,
  getRule,
  updateRule,
  deleteRule,
  listRevisions,
];
