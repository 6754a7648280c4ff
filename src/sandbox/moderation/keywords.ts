import { acknowledgement } from '../app/acknowledgement.ts';
import { type ApiRoute, type Call, type RouteAnswer, routeOf } from '../app/route.ts';
import type { Database } from '../storage/database.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import { FieldReader } from '../wire/validation.ts';
import { type KEYWORD_CATEGORIES, KEYWORDS_CHANGE, NEW_KEYWORDS, readTerms } from './keyword-input.ts';
import { checkQuota, idTaken, LIMITED } from './moderation-id.ts';
import { revisionOf } from './rule.ts';
import { markChanged } from './version.ts';

const route = routeOf({ tag: 'Moderation' });

/** Documented: lists of a page without `limit`. */
const LIMIT = 10;

/** A list of keywords. `terms` is JSON text. */
type KeywordList = {
  readonly id: string;
  readonly revision: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: (typeof KEYWORD_CATEGORIES)[number];
  readonly isCsv: number;
  readonly terms: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

const COLUMNS = `id, revision, name, description, category, is_csv AS isCsv, terms, created_at AS createdAt,
  updated_at AS updatedAt`;

/** A list of keywords. Undefined if there is none. */
export const findKeywords = (db: Database, id: string): KeywordList | undefined =>
  db.get<KeywordList>(`SELECT ${COLUMNS} FROM moderation_keywords WHERE id = ?`, id);

type KeywordCall = Pick<Call, 'app' | 'apps' | 'params'>;

function listInPath({ app, params }: KeywordCall): KeywordList {
  const id = params['keywordId'] ?? '';
  const list = findKeywords(app.db, id);
  if (!list) throw new ApiError('ERR_KEYWORD_NOT_FOUND', `The keyword with id ${id} does not exist.`);
  return list;
}

const listJson = (list: KeywordList, appId: string): string =>
  jsonObject(
    textMember('id', list.id),
    textMember('name', list.name),
    textMember('description', list.description),
    textMember('category', list.category),
    `"isCSV":${list.isCsv === 1}`,
    jsonMember('searchTerms', list.terms),
    numberMember('createdAt', list.createdAt),
    numberMember('updatedAt', list.updatedAt),
    textMember('revisionId', `${appId}_${revisionOf(list)}`),
    '"active":true',
  );

function store({ app, apps }: KeywordCall, list: KeywordList): RouteAnswer {
  app.db.run('DELETE FROM moderation_keywords WHERE id = ? AND revision < ?', list.id, list.revision);
  app.db.run(
    `INSERT INTO moderation_keywords (id, revision, name, description, category, is_csv, terms, created_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    list.id,
    list.revision,
    list.name,
    list.description,
    list.category,
    list.isCsv,
    list.terms,
    list.createdAt,
    list.updatedAt,
  );
  markChanged(app.db);
  return { data: listJson(list, apps.idOf(app)) };
}

const createList = route({
  method: 'POST',
  path: '/moderation/keywords',
  summary: 'Create a list of words, patterns or sentences, as a form; `file` is a csv file with the terms',
  body: NEW_KEYWORDS,
  answers: one('KeywordList'),
  answer: (call) => {
    const { app, body } = call;
    const { id, name, description } = body;
    const category = body.category ?? 'word';
    if (findKeywords(app.db, id)) throw idTaken(app, 'KEYWORD', id);
    checkQuota(app.db.count('moderation_keywords'), 'lists of keywords');
    const { terms = [], isCsv = false } = readTerms(new FieldReader(call.given), body, category) ?? {};
    const now = app.now();
    return store(call, {
      id,
      revision: 1,
      name,
      description,
      category,
      isCsv: isCsv ? 1 : 0,
      terms: JSON.stringify(terms),
      createdAt: now,
      updatedAt: now,
    });
  },
});

const listAll = route({
  method: 'GET',
  path: '/moderation/keywords',
  summary: 'List the lists of keywords in the order they were created',
  query: LIMITED,
  answers: cursored('KeywordList'),
  answer: ({ app, apps, query }) => {
    const limit = query.limit ?? LIMIT;
    const sql = `SELECT ${COLUMNS} FROM moderation_keywords ORDER BY created_at, seq LIMIT ?`;
    const lists = app.db.all<KeywordList>(sql, limit);
    const items = lists.map((list) => listJson(list, apps.idOf(app)));
    return limitedAnswer(limit, items);
  },
});

const getList = route({
  method: 'GET',
  path: '/moderation/keywords/{keywordId}',
  summary: 'Get a list of keywords',
  answers: one('KeywordList'),
  answer: (call) => ({ data: listJson(listInPath(call), call.apps.idOf(call.app)) }),
});

const updateList = route({
  method: 'PUT',
  path: '/moderation/keywords/{keywordId}',
  summary: 'Change a list of keywords, as a form; given terms replace all of its terms',
  body: KEYWORDS_CHANGE,
  answers: one('KeywordList'),
  answer: (call) => {
    const { app, body, given } = call;
    const before = listInPath(call);
    const category = body.category ?? before.category;
    const reader = new FieldReader(given);
    const terms = readTerms(reader, body, category);
    if (!terms && category !== before.category) {
      // Terms of one kind are not valid as another: a word may be no pattern.
      reader.problem('searchTerms', 'The searchTerms field is required.');
    }
    reader.finish();
    return store(call, {
      ...before,
      revision: before.revision + 1,
      name: body.name ?? before.name,
      description: 'description' in given ? body.description : before.description,
      category,
      ...(terms && { terms: JSON.stringify(terms.terms), isCsv: terms.isCsv ? 1 : 0 }),
      updatedAt: app.now(),
    });
  },
});

const deleteList = route({
  method: 'DELETE',
  path: '/moderation/keywords/{keywordId}',
  summary: 'Delete a list of keywords; a rule that names it no longer finds its terms',
  answers: one('Acknowledgement'),
  answer: (call) => {
    const { id } = listInPath(call);
    call.app.db.run('DELETE FROM moderation_keywords WHERE id = ?', id);
    markChanged(call.app.db);
    return acknowledgement(`Keyword with id ${id} has been deleted successfully.`);
  },
});

/** The calls about lists of keywords. */
export const keywordRoutes: readonly ApiRoute[] = [createList, listAll, getList, updateList, deleteList];
