import { useContext, useSyncExternalStore } from 'react';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';

type Display = (number: string, country: string | null) => string;

/** Set once the formats of the world's numbers are loaded, which is after the first number was shown. */
let display: Display | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

async function loadFormats(): Promise<void> {
  const { displayPhone } = await import('#lib/fields/phone-data.ts');
  display = displayPhone;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isLoading) {
    isLoading = true;
    // Without a network the stored writing stays; the next number tries again.
    void loadFormats().catch(() => {
      isLoading = false;
    });
  }
  return () => listeners.delete(listener);
}

const loaded = () => display;
const onServer = () => null;

/** A stored number as people write it: of the hub's own country without its code, others with it. */
export function PhoneText({ number }: { number: string }) {
  const country = useContext(PhoneCountryContext);
  const format = useSyncExternalStore(subscribe, loaded, onServer);
  return format ? format(number, country) : number;
}
