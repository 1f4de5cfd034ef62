import { useQueries } from '@tanstack/react-query';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { MEMBER_EMAILS_MAX, type Member } from '#lib/contract/member.ts';
import { listMembersByEmail } from '#services/members.ts';

/** Members of the hub by their confirmed addresses, in lower case. */
export type MembersByEmail = ReadonlyMap<string, Member>;

const isPlain = (email: string) => email.includes('@') && !email.includes(',');

/** Which of these addresses members of the hub have, for readers who may see its members; for others none. */
export function useMembers(emails: readonly string[]): MembersByEmail {
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  const wanted = [...new Set(emails.filter(isPlain).map((email) => email.toLowerCase()))];
  const parts = Array.from({ length: Math.ceil(wanted.length / MEMBER_EMAILS_MAX) }, (_, at) =>
    wanted.slice(at * MEMBER_EMAILS_MAX, (at + 1) * MEMBER_EMAILS_MAX),
  );
  return useQueries({
    queries: parts.map((part) => ({
      queryKey: ['members', handle, 'emails', part],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        loadedPage(await listMembersByEmail(handle, part, signal)).data,
      enabled: hub !== null && hub.role !== null && hub.role !== 'guest',
      retry: false,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data = [] }) => data.map((one) => [one.email.toLowerCase(), one] as const))),
  });
}
