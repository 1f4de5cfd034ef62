import type { PublicConfig } from '#lib/browser/page-request.ts';
import { DEMO_ACCOUNT } from '#server/platform/config/account.ts';
import type { Config } from '#server/platform/config/config.ts';

/** The part of the configuration that a browser may know. */
export function publicConfig(config: Config): PublicConfig {
  return {
    apiHost: config.apiHost,
    publicUrl: config.publicUrl,
    mail: config.smtp !== null,
    demo: config.demo ? DEMO_ACCOUNT : null,
    signOn: config.signOn?.name ?? null,
  };
}
