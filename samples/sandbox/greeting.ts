/** What is tested: it greets a person once, and tries again where the service is busy. */
export async function greet(baseUrl: string, apikey: string, uid: string): Promise<string> {
  const body = JSON.stringify({ receiver: uid, receiverType: 'user', category: 'message', type: 'text', data: { text: 'Welcome!' } });
  const headers = { apikey, 'content-type': 'application/json' };
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${baseUrl}/messages`, { method: 'POST', headers, body });
    if (answer.status !== 429 || tries === 3) return answer.ok ? 'sent' : `refused: ${answer.status}`;
  }
}
