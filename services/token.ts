import { plainClient } from './http.ts';

const TOKEN_PATH = '/api/token/';

/** The session's token that this app's own server keeps, or null. */
export async function readToken(): Promise<string | null> {
  const answer = await plainClient.get<{ data: { token: string | null } }>(TOKEN_PATH);
  return answer.data.data.token;
}

/** Hands the token to this app's own server, which keeps it in an httpOnly cookie. */
export async function keepToken(token: string): Promise<void> {
  await plainClient.post(TOKEN_PATH, { token });
}

export async function forgetToken(): Promise<void> {
  await plainClient.delete(TOKEN_PATH);
}
