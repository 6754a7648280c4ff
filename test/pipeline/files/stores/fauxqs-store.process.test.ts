import { startFauxqs } from '../fauxqs.ts';
import { storeConformance } from './conformance.ts';
import { openBucket } from './store-here.ts';

storeConformance(async () => {
  const fauxqs = await startFauxqs();
  const store = await openBucket(fauxqs);
  return {
    store,
    async held(key) {
      const answer = await fetch(`${fauxqs.publicUrl}/chat/files/${key}`);
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
    async count() {
      const list = await (await fetch(`${fauxqs.publicUrl}?list-type=2`)).text();
      return list.split('<Contents>').length - 1;
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await fauxqs[Symbol.asyncDispose]();
    },
  };
});
