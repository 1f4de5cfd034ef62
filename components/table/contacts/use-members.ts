import { useQueries } from '@tanstack/react-query';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { MEMBER_EMAILS_LENGTH, MEMBER_EMAILS_MAX, type Member } from '#lib/contract/member.ts';
import { listMembersByEmail } from '#services/members.ts';

/** Members of the hub by their confirmed addresses, in lower case. */
export type MembersByEmail = ReadonlyMap<string, Member>;

/** What an address and its comma take in the address of a request: letters besides the English ones several times as much. */
const lengthOf = (email: string) => encodeURIComponent(`${email},`).length;

const isPlain = (email: string) =>
  email.includes('@') && !email.includes(',') && lengthOf(email) <= MEMBER_EMAILS_LENGTH;

/** The addresses in parts, each of which one request can ask for. */
function partsOf(emails: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = 0;
  for (const email of emails) {
    length += lengthOf(email);
    const part = parts.at(-1);
    if (part && part.length < MEMBER_EMAILS_MAX && length <= MEMBER_EMAILS_LENGTH) part.push(email);
    else {
      parts.push([email]);
      length = lengthOf(email);
    }
  }
  return parts;
}

/** Which of these addresses members of the hub have, for readers who may see its members; for others none. */
export function useMembers(emails: readonly string[]): MembersByEmail {
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  const wanted = [...new Set(emails.filter(isPlain).map((email) => email.toLowerCase()))];
  return useQueries({
    queries: partsOf(wanted).map((part) => ({
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
