import { createContext } from 'react';

/**
 * In which country numbers without a country's code are read where these fields are filled; null: each needs its code.
 * Undefined where nobody chooses one beside a number.
 */
export const PhoneCountryContext = createContext<string | null | undefined>(undefined);
