import type { Services } from '#server/platform/services.ts';

/** Where an invitation is answered. */
export function inviteLink(services: Pick<Services, 'config'>, token: string): string {
  return `${services.config.publicUrl}/invite/${token}`;
}
