import { z } from 'zod';
import { route } from '../http/route.ts';

export const coreRoutes = [
  route({
    method: 'GET',
    path: 'core/basic-settings/',
    summary: 'What the screens need to know of permissions, roles, kinds and limits',
    auth: 'anyone',
    query: z.object({}),
    handle: () => ({}),
  }),
];
