import { createContext } from 'react';

/** In which country numbers without a country's code are read where these fields are filled; null: each needs its code. */
export const PhoneCountryContext = createContext<string | null>(null);
