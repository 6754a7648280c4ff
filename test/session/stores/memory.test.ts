import { memoryStore } from '../../../src/session/stores/memory.ts';
import { checkpointStoreConformance } from '../../conformance/checkpoint-store.ts';

checkpointStoreConformance('memoryStore', async () => {
  const store = memoryStore();
  return { store, reopen: () => store, [Symbol.asyncDispose]: async () => {} };
});
