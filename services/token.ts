import { plainClient } from './http.ts';

const TOKEN_PATH = '/api/token/';

/** The session token from this app's own server, or null. */
export async function readToken(): Promise<string | null> {
  const response = await plainClient.get<{ data: { token: string | null } }>(TOKEN_PATH);
  return response.data.data.token;
}

/** Sends the token to this app's own server, which stores it in an httpOnly cookie. */
export async function storeToken(token: string): Promise<void> {
  await plainClient.post(TOKEN_PATH, { token });
}

export async function clearToken(): Promise<void> {
  await plainClient.delete(TOKEN_PATH);
}
