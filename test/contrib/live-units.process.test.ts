import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { exitCodes } from '../../src/errors/run-error.ts';
import { workspace } from '../e2e/workspace.ts';
import { repository } from '../support/repository.ts';
import { hasProgram } from './has-program.ts';
import { parseUnit } from './unit-file.ts';

const execute = promisify(execFile);
const read = (name: string): string => readFileSync(join(repository, 'contrib', name), 'utf8');
const nightly = parseUnit(read('chatferry.service'))['Service'] ?? {};

describe.each(['chatferry-live.service', 'chatferry-receive.service'])('the systemd unit %s', (name) => {
  const unit = parseUnit(read(name));
  const settings = unit['Service'] ?? {};

  test('is hardened as that of a nightly run is, starts again by itself, and has the time to end', () => {
    expect(Object.keys(unit)).toEqual(['Unit', 'Service', 'Install']);
    const from = Object.keys(nightly).indexOf('NoNewPrivileges');
    const hardened = Object.entries(nightly).slice(from);
    expect(hardened.length).toBeGreaterThan(15);
    for (const [key, value] of hardened) expect([key, settings[key]]).toEqual([key, value]);
    for (const [key, values] of Object.entries(settings)) expect([key, values.length]).toEqual([key, 1]);
    expect(settings).toMatchObject({ Restart: ['on-failure'], KillMode: ['mixed'], User: ['chatferry'] });
    expect(unit['Unit']).toMatchObject({ StartLimitIntervalSec: ['0'] });
    expect(Number(settings['TimeoutStopSec']?.[0])).toBeGreaterThan(15);
  });

  test('does not start again after an exit code that needs a person, and is not failed once it is stopped', () => {
    const prevented = settings['RestartPreventExitStatus']?.[0]?.split(' ').map(Number) ?? [];
    expect(prevented).toEqual(expect.arrayContaining([exitCodes.precondition, exitCodes.auth]));
    for (const code of [exitCodes.bug, exitCodes.temporary, exitCodes.locked])
      expect(prevented).not.toContain(code);
    expect(settings['SuccessExitStatus']).toEqual([String(exitCodes.terminated)]);
  });

  const verified = async (): Promise<void> => {
    using space = workspace(1);
    // The program must be there for the check, wherever it is installed.
    const file = space.write(name, read(name).replace('/usr/bin/chatferry', process.execPath));
    const { stdout, stderr } = await execute('systemd-analyze', ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
  };
  if (hasProgram('systemd-analyze')) test('is verified by systemd without a warning', verified);
  else test.skip('is verified by systemd without a warning (no systemd-analyze on this machine)', verified);
});

describe('the Kubernetes deployments of live', () => {
  type Deployment = {
    readonly kind: string;
    readonly spec: {
      readonly replicas: number;
      readonly selector: { readonly matchLabels?: object };
      readonly template: {
        readonly metadata: { readonly labels: object };
        readonly spec: {
          readonly securityContext: object;
          readonly volumes: readonly { readonly name: string }[];
          readonly containers: readonly {
            readonly securityContext: object;
            readonly ports?: readonly { readonly containerPort: number }[];
            readonly volumeMounts: readonly { readonly name: string }[];
          }[];
        };
      };
    };
  };
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((each) => each.toJS() as Deployment);
  const deployments = documents.filter(({ kind }) => kind === 'Deployment');

  test('start nothing until somebody wants it, and run as nobody special', () => {
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments) {
      expect(spec.replicas).toBe(0);
      const { template } = spec;
      expect(template.metadata.labels).toEqual(spec.selector.matchLabels);
      expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
      const [container] = template.spec.containers;
      expect(container?.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
      });
      const volumes = template.spec.volumes.map(({ name }) => name);
      expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes);
    }
  });

  test('the service leads to the port of the receiver', () => {
    const service = documents.find(({ kind }) => kind === 'Service') as unknown as {
      readonly spec: {
        readonly selector: object;
        readonly ports: readonly { readonly targetPort: number }[];
      };
    };
    const receiver = deployments[1]?.spec;
    expect(service.spec.selector).toEqual(receiver?.selector.matchLabels);
    expect(service.spec.ports[0]?.targetPort).toBe(
      receiver?.template.spec.containers[0]?.ports?.[0]?.containerPort,
    );
  });
});
