import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { exitCodes } from '../../src/errors/run-error.ts';
import { type Workspace, workspace } from '../e2e/workspace.ts';
import { type SandboxHere, startSandboxHere } from '../support/cli-here.ts';
import { program, repository } from '../support/repository.ts';
import { hasProgram } from './has-program.ts';
import { parseUnit } from './unit-file.ts';

const execute = promisify(execFile);
const read = (name: string): string => readFileSync(join(repository, 'contrib', name), 'utf8');

const hasSystemd = hasProgram('systemd-analyze');
/** A test that needs systemd; where it is not, its name says why it is skipped. */
const testSystemd = (name: string, run: () => Promise<void>): void =>
  hasSystemd ? test(name, run) : test.skip(`${name} (no systemd-analyze on this machine)`, run);

/** A folder as /etc/chatferry and the places of its state and key, with the program on the PATH, against a sandbox. */
function installed(space: Workspace, sandbox: SandboxHere, state: string, keyFile: string) {
  const bin = join(space.folder, 'bin');
  mkdirSync(bin);
  const starter = join(bin, 'chatferry');
  writeFileSync(starter, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(starter, 0o755);
  space.write(
    'nightly.yaml',
    `version: 1
name: nightly
target: { baseUrl: "${sandbox.baseUrl}", apiKey: { file: "${keyFile}" } }
state: ${state}
sources: { users: { path: users.csv } }
sync: {}
`,
  );
  return { program: starter, path: `${bin}:${process.env['PATH']}` };
}

describe('the systemd units', () => {
  const service = parseUnit(read('chatferry.service'));
  const timer = parseUnit(read('chatferry.timer'));

  test('have the sections of a service and of a timer, each setting once', () => {
    expect(Object.keys(service)).toEqual(['Unit', 'Service']);
    expect(Object.keys(timer)).toEqual(['Unit', 'Timer', 'Install']);
    for (const settings of [...Object.values(service), ...Object.values(timer)])
      for (const [key, values] of Object.entries(settings)) expect([key, values.length]).toEqual([key, 1]);
    expect(timer['Timer']).toMatchObject({ Persistent: ['true'] });
    expect(timer['Install']).toEqual({ WantedBy: ['timers.target'] });
  });

  test('let rejected rows and stopped runs alert, and give a stopped run the time that it needs', () => {
    expect(service['Service']).not.toHaveProperty('SuccessExitStatus');
    expect(service['Service']).toMatchObject({ Type: ['oneshot'], NoNewPrivileges: ['yes'] });
    expect(Number(service['Service']?.['TimeoutStopSec']?.[0])).toBeGreaterThan(15);
  });

  test('start again after exit code 7 alone, a few times, and not because the night is over', () => {
    const again = Object.values(exitCodes).filter(
      (code) => code !== exitCodes.ok && code !== exitCodes.different,
    );
    const prevented = service['Service']?.['RestartPreventExitStatus']?.[0]?.split(' ').map(Number);
    expect(again.filter((code) => !prevented?.includes(code))).toEqual([exitCodes.temporary]);
    expect(service['Unit']).toMatchObject({ StartLimitIntervalSec: ['6h'], StartLimitBurst: ['4'] });
    expect(service['Service']).toMatchObject({ Restart: ['on-failure'], RestartSec: ['15min'] });
    // The option ends with exit code 7, which would begin the night again.
    expect(service['Service']).toMatchObject({ TimeoutStartSec: ['5h'] });
    expect(service['Service']?.['ExecStart']?.[0]).not.toContain('--max-duration');
  });

  testSystemd('are verified by systemd without a warning', async () => {
    using space = workspace(1);
    const units = ['chatferry.service', 'chatferry.timer'].map((name) =>
      // The program must be there for the check, wherever it is installed.
      space.write(name, read(name).replace('/usr/bin/chatferry', process.execPath)),
    );
    const { stdout, stderr } = await execute('systemd-analyze', ['verify', '--man=no', ...units]);
    expect(stdout + stderr).toBe('');
    const { stdout: next } = await execute('systemd-analyze', [
      'calendar',
      String(timer['Timer']?.['OnCalendar']?.[0]),
    ]);
    expect(next).toContain('Next elapse');
    space.write('chatferry.service', read('chatferry.service').replace('LockPersonality', 'LokPersonality'));
    const wrong = await execute('systemd-analyze', ['verify', '--man=no', units[0] as string]).catch(
      (e) => e,
    );
    expect(wrong.stderr).toContain('LokPersonality');
  });

  test('start a command that runs, with the state and the key where systemd puts them', async () => {
    using space = workspace(1);
    await using sandbox = await startSandboxHere(space.folder);
    mkdirSync(join(space.folder, 'credentials'));
    writeFileSync(join(space.folder, 'credentials/api-key'), sandbox.apiKey, { mode: 0o600 });
    const comment = read('chatferry.service');
    const [state = '', key = ''] = ['state: (\\S+)', 'file: "([^"]+)"'].map(
      (form) => new RegExp(form).exec(comment)?.[1],
    );
    const { program } = installed(space, sandbox, state, key);
    const [command = '', ...args] = String(service['Service']?.['ExecStart']?.[0])
      .replaceAll('/etc/chatferry', space.folder)
      .split(' ');
    expect(command).toBe('/usr/bin/chatferry');
    const env = {
      ...process.env,
      STATE_DIRECTORY: join(space.folder, 'state'),
      CREDENTIALS_DIRECTORY: join(space.folder, 'credentials'),
    };
    expect(await execute(program, args, { env })).toEqual({ stdout: '', stderr: '' });
    expect(existsSync(join(space.folder, 'state/nightly/checkpoint.json'))).toBe(true);
  });
});

test('the line of cron has a time, a user and a command that runs', async () => {
  using space = workspace(1);
  await using sandbox = await startSandboxHere(space.folder);
  const { path } = installed(space, sandbox, './state', sandbox.keyFile);
  const lines = read('chatferry.cron')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const settings = lines.filter((line) => /^[A-Z]+=\S+$/.test(line));
  const [job = ''] = lines.filter((line) => !settings.includes(line));
  expect(lines.length).toBe(settings.length + 1);
  const [, minute, hour, day, month, weekday, user, command = ''] =
    /^(\S+) (\S+) (\S+) (\S+) (\S+) {2}([a-z]+) {2}(.+)$/.exec(job) ?? [];
  expect([Number(minute) < 60, Number(hour) < 24, day, month, weekday]).toEqual([true, true, '*', '*', '*']);
  expect(user).toBe('chatferry');
  // cron reads % as the end of the line.
  expect(command).not.toContain('%');
  const here = command.replace('/etc/chatferry', space.folder);
  const { stdout, stderr } = await execute('sh', ['-c', here], { env: { ...process.env, PATH: path } });
  expect(stdout + stderr).toBe('');
  expect(existsSync(join(space.folder, 'state/nightly/checkpoint.json'))).toBe(true);
});

/** Why nobody can ask a cluster. */
function whyNoCluster(): string | undefined {
  try {
    execFileSync('kubectl', ['get', '--raw', '/version', '--request-timeout=3s'], { stdio: 'ignore' });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'no kubectl on this machine'
      : 'no cluster answers kubectl';
  }
}

describe('the Kubernetes CronJob', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  const [claim, job] = documents.map((document) => document.toJS());
  const pod = job.spec.jobTemplate.spec.template.spec;
  const [container] = pod.containers;

  test('is YAML of the kinds and fields that Kubernetes knows', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect([claim.apiVersion, claim.kind, job.apiVersion, job.kind]).toEqual([
      'v1',
      'PersistentVolumeClaim',
      'batch/v1',
      'CronJob',
    ]);
    expect(Object.keys(job.spec).sort()).toEqual([
      'concurrencyPolicy',
      'failedJobsHistoryLimit',
      'jobTemplate',
      'schedule',
      'startingDeadlineSeconds',
      'successfulJobsHistoryLimit',
      'timeZone',
    ]);
    expect(job.spec.schedule).toMatch(/^[\d*/,-]+( [\d*/,-]+){4}$/);
    expect(job.spec.concurrencyPolicy).toBe('Forbid');
    // A policy for exit codes holds only with this.
    expect(pod.restartPolicy).toBe('Never');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(15);
    for (const { name } of container.volumeMounts)
      expect(pod.volumes.filter((volume: { name: string }) => volume.name === name)).toHaveLength(1);
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  });

  test('runs as nobody special, and starts again only what goes on by itself', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, fsGroupChangePolicy: 'OnRootMismatch' });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
    expect(job.spec.jobTemplate.spec.activeDeadlineSeconds).toBe(5 * 3600);
    const [, rule] = job.spec.jobTemplate.spec.podFailurePolicy.rules;
    expect(rule).toEqual({
      action: 'FailJob',
      onExitCodes: { containerName: container.name, operator: 'NotIn', values: [7, 8, 129, 130, 143] },
    });
  });

  test('has a command that runs', async () => {
    using space = workspace(1);
    await using sandbox = await startSandboxHere(space.folder);
    const { path } = installed(space, sandbox, './state', sandbox.keyFile);
    const [program, ...options] = container.command as [string, ...string[]];
    const args = (container.args as string[]).map((text) => text.replaceAll('/etc/chatferry', space.folder));
    const env = { ...process.env, PATH: path };
    const { stdout, stderr } = await execute(program, [...options, ...args], { env });
    expect(stdout + stderr).toBe('');
    expect(existsSync(join(space.folder, 'state/nightly/checkpoint.json'))).toBe(true);
  });

  const why = whyNoCluster();
  const isTaken = async (): Promise<void> => {
    const file = join(repository, 'contrib/kubernetes.yaml');
    await execute('kubectl', ['apply', '--dry-run=server', '--validate=strict', '-f', file]);
  };
  if (why === undefined) test('is taken by a cluster that only looks at it', isTaken);
  else test.skip(`is taken by a cluster that only looks at it (${why})`, isTaken);
});
