import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import { readCookie } from '#server/platform/http/cookie.ts';

/** A short-lived cookie of this site that only this server can read, and that nobody can change. */
export type SealedCookie<Content> = {
  /** A `Set-Cookie` value that stores it, or (with null) deletes it. */
  set(signingKey: Uint8Array, content: Content | null, options: { secure: boolean }): string;
  /** What it stores; null without it, or where it expired or was changed. */
  read(signingKey: Uint8Array, headers: IncomingHttpHeaders): Content | null;
};

type Shape<Content> = { name: string; path: string; seconds: number; content: z.ZodType<Content> };

function sealedCookie<Content>({
  name,
  path,
  seconds,
  content: schema,
}: Shape<Content>): SealedCookie<Content> {
  const context = { purpose: `cookie ${name}`, belongsTo: '' };
  const stored = z.object({ until: z.number(), content: schema });
  return {
    set(signingKey, content, { secure }) {
      const text = content && JSON.stringify({ until: Date.now() + seconds * 1000, content });
      const value = text ? encodeURIComponent(encryptText(signingKey, context, text)) : '';
      const parts = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax'];
      parts.push(`Max-Age=${content ? seconds : 0}`, ...(secure ? ['Secure'] : []));
      return parts.join('; ');
    },
    read(signingKey, headers) {
      const value = readCookie(headers, name);
      if (!value) return null;
      try {
        const { until, content } = stored.parse(
          JSON.parse(decryptText(signingKey, context, decodeURIComponent(value))),
        );
        return until > Date.now() ? content : null;
      } catch {
        return null;
      }
    },
  };
}

/** The attempt that a browser began: the provider's response is taken from this browser alone. */
export const begunCookie = sealedCookie({
  name: 'hubkeep_sign_on',
  path: '/auth/oidc',
  // A password, a second factor and a mail at the provider.
  seconds: 15 * 60,
  content: z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() }),
});

/** A sign-in that waits for the account's own password or second factor. */
export const pendingCookie = sealedCookie({
  name: 'hubkeep_sign_on_pending',
  path: '/auth',
  seconds: 10 * 60,
  content: z.object({ identityId: z.string(), next: z.string() }),
});
