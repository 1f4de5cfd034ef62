import { config } from 'zod';

// The page's policy forbids code made of text: in the browser schemas are read without trying it. To be imported before
// any schema is made, since the first one tries.
if (typeof window !== 'undefined') config({ jitless: true });
