import { startFakeS3 } from '../fake-s3.ts';
import { storeConformance } from './conformance.ts';
import { openBucket } from './store-here.ts';

storeConformance(async () => {
  const s3 = await startFakeS3();
  const store = await openBucket(s3);
  return {
    store,
    held: async (key) => s3.objects.get(`chat/files/${key}`)?.body,
    count: async () => s3.objects.size,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
    },
  };
});
