import { expect, test } from 'vitest';
import { type Json, type Opened, openPopulated, temporaryFolder } from '../sandbox-client.ts';

const T = 1_700_000_000;
const code = (answer: { json: Json }) => answer.json.error?.code ?? 'ok';

/** A client of the call records of a sandbox. */
function callsOf(opened: Opened) {
  const { callsBaseUrl } = opened.sandbox;
  const list = async (query = '', as?: string): Promise<Json[]> =>
    (await opened.get(`${callsBaseUrl}/calls?${query}`, as === undefined ? {} : { as })).json.data;
  return {
    add: (body: object) => opened.post(`${callsBaseUrl}/calls`, body),
    list,
    receivers: async (query = '', as?: string) =>
      (await list(query, as)).map(({ receiver }) => receiver).join(' '),
    get: (sessionId: string, rest = '', as?: string) =>
      opened.get(`${callsBaseUrl}/calls/${sessionId}${rest}`, as === undefined ? {} : { as }),
  };
}

/** A video call of 90 seconds from ann to bob, one in team that was recorded, and one that cid rejected. */
async function addThree(opened: Opened): Promise<readonly Json[]> {
  const { add } = callsOf(opened);
  const from = { initiator: 'ann', type: 'video' };
  const bodies = [
    { ...from, receiver: 'bob', startedAt: T, endedAt: T + 90 },
    {
      initiator: 'ann',
      receiver: 'team',
      receiverType: 'group',
      mode: 'meet',
      startedAt: T + 200,
      endedAt: T + 320,
      participants: ['ann', 'bob', 'cid'],
      recordings: [{ url: 'https://files.example/r.mp4', startTime: T + 200, endTime: T + 260 }],
      transcriptions: [1, 2, 3, 4, 5, 6].map((n) => ({
        url: `https://files.example/t${n}.txt`,
        startTime: T + 200 + n,
        endTime: T + 210 + n,
      })),
    },
    { ...from, receiver: 'cid', status: 'rejected', initiatedAt: T + 400 },
  ];
  const added: Json[] = [];
  for (const body of bodies) added.push((await add(body)).json.data);
  return added;
}

test('a record that was added is read in the documented form, also after a restart', async () => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  let sessionId = '';
  {
    await using opened = await openPopulated({ dataFile, appId: 'talk', region: 'eu' });
    sessionId = (await addThree(opened))[0].sessionId;
  }
  await using opened = await openPopulated({ dataFile });
  const { json } = await callsOf(opened).get(sessionId);
  expect(sessionId).toMatch(/^v1\.eu\.talk\.[0-9a-f]{32}$/);
  expect(json.data).toMatchObject({
    sessionId,
    type: 'video',
    mode: 'call',
    receiverType: 'user',
    receiver: 'bob',
    initiator: 'ann',
    status: 'ended',
    totalAudioMinutes: 0,
    totalVideoMinutes: 3,
    totalDurationInMinutes: 1.5,
    totalDuration: '00:01:30',
    totalParticipants: 2,
    hasRecording: false,
    hasTranscription: false,
    initiatedAt: T,
    startedAt: T,
    endedAt: T + 90,
  });
  const took = ({ uid, isJoined, totalVideoMinutes, totalDuration }: Json) => [
    uid,
    isJoined,
    totalVideoMinutes,
    totalDuration,
  ];
  expect(json.data.participants.map(took)).toEqual([
    ['ann', true, 1.5, 1.5],
    ['bob', true, 1.5, 1.5],
  ]);
  expect([json.data.metaData, json.data.tags]).toEqual([[], []]);
});

test('records are filtered, newest first, page by page, and by who took part', async () => {
  await using opened = await openPopulated();
  const { list, receivers, get } = callsOf(opened);
  expect(await list()).toEqual([]);
  const [, inTeam] = await addThree(opened);
  expect(await receivers()).toBe('cid team bob');
  expect(await receivers('type=audio')).toBe('team');
  expect(await receivers('mode=meet')).toBe('team');
  expect(await receivers('mode=presenter')).toBe('');
  expect(await receivers('participantsCount=2')).toBe('cid bob');
  expect(await receivers(`startedAt=${T + 100}`)).toBe('team');
  expect(await receivers(`endedAt=${T + 100}`)).toBe('bob');
  expect(await receivers('status=rejected')).toBe('cid');
  expect(await receivers('receiverType=user')).toBe('cid bob');
  expect(await receivers('hasRecording=true')).toBe('team');
  expect(await receivers('hasTranscription=false')).toBe('cid bob');
  expect(await receivers('uid=BOB')).toBe('team bob');
  expect(await receivers('', 'cid')).toBe('cid team');
  expect(await receivers('perPage=1&page=2')).toBe('team');
  expect(code(await opened.get(`${opened.sandbox.callsBaseUrl}/calls?status=lost`))).toBe('ERR_BAD_REQUEST');
  expect(code(await get(inTeam.sessionId, '', 'bob'))).toBe('ok');
  const bobs = (await list('receiverType=user'))[1].sessionId;
  expect(code(await get(bobs, '', 'cid'))).toBe('ERR_CALL_SESSION_NOT_FOUND');
  expect(code(await get('v1.us.x'))).toBe('ERR_CALL_SESSION_NOT_FOUND');
});

test('a record shows the newest five transcriptions, their list all of them', async () => {
  await using opened = await openPopulated();
  const [, inTeam] = await addThree(opened);
  const { get } = callsOf(opened);
  const urls = (rows: readonly Json[]) => rows.map((one) => one.transcriptUrl.at(-5)).join('');
  const { data } = (await get(inTeam.sessionId)).json;
  expect([urls(data.transcriptions), data.hasTranscription]).toEqual(['65432', true]);
  expect(data.recordings).toEqual([
    {
      rid: expect.any(String),
      duration: 60,
      startTime: T + 200,
      endTime: T + 260,
      recording_url: 'https://files.example/r.mp4',
    },
  ]);
  const page = await get(inTeam.sessionId, '/transcriptions?perPage=4&page=2');
  expect(urls(page.json.data)).toBe('21');
  expect(page.json.data[0]).toMatchObject({
    roomName: inTeam.sessionId,
    startTime: T + 202,
    endTime: T + 212,
    transcriptDate: '2023-11-14T22:16:52.000Z',
  });
  expect(page.json.meta.pagination).toMatchObject({ total: 6, count: 2, total_pages: 2 });
  expect(code(await get('v1.us.x', '/transcriptions'))).toBe('ERR_CALL_SESSION_NOT_FOUND');
});

test('minutes of calls are counted in the metrics', async () => {
  await using opened = await openPopulated();
  await addThree(opened);
  const minutes = async (from: number, to: number) => {
    const { metrics } = (await opened.get(`/stats?fromDate=${from}&toDate=${to}`)).json.data;
    return [metrics.audio_minutes, metrics.video_minutes, metrics.recorded_minutes];
  };
  expect(await minutes(T, T + 300)).toEqual([6, 3, 1]);
  expect(await minutes(T, T + 100)).toEqual([0, 3, 0]);
  expect(await minutes(T + 1000, T + 2000)).toEqual([0, 0, 0]);
});

test('a record with a wrong member is refused, and nothing is stored', async () => {
  await using opened = await openPopulated();
  const { add, list } = callsOf(opened);
  const call = { initiator: 'ann', receiver: 'bob' };
  const file = { url: 'https://files.example/x', startTime: T, endTime: T + 1 };
  for (const [body, expected] of [
    [{}, 'ERR_BAD_REQUEST'],
    [{ ...call, receiver: 'nobody' }, 'ERR_UID_NOT_FOUND'],
    [{ ...call, participants: ['nobody'] }, 'ERR_UID_NOT_FOUND'],
    [{ ...call, receiver: 'nowhere', receiverType: 'group' }, 'ERR_GUID_NOT_FOUND'],
    [{ ...call, type: 'telepathy' }, 'ERR_BAD_REQUEST'],
    [{ ...call, endedAt: T }, 'ERR_BAD_REQUEST'],
    [{ ...call, startedAt: T, endedAt: T - 1 }, 'ERR_BAD_REQUEST'],
    [{ ...call, participants: Array.from({ length: 51 }, (_, n) => `u${n}`) }, 'ERR_BAD_REQUEST'],
    [{ ...call, recordings: file }, 'ERR_BAD_REQUEST'],
    [{ ...call, recordings: [{ ...file, url: 'none' }] }, 'ERR_BAD_REQUEST'],
    [{ ...call, transcriptions: [{ ...file, endTime: T - 1 }] }, 'ERR_BAD_REQUEST'],
    [{ ...call, transcriptions: [null] }, 'ERR_BAD_REQUEST'],
  ] as const) {
    expect([body, code(await add(body))]).toEqual([body, expected]);
  }
  expect(await list()).toEqual([]);
  expect(code(await opened.post('/calls', call))).toBe('ERR_API_NOT_FOUND');
});
