import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { clearAccountDrafts, listDrafts } from '#lib/browser/draft-list.ts';

const loadDialog = () => import('./SignOutDialog.tsx');
// The entry pages load this too: a failure to load it shows no dialog.
const SignOutDialog = dynamic(loadDialog, { ssr: false });
fetchWhenIdle(loadDialog);

type SignOut = (path?: string) => Promise<void>;

const SignOutContext = createContext<SignOut | null>(null);

function countDrafts(account: string | undefined): number {
  try {
    return account ? listDrafts(window.localStorage, account).length : 0;
  } catch {
    return 0;
  }
}

/** Signs out; a user with unsaved drafts in this browser chooses first what happens to them. */
export function SignOutProvider({ children }: { children: ReactNode }) {
  const { signOut, user } = useAuth();
  const [confirming, setConfirming] = useState<{ count: number; path: string | undefined } | null>(null);
  const ask: SignOut = async (path) => {
    const count = countDrafts(user?.id);
    if (count === 0) await signOut(path);
    else setConfirming({ count, path });
  };
  return (
    <SignOutContext.Provider value={ask}>
      {children}
      {confirming && (
        <SignOutDialog
          count={confirming.count}
          onSignOut={async (hidesDrafts) => {
            if (!hidesDrafts && user) clearAccountDrafts(window.localStorage, user.id);
            await signOut(confirming.path);
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </SignOutContext.Provider>
  );
}

export function useSignOut(): SignOut {
  const signOut = useContext(SignOutContext);
  if (!signOut) throw new Error('useSignOut needs a SignOutProvider around it');
  return signOut;
}
