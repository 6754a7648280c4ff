import { afterAll, expect } from 'vitest';

/**
 * For the unit lane, as `src/cli.ts` does for a process: objects have no `__proto__`. And whatever a test file fed in,
 * the prototype of all objects is as it was.
 */
Reflect.deleteProperty(Object.prototype, '__proto__');

afterAll(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
});
