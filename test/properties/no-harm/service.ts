import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { Database } from '../../../src/sandbox/storage/database.ts';
import type { AppEdit, Before, Scenario } from './scenario.ts';
import { at, ENTITIES, type EntityName, type Fields, flat, keyOf, ROWS, VALUES, valueAt } from './values.ts';

/** Every row of the service, by entity and key. */
export type Snapshot = Readonly<Record<EntityName, ReadonlyMap<string, Fields>>>;

const FILE = 'service.sqlite';
/** The rows that are there before are older than the first run. */
const OLDER_MS = 3_600_000;

/** A service without rows, made once: every scenario begins with a copy of its files. */
export async function emptyService(): Promise<Disposable & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-empty-'));
  const sandbox = await startSandbox({ dataFile: join(folder, FILE), http: true });
  await sandbox[Symbol.asyncDispose]();
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A service in this process that an app uses by plain calls, and whose rows are read from its data file. */
export class Service implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'chatferry-no-harm-'));
  /** Every request that the service received, as `POST /v3/users`. */
  readonly requests: string[] = [];
  /** `target:` of pipelines. */
  target = '';
  #sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
  #key = '';
  #behindMs = OLDER_MS;

  async start(empty: string, api: Scenario['api']): Promise<void> {
    cpSync(empty, this.folder, { recursive: true });
    const sandbox = await startSandbox({
      dataFile: join(this.folder, FILE),
      http: true,
      clock: () => Date.now() - this.#behindMs,
      log: ({ method, path }) => this.requests.push(`${method} ${path}`),
    });
    this.#sandbox = sandbox;
    this.#key = readFileSync(sandbox.files.apiKey, 'utf8').trim();
    const key = JSON.stringify(sandbox.files.apiKey);
    this.target = `target: { baseUrl: "${sandbox.baseUrl}", apiKey: { file: ${key} }, api: ${api} }`;
  }

  /** How many requests that write the service has received. */
  get writes(): number {
    return this.requests.filter((each) => /^(POST|PUT|DELETE|PATCH) /.test(each)).length;
  }

  /** A plain call; what the service refuses changes nothing. */
  async #call(method: string, path: string, body: unknown, as?: string): Promise<void> {
    const headers = { apikey: this.#key, 'content-type': 'application/json', ...(as && { onBehalfOf: as }) };
    const url = `${this.#sandbox?.baseUrl}${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
  }

  /** Creates the rows that are there before, and the bare roles, users and groups that other rows may refer to. */
  async fill({ before, files }: Scenario): Promise<void> {
    for (const entity of ENTITIES) {
      const rows = [...before[entity], ...files[entity].flatMap((file) => file.rows)];
      const isNamed = (key: number): boolean => rows.some((row) => row.key === key);
      const bare = [...(isReferredTo(entity) ? ROWS[entity].keys() : [])].filter((key) => !isNamed(key));
      const all = [...before[entity], ...bare.map((key) => ({ key, fields: {} }))];
      await Promise.all(all.map((row) => this.#create(entity, at(ROWS[entity], row.key), row)));
    }
    for (const { key, fields } of before.users)
      if (fields['deactivatedAt'] !== undefined)
        await this.#call('DELETE', `/users/${at(ROWS.users, key)['uid']}`, { permanent: false });
    this.#behindMs = 0;
  }

  async #create(
    entity: EntityName,
    row: Readonly<Record<string, string | number>>,
    { fields }: Pick<Before, 'fields'>,
  ): Promise<void> {
    const given = valuesOf(entity, fields);
    if (entity === 'members') return await this.#join(row, given);
    if (entity !== 'messages') {
      const all: Readonly<Record<string, unknown>> = {
        name: 'Before',
        ...row,
        ...defaultsOf(entity),
        ...given,
      };
      const { deactivatedAt: _, ...body } = all;
      return await this.#call('POST', `/${entity}`, body);
    }
    const { sender, sentAt: _, ...rest } = row;
    const { text = 'before', metadata, tags } = given;
    const data = { text, own: { n: 1 }, ...(metadata === undefined ? {} : { metadata }) };
    await this.#call('POST', '/messages', { ...rest, data, ...(tags ? { tags } : {}) }, String(sender));
  }

  async #join(row: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>) {
    const { scope = 'participant', isBanned } = given;
    const list = { admin: 'admins', moderator: 'moderators' }[String(scope)] ?? 'participants';
    const { guid, uid } = row;
    await this.#call('POST', `/groups/${guid}/members`, { [list]: [uid] });
    if (isBanned) await this.#call('POST', `/groups/${guid}/bannedusers/${uid}`, {});
  }

  /** The app changes a row that is there, or creates the row. */
  async edit({ entity, key, field: fieldAt, value }: AppEdit, held: Snapshot): Promise<void> {
    const row = at(ROWS[entity], key);
    const field = at(Object.keys(VALUES[entity]), fieldAt);
    if (!held[entity].has(keyOf(entity, row)))
      return await this.#create(entity, row, { fields: value === 'empty' ? {} : { [field]: value } });
    const given = value === 'empty' ? undefined : valueAt(entity, field, value);
    const [one = '', two = ''] = keyOf(entity, row).split(' ');
    if (entity === 'members') return await this.#editMember(one, two, field, given);
    if (entity === 'messages') return await this.#editMessage(one, field, given);
    if (field === 'deactivatedAt')
      return given === undefined
        ? await this.#call('PUT', '/users', { uidsToActivate: [one] })
        : await this.#call('DELETE', `/users/${one}`, { permanent: false });
    await this.#call('PUT', `/${entity}/${one}`, changeOf(held[entity].get(one) ?? {}, field, given));
  }

  async #editMember(guid: string, uid: string, field: string, given: unknown): Promise<void> {
    const path = `/groups/${guid}/bannedusers/${uid}`;
    if (field === 'isBanned') await this.#call(given === true ? 'POST' : 'DELETE', path, {});
    else await this.#call('PUT', `/groups/${guid}/members/${uid}`, { scope: given ?? 'participant' });
  }

  async #editMessage(muid: string, field: string, given: unknown): Promise<void> {
    const [found] = this.#rows<{ id: number; data: string }>(
      `SELECT id, data FROM messages WHERE muid = '${muid}'`,
    );
    if (!found) return;
    const { text = '', metadata = {} } = JSON.parse(found.data) as Readonly<Record<string, unknown>>;
    const body = {
      text: { data: { text: given ?? text } },
      tags: { tags: given ?? [] },
      metadata: { data: { metadata: given ?? {} } },
    }[field] ?? { data: { metadata: { ...(metadata as object), [field.slice(9)]: given } } };
    await this.#call('PUT', `/messages/${found.id}`, body);
  }

  /** Every row as it is stored, from a copy of the data file: no call shows the password of a group. */
  snapshot(): Snapshot {
    return {
      roles: this.#byKey(
        'roles',
        'SELECT role, name, description, metadata, settings, created_at FROM roles',
      ),
      users: this.#byKey(
        'users',
        `SELECT uid, name, avatar, link, role, status_message AS statusMessage, metadata, tags, created_at,
           deactivated_at AS deactivatedAt FROM users`,
      ),
      groups: this.#byKey(
        'groups',
        'SELECT guid, name, type, password, icon, description, owner, metadata, tags, created_at FROM groups',
      ),
      members: this.#byKey(
        'members',
        'SELECT guid, uid, scope, joined_at AS joinedAt, is_banned AS isBanned FROM members',
      ),
      messages: this.#byKey(
        'messages',
        `SELECT muid, sender, conversation, category, type, sent_at, data, tags, deleted_at, parent_id FROM messages
           WHERE muid IS NOT NULL ORDER BY id`,
      ),
    };
  }

  #byKey(entity: EntityName, sql: string): ReadonlyMap<string, Fields> {
    const rows = new Map<string, Fields>();
    for (const row of this.#rows<Record<string, unknown>>(sql)) {
      const key = keyOf(entity, row);
      // The ordinary API takes a message that it has: the oldest one is the row.
      rows.set(rows.has(key) ? `${key} again` : key, fieldsOf(row));
    }
    return rows;
  }

  #copy: { readonly db: Database; readonly requests: number } | undefined;

  #rows<T>(sql: string): T[] {
    if (this.#copy?.requests !== this.requests.length) this.#open();
    return (this.#copy as { readonly db: Database }).db.all<T>(sql);
  }

  #open(): void {
    this.#copy?.db.close();
    const copy = join(this.folder, 'copy.sqlite');
    for (const ending of ['', '-wal', '-redo']) {
      rmSync(copy + ending, { force: true });
      const from = join(this.folder, FILE + ending);
      if (existsSync(from)) copyFileSync(from, copy + ending);
    }
    this.#copy = { db: new Database(copy), requests: this.requests.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#copy?.db.close();
    await this.#sandbox?.[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const isReferredTo = (entity: EntityName): boolean => entity !== 'members' && entity !== 'messages';

/** The values of a row that is there before; members of metadata are put together. */
function valuesOf(entity: EntityName, fields: Before['fields']): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [field, n] of Object.entries(fields)) {
    if (n === undefined) continue;
    const [name = '', member] = field.split('.');
    const value = valueAt(entity, field, n);
    values[name] =
      member === undefined ? value : { own: { n }, ...(values[name] as object), [member]: value };
  }
  const { password, ...rest } = values;
  return values['type'] === 'password' ? { password: 'before', ...values } : rest;
}

function defaultsOf(entity: EntityName): object {
  if (entity === 'roles') return { settings: { listUsers: 'all' } };
  return entity === 'groups' ? { type: 'private' } : {};
}

/** The body of a call by which the app sets a field or empties it. */
function changeOf(held: Fields, field: string, given: unknown): object {
  const [name = '', member] = field.split('.');
  if (member !== undefined) {
    const members = Object.entries(held).filter(([each]) => each.startsWith('metadata.'));
    const before = members.map(([each, json]) => [each.slice(9), JSON.parse(json) as unknown]);
    return { metadata: { ...Object.fromEntries(before), [member]: given } };
  }
  if (given !== undefined) return { [name]: given, ...(given === 'password' ? { password: 'app' } : {}) };
  return name === 'tags' ? { tags: [] } : { unset: [name] };
}

/** A stored row as texts. No value, an empty text and an empty list are the same. */
function fieldsOf(row: Readonly<Record<string, unknown>>): Fields {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === '' || value === '[]') continue;
    if (name === 'metadata') Object.assign(fields, flat(name, JSON.parse(String(value))));
    else if (name === 'data') Object.assign(fields, fieldsOfData(String(value)));
    else if (name === 'isBanned') fields[name] = String(value === 1);
    else fields[name] = name === 'deactivatedAt' ? 'yes' : String(value);
  }
  return fields;
}

function fieldsOfData(json: string): Fields {
  const { text, metadata, ...rest } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const others = Object.entries(rest).map(([name, value]) => [`data.${name}`, JSON.stringify(value)]);
  return {
    ...(text === undefined ? {} : { text: String(text) }),
    ...flat('metadata', metadata ?? {}),
    ...Object.fromEntries(others),
  };
}
