import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

/** Proof that a link was opened: the link, and its password as it was then. */
export type LinkPass = { linkId: string; passwordMark: string };

/** How long a link stays open before its password is required again, in seconds. */
export const LINK_PASS_SECONDS = 12 * 3600;

const AUDIENCE = 'share-link';

/** Changes with the password; reveals nothing of it (its hash is salted, and hashed once more). */
export function passwordFingerprint(passwordHash: string | null): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16);
}

/** A JWT (RFC 7519, HS256) that can't be mistaken for a session's: it has its own audience and no `jti`. */
export function signLinkPass(key: Uint8Array, pass: LinkPass): Promise<string> {
  return new SignJWT({ mark: pass.passwordMark })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(pass.linkId)
    .setIssuedAt()
    .setExpirationTime(`${LINK_PASS_SECONDS}s`)
    .sign(key);
}

/** The pass, or null where this key did not sign it or it has expired. */
export async function verifyLinkPass(key: Uint8Array, token: string): Promise<LinkPass | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: AUDIENCE });
    const { sub, mark } = payload;
    return sub && typeof mark === 'string' ? { linkId: sub, passwordMark: mark } : null;
  } catch {
    return null;
  }
}
