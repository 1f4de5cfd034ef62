import { ensureBuilt, ensureInstalled, ROOT, requireNode } from './bootstrap.mjs';

requireNode();
process.chdir(ROOT);
ensureInstalled();
ensureBuilt();
