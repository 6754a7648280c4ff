import { expect, test } from 'vitest';
import { releaseChunk } from '../../src/system/memory.ts';

test('bytes with memory of their own are given back at once', () => {
  const chunk = Buffer.from(new ArrayBuffer(64 * 1024));
  releaseChunk(chunk);
  expect(chunk.buffer).toHaveProperty('detached', true);
  expect(chunk).toHaveLength(0);
  expect(() => releaseChunk(chunk)).not.toThrow();
});

test('bytes that share their memory with others stay, and so does memory that everybody has', () => {
  const whole = Buffer.alloc(64 * 1024, 'x');
  releaseChunk(whole.subarray(1));
  releaseChunk(whole.subarray(0, -1));
  releaseChunk(whole.subarray(0, 0));
  expect(whole.toString()).toBe('x'.repeat(64 * 1024));
  const nothing = Buffer.from(new ArrayBuffer(0));
  releaseChunk(nothing);
  expect(nothing.buffer).toHaveProperty('detached', false);
  const shared = new Uint8Array(new SharedArrayBuffer(16));
  expect(() => releaseChunk(shared)).not.toThrow();
  expect(shared).toHaveLength(16);
});
