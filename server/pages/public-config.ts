import type { PublicConfig } from '#lib/page-request.ts';
import type { Config } from '../config.ts';
import { DEMO_ACCOUNT } from '../demo/account.ts';

/** What of the configuration a browser may know. */
export function publicConfig(config: Config): PublicConfig {
  return {
    apiHost: config.apiHost,
    publicUrl: config.publicUrl,
    mail: config.smtp !== null,
    demo: config.demo ? DEMO_ACCOUNT : null,
  };
}
