import { ensureInstalled, ROOT, requireNode } from './bootstrap.mjs';
import { ensureBuilt, ensureServerBundle } from './ensure-built.mjs';

requireNode();
process.chdir(ROOT);
ensureInstalled();
ensureBuilt({ shared: process.env.HUBKEEP_SHARED_BUILD });
ensureServerBundle();
