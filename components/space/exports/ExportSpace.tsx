import { FormattedMessage } from 'react-intl';
import type { Space } from '#lib/contract/space.ts';
import { spaceExportUrl } from '#services/space.ts';
import { ExportDialog } from './ExportDialog.tsx';

type ExportSpaceProps = {
  handle: string;
  space: Pick<Space, 'slug' | 'name' | 'allowed'>;
  onClose: () => void;
};

/** Downloads a space as an archive, with its documents in a format. */
export function ExportSpace({ handle, space, onClose }: ExportSpaceProps) {
  return (
    <ExportDialog
      title={<FormattedMessage id="export.title" values={{ title: <bdi>{space.name}</bdi> }} />}
      text={<FormattedMessage id="export.space_text" />}
      versionsHelp={
        space.allowed.includes('space.create_item') && <FormattedMessage id="export.versions_help_space" />
      }
      urlOf={(format, versions) => spaceExportUrl(space.slug, { handle, format, versions })}
      onClose={onClose}
    />
  );
}
