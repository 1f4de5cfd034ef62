import { uploadResult } from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { uploadParts } from '#lib/contract/upload-parts.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import { presentItem } from '#server/items/item/item.presenter.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { receiveUpload } from './receive-upload.ts';
import { upload } from './upload.service.ts';

export const uploadRoutes = [
  route({
    method: 'POST',
    path: 'spaces/:slug/upload/',
    summary: 'Upload files (multipart: files, kind, parent); each becomes an item',
    auth: 'hub user',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.create_item'),
    receive: ({ services, request, incoming }) => receiveUpload(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'files', fields: uploadParts },
    handle: ({ services, caller, authorized, received }) => upload(services, caller, authorized, received),
    present: async ({ ids, refused }, { services, caller }) => {
      const items = await Promise.all(ids.map((id) => itemById(services.database, caller, id)));
      return { items: items.flatMap((one) => (one ? [presentItem(one)] : [])), refused };
    },
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    status: 201,
    response: uploadResult,
    refusalData: uploadResult,
  }),
];
