import dynamic from 'next/dynamic';
import { useAuth } from '#context/AuthProvider.tsx';

const SessionEndedDialog = dynamic(() => import('./SessionEndedDialog.tsx'), { ssr: false });

/** Shows the sign-in dialog when the session of an open page has ended. */
export function SessionEnded() {
  const { sessionEnded, user } = useAuth();
  return sessionEnded && user ? <SessionEndedDialog ended={sessionEnded} email={user.email} /> : null;
}
