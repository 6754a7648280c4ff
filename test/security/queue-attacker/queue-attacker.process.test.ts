import { describe, expect, test } from 'vitest';
import { serverKinds } from '../../features/fleet/queue-servers.ts';
import { attack } from './attack.ts';

for (const kind of serverKinds)
  describe.skipIf(kind.missing)(`a queue in ${kind.name}${kind.missing ? ` (${kind.missing})` : ''}`, () => {
    test('gives who can write to it no byte from outside the folders of the worker', async () => {
      const { leaks, codes, isSeen } = await attack(kind, 200, 1);
      expect(leaks).toEqual([]);
      expect(isSeen).toBe(true);
      expect(codes['FLEET.PATH_REFUSED']).toBeGreaterThan(50);
      expect(codes).not.toHaveProperty('BUG.UNEXPECTED');
    });
  });
