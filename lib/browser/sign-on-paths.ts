/** The addresses of single sign-on, below this app's own. */
export const SIGN_ON_PATHS = {
  /** Sends the browser to the provider; `?next=` is where it goes in the end. */
  begin: '/auth/oidc/start',
  /** Where the provider sends it back to: the redirect URI that it knows. */
  callback: '/auth/oidc/callback',
  /** The page that asks for the account's own password or second factor. */
  confirm: '/auth/confirm',
  /** Where that page posts them. */
  confirmed: '/auth/oidc/confirm',
} as const;
