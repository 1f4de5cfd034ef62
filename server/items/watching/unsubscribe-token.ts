import { jwtVerify, SignJWT } from 'jose';

const AUDIENCE = 'watch-mails';

/**
 * What turns mails about watched items off for one account, and nothing else: a JWT (RFC 7519, HS256) that can't be
 * mistaken for a session's. It works for as long as somebody has the mail.
 */
export function signUnsubscribeToken(key: Uint8Array, userId: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .sign(key);
}

/** The account, or null where this key did not sign the token. */
export async function verifyUnsubscribeToken(key: Uint8Array, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: AUDIENCE });
    return payload.sub ?? null;
  } catch {
    return null;
  }
}
