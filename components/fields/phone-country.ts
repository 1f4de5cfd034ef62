import { createContext } from 'react';

/** The default country of phone numbers in these fields; null: each needs its calling code. */
export const PhoneCountryContext = createContext<string | null>(null);
