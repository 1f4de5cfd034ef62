import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SignedIn } from '#lib/contract/account.ts';
import type { InviteLink } from '#lib/contract/invite.ts';
import type { Item } from '#lib/contract/item.ts';
import { setEmailVerified } from '#server/access/identity/account.repo.ts';
import type { Services } from '#server/platform/services.ts';
import { type ApiCall, createApiCaller } from './call.ts';
import { DEMO_HUB } from './content.ts';
import { addDiscussions } from './discussions.ts';

type Colleague = {
  email: string;
  first_name: string;
  last_name: string;
  about: string;
  role: 'admin' | 'member' | 'guest' | null;
};

const COLLEAGUES = {
  jonas: {
    email: 'jonas@nordwind.example',
    first_name: 'Jonas',
    last_name: 'Brandt',
    about: 'Looks after the jetty.',
    role: 'admin',
  },
  mira: {
    email: 'mira@nordwind.example',
    first_name: 'Mira',
    last_name: 'Okafor',
    about: 'Plans the summer school.',
    role: 'member',
  },
  pia: {
    email: 'pia@sailmakers.example',
    first_name: 'Pia',
    last_name: 'Sørensen',
    about: 'Sews our sails.',
    role: 'guest',
  },
  luca: {
    email: 'luca@lakeside.example',
    first_name: 'Luca',
    last_name: 'Marchetti',
    about: 'Rows since last autumn.',
    role: null,
  },
} as const satisfies Record<string, Colleague>;

/** An account that nobody can sign in to: its password is not stored anywhere else. */
async function signUp(app: FastifyInstance, services: Services, colleague: Colleague) {
  const { email, first_name, last_name, about } = colleague;
  const password = `${randomBytes(24).toString('base64url')}aA1-`;
  const anyone = createApiCaller(app, { 'app-type': 'social' });
  const { token, user } = await anyone<SignedIn>('auth/register/', {
    payload: { email, password, first_name, last_name },
  });
  await setEmailVerified(services.database, user.id);
  const call = createApiCaller(app, {
    'app-type': 'social',
    authorization: `JWT ${token}`,
    'org-handle': DEMO_HUB.domain_handle,
  });
  await call('auth/me/', { method: 'PATCH', payload: { about, profile_role: 'board_member' } });
  return { id: user.id, call };
}

/**
 * Adds colleagues to the demo hub, and examples of collaboration: a space with several owners, an item shared
 * with a guest and by a link, a discussion, a comment, a pending join request, an item in the trash.
 */
export async function addDemoMembers(
  app: FastifyInstance,
  services: Services,
  amina: ApiCall,
): Promise<void> {
  const path = `hubs/${DEMO_HUB.domain_handle}/`;
  const come = async (colleague: Colleague) => {
    const somebody = await signUp(app, services, colleague);
    if (colleague.role) {
      const { link } = await amina<InviteLink>(`${path}invite-links/`, { payload: { role: colleague.role } });
      await somebody.call(`invites/${link.split('/').at(-1)}/accept/`);
    }
    return somebody;
  };
  const jonas = await come(COLLEAGUES.jonas);
  const mira = await come(COLLEAGUES.mira);
  const pia = await come(COLLEAGUES.pia);
  const luca = await come(COLLEAGUES.luca);
  await amina('spaces/board/members/', { payload: { user_id: jonas.id, role: 'owner' } });
  await amina('spaces/summer-school/members/', { payload: { user_id: mira.id, role: 'editor' } });
  await mira.call('spaces/summer-school/items/', {
    payload: {
      kind: 'document',
      title: 'Who cooks when',
      content: 'Two of us for each evening; whoever swims last washes up.',
    },
  });
  await luca.call(`${path}join-requests/`, {
    payload: { message: 'I row on Thursdays and would like to help.' },
  });
  await mira.call('spaces/board/access-requests/', {
    payload: { message: 'I need the budget for the summer school.' },
  });

  const [programme, pictures] = await Promise.all(
    ['Programme', 'Pictures'].map(async (q) => {
      const options = { method: 'GET' } as const;
      const [found] = await amina<Item[]>(`spaces/summer-school/items/?q=${q}&parent=root`, options);
      if (!found) throw new Error(`The demo has no ${q}`);
      return found;
    }),
  );
  if (programme) {
    await amina(`items/${programme.id}/share-links/`, { payload: { role: 'viewer' } });
    const place = { spaceSlug: 'summer-school', documentId: programme.id, miraId: mira.id };
    await addDiscussions(amina, mira.call, place);
  }
  if (pictures) {
    const people = [{ user_id: pia.id, role: 'viewer' }];
    await amina(`items/${pictures.id}/access/`, { method: 'PUT', payload: { people } });
  }
  const draft = { kind: 'document', title: 'An old plan', content: 'Sailing at night, without lamps.' };
  const { id } = await amina<Item>('spaces/summer-school/items/', { payload: draft });
  await amina(`items/${id}/`, { method: 'DELETE' });
}
