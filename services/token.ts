import { plainClient } from './http.ts';

const TOKEN_PATH = '/api/token/';

/** The session token from this app's own server, or null. */
export async function readToken(): Promise<string | null> {
  const response = await plainClient.request<{ data: { token: string | null } }>({
    method: 'GET',
    url: TOKEN_PATH,
  });
  return response.data.data.token;
}

/** Sends the token to this app's own server, which stores it in an httpOnly cookie. */
export async function storeToken(token: string): Promise<void> {
  await plainClient.request({ method: 'POST', url: TOKEN_PATH, data: { token } });
}

export async function clearToken(): Promise<void> {
  await plainClient.request({ method: 'DELETE', url: TOKEN_PATH });
}
