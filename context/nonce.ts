import { createContext, useContext } from 'react';

/** The nonce of the response that is being rendered on the server; the document provides it. */
export const NonceContext = createContext<string | undefined>(undefined);

/**
 * The nonce for style tags. In the browser it is the first document's, whatever the route: later data requests
 * have nonces of their own that this document's policy doesn't know.
 */
export function useNonce(): string | undefined {
  const rendered = useContext(NonceContext);
  if (typeof document === 'undefined') return rendered;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined;
}
