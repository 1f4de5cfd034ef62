import { basicSettings as answer } from '#lib/contract/core.ts';
import { route } from '#server/api/route.ts';
import { basicSettings } from './basic-settings.ts';

export const coreRoutes = [
  route({
    method: 'GET',
    path: 'core/basic-settings/',
    summary: 'What the screens need to know of permissions, roles, kinds and limits',
    auth: 'anyone',
    handle: ({ services }) => basicSettings(services.config),
    response: answer,
  }),
];
