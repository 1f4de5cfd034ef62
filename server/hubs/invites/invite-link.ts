import type { Services } from '#server/platform/services.ts';

/** The URL of the page on which an invite is accepted or declined. */
export function inviteLink(services: Pick<Services, 'config'>, token: string): string {
  return `${services.config.publicUrl}/invite/${token}`;
}
