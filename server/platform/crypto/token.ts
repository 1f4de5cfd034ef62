import { jwtVerify, SignJWT } from 'jose';

/** How long a session lives without being renewed, in seconds: 60 days. */
export const SESSION_SECONDS = 60 * 24 * 3600;

/** A valid signature stays valid; what may end is the session, and that is checked each time. */
const verified = new Map<string, string>();
const MAX_VERIFIED = 10_000;

/** A session's token: a JWT (RFC 7519, HS256) whose `jti` is the session's id. */
export async function signToken(key: Uint8Array, sessionId: string): Promise<string> {
  return new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setJti(sessionId).setIssuedAt().sign(key);
}

/** The session's id, or null for a token that this key did not sign. */
export async function sessionIdOf(key: Uint8Array, token: string): Promise<string | null> {
  const known = verified.get(token);
  if (known) return known;
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    if (!payload.jti) return null;
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(token, payload.jti);
    return payload.jti;
  } catch {
    return null;
  }
}

const SHAPE = /^[\w-]{2,}\.[\w-]{2,}\.[\w-]{2,}$/;
const MAX_LENGTH = 2048;

/** Whether a text has the form of a token (three base64url parts); does not verify its signature. */
export function looksLikeToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && SHAPE.test(value);
}
