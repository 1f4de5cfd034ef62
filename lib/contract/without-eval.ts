import { config } from 'zod';

// The page's policy forbids evaluating text as code: in the browser schemas parse without it. To be imported
// before any schema is created, since the first one tries it.
if (typeof window !== 'undefined') config({ jitless: true });
