/** The content security policy of a page (W3C CSP 3): only this app's own code and styles run. */
export function securityPolicy(options: {
  nonce: string;
  apiHost: string;
  dev: boolean;
  /** Origins whose pages may frame it; none by default. */
  framedBy?: readonly string[];
}): string {
  const { nonce, apiHost, dev, framedBy = [] } = options;
  const api = apiHost ? ` ${apiHost} ${apiHost.replace(/^http/, 'ws')}` : '';
  const directives = [
    "default-src 'self'",
    // Next's route loader adds script tags without a nonce, hence 'self' beside it; reloading pages needs eval.
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ''}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${apiHost ? ` ${apiHost}` : ''}`,
    `media-src 'self' blob:${apiHost ? ` ${apiHost}` : ''}`,
    `connect-src 'self'${api}${dev ? ' ws:' : ''}`,
    "font-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    framedBy.length > 0 ? `frame-ancestors 'self' ${framedBy.join(' ')}` : "frame-ancestors 'none'",
  ];
  return directives.join('; ');
}
