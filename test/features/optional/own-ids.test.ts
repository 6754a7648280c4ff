import { expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';

const FILES = {
  'ids.csv': 'entity,source,id\nusers,1,ann\nusers,2,ben\n',
  'users.csv': 'uid,name\n1,Ann\n2,Ben\n',
  'messages.csv':
    'muid,sender,receiver,receiverType,sentAt,text,editedAt,editedBy\nm1,1,2,user,1717200000,Hi,1717200009,1\n',
  'reactions.csv': 'muid,uid,reaction\nm1,2,👍\n',
  'pins.csv': 'muid,uid\nm1,2\n',
  'friends.csv': 'uid,friendUid\n1,2\n',
  'receipts.csv': 'conversation,uid,readAt\n1_user_2,2,1717200009\n',
};

test("an app's own ids stand wherever a row names a user", async () => {
  const rest = 'idMap: ids.csv\npolicies: { reactions: write, pins: write }';
  await using here = await serviceHere({ files: FILES, rest });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.entities.receipts).toMatchObject({ created: 1 });
  const [message] = await Array.fromAsync(here.service.messages.list());
  const { id = '', data, sender, pinnedBy } = message as typeof message & { id: string; pinnedBy?: unknown };
  expect([sender, data?.metadata, pinnedBy]).toEqual([
    'ann',
    { source: { editedAt: 1_717_200_009, editedBy: 'ann' } },
    'ben',
  ]);
  const reactions = await Array.fromAsync(here.service.reactions.list(id));
  expect(reactions.map(({ uid, reaction }) => [uid, reaction])).toEqual([['ben', '👍']]);
});
