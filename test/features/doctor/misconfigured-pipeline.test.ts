import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspace } from '../../e2e/workspace.ts';
import { type Opened, openSandbox } from '../../sandbox/sandbox-client.ts';
import { examine, failures, named, target } from './examine.ts';

const port = (baseUrl: string): string => new URL(baseUrl).port;

type Injected = {
  readonly check: string;
  readonly status: 'warn' | 'fail';
  readonly exit: number;
  readonly message: RegExp;
  /** Breaks one thing and returns the changed parts of the pipeline file. */
  readonly break: (at: { own: Opened; folder: string }) => {
    readonly over?: Record<string, unknown>;
    readonly sources?: string;
    readonly rest?: string;
  };
};

const USERS = '  users: { path: users.csv }';

/** Misconfigurations that need only a pipeline file. */
const injected: Readonly<Record<string, Injected>> = {
  'a pipeline file with a mistake': {
    check: 'pipeline',
    status: 'fail',
    exit: 2,
    message: /CONFIG\.INVALID.*pipeline\.yaml:\d/,
    break: () => ({ rest: 'limts: {}' }),
  },
  'a source that is missing': {
    check: 'sources',
    status: 'fail',
    exit: 2,
    message: /SOURCE\.MISSING.*no-users\.csv/,
    break: () => ({ sources: '  users: { path: no-users.csv }' }),
  },
  'a column that no field reads': {
    check: 'sources',
    status: 'warn',
    exit: 0,
    message: /"nmae"/,
    break: ({ folder }) => {
      writeFileSync(join(folder, 'users.csv'), 'uid,name,nmae\na,A,B\n');
      return {};
    },
  },
  'a state folder that cannot be created': {
    check: 'state folder',
    status: 'fail',
    exit: 2,
    message: /cannot be created: .*file is a file/,
    break: ({ folder }) => {
      writeFileSync(join(folder, 'file'), '');
      return { rest: 'state: file/state' };
    },
  },
  'a state folder that others can read': {
    check: 'state folder',
    status: 'warn',
    exit: 0,
    message: /others can read .*checkpoint\.json/,
    break: ({ folder }) => {
      mkdirSync(join(folder, '.chatferry/e2e'), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, '.chatferry/e2e/checkpoint.json'), '{}');
      chmodSync(join(folder, '.chatferry/e2e/checkpoint.json'), 0o644);
      return {};
    },
  },
  'a missing key': {
    check: 'key',
    status: 'fail',
    exit: 10,
    message: /AUTH\.KEY_MISSING.*NO_SUCH_KEY/,
    break: () => ({ over: { apiKey: { env: 'NO_SUCH_KEY' } } }),
  },
  'a key file that is not there': {
    check: 'key',
    status: 'fail',
    exit: 10,
    message: /ENOENT/,
    break: () => ({ over: { apiKey: { file: 'no-key' } } }),
  },
  'a key file that others can read': {
    check: 'key',
    status: 'warn',
    exit: 0,
    message: /mode is 0644/,
    break: ({ own, folder }) => {
      writeFileSync(join(folder, 'key'), readFileSync(own.sandbox.files.apiKey));
      chmodSync(join(folder, 'key'), 0o644);
      return { over: { apiKey: { file: 'key' } } };
    },
  },
  'a wrong key': {
    check: 'key scope',
    status: 'fail',
    exit: 10,
    message: /does not belong to an app at this address/,
    break: ({ folder }) => {
      writeFileSync(join(folder, 'key'), 'f'.repeat(40), { mode: 0o600 });
      return { over: { apiKey: { file: 'key' } } };
    },
  },
  'a key of the scope authOnly': {
    check: 'key scope',
    status: 'fail',
    exit: 10,
    message: /^authOnly/,
    break: ({ own }) => ({ over: { apiKey: { file: own.sandbox.files.authKey } } }),
  },
  'a wrong certificate authority': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /is not trusted/,
    break: () => ({ over: { caFile: undefined } }),
  },
  'an authority file that is not there': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /none\.pem cannot be read/,
    break: () => ({ over: { caFile: 'none.pem' } }),
  },
  'a certificate for another name': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /for another name than a\.b\.localhost/,
    break: ({ own }) => ({ over: { baseUrl: `https://a.b.localhost:${port(own.sandbox.baseUrl)}/v3` } }),
  },
  'plain http to a port that speaks TLS': {
    check: 'tls',
    status: 'fail',
    exit: 2,
    message: /speaks TLS, the address says http/,
    break: ({ own }) => ({ over: { baseUrl: own.sandbox.baseUrl.replace('https', 'http') } }),
  },
  'a wrong path': {
    check: 'api',
    status: 'fail',
    exit: 2,
    message: /not under \/api \(ERR_API_NOT_FOUND\)/,
    break: ({ own }) => ({ over: { baseUrl: own.sandbox.baseUrl.replace('/v3', '/api') } }),
  },
  'a wrong version': {
    check: 'api',
    status: 'fail',
    exit: 2,
    message: /not under \/v2 \(ERR_INVALID_API_VERSION\)/,
    break: ({ own }) => ({ over: { baseUrl: own.sandbox.baseUrl.replace('/v3', '/v2') } }),
  },
  'a name that cannot be resolved': {
    check: 'dns',
    status: 'fail',
    exit: 7,
    message: /no-such-name\.invalid cannot be resolved/,
    break: () => ({ over: { baseUrl: 'https://app.no-such-name.invalid/v3' } }),
  },
};

describe('a misconfiguration is found by name', () => {
  test.each(Object.entries(injected))(
    '%s',
    async (_what, { check, status, exit, message, break: inject }) => {
      using space = workspace(3);
      await using own = await openSandbox({ http: false });
      const { over = {}, sources = USERS, rest = '' } = inject({ own, folder: space.folder });
      const report = await examine(space.pipeline({ target: target(own, over), sources, rest }));
      const found = named(report, check);
      expect([found?.status, report.exitCode]).toEqual([status, exit]);
      expect(found?.message).toMatch(message);
      expect(found?.next).toBeTruthy();
      if (status === 'warn') expect(failures(report)).toEqual([]);
      expect(JSON.stringify(report)).not.toContain(readFileSync(own.sandbox.files.apiKey, 'utf8').trim());
    },
  );
});
