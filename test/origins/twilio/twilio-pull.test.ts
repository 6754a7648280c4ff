import { expect, test } from 'vitest';
import { syntheticTwilio } from './twilio-data.ts';
import { held, twilioHere } from './twilio-here.ts';

test('the same rows through files and through the API give the same service', async () => {
  await using through = await twilioHere(syntheticTwilio());
  const { exitCode, result } = await through.here.json('run', '--yes');
  console.log(
    exitCode,
    JSON.stringify(result.problems),
    through.api.requests.length,
    JSON.stringify(result.export).slice(0, 1500),
  );
  console.log(JSON.stringify(await held(through.here)).slice(0, 500));
  expect(exitCode).toBe(0);
});
