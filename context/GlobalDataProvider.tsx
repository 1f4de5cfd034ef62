import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { type GlobalData, getBasicSettings } from '#services/account.ts';

const NOTHING: GlobalData = {
  permissions: { space: [], item: [], form: [] },
  roles: { hub: [], space: [], item: [], form: [] },
  profile_roles: [],
};

type GlobalDataValue = GlobalData & {
  /** Loads `core/basic-settings/`; what fails to load stays at its default. */
  load: () => Promise<void>;
};

const GlobalDataContext = createContext<GlobalDataValue | null>(null);

export function GlobalDataProvider({ initial, children }: { initial?: GlobalData; children: ReactNode }) {
  const [data, setData] = useState(initial ?? NOTHING);
  const load = useCallback(async () => {
    try {
      const { permissions, roles, profile_roles } = (await getBasicSettings()).data;
      setData({ permissions, roles, profile_roles });
    } catch (error) {
      console.warn('The global settings did not load', error);
      setData(initial ?? NOTHING);
    }
  }, [initial]);
  const value = useMemo(() => ({ ...data, load }), [data, load]);
  return <GlobalDataContext.Provider value={value}>{children}</GlobalDataContext.Provider>;
}

/** Permissions, roles and profile roles; empty until somebody is signed in. */
export function useGlobalData(): GlobalDataValue {
  const data = useContext(GlobalDataContext);
  if (!data) throw new Error('useGlobalData needs a GlobalDataProvider around it');
  return data;
}
