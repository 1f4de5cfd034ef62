import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { Space } from '#lib/contract/space.ts';
import { type ExportFormat, spaceExportUrl } from '#services/space.ts';

const FORMATS = [
  { value: 'md', label: <FormattedMessage id="space_export.md" /> },
  { value: 'html', label: <FormattedMessage id="space_export.html" /> },
  { value: 'json', label: <FormattedMessage id="space_export.json" /> },
] as const;

type ExportSpaceProps = { handle: string; space: Pick<Space, 'slug' | 'name'>; onClose: () => void };

/** Downloads a space as an archive, with its documents in a format. */
export function ExportSpace({ handle, space, onClose }: ExportSpaceProps) {
  const [format, setFormat] = useState<ExportFormat>('md');
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="space_export.title" values={{ space: <bdi>{space.name}</bdi> }} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              startDownload(spaceExportUrl(space.slug, { handle, format }));
              onClose();
            }}
          >
            <FormattedMessage id="space_export.submit" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="space_export.text" />
      </p>
      <ChoiceGroup
        legend={<FormattedMessage id="space_export.format" />}
        name="format"
        value={format}
        options={FORMATS}
        onChange={setFormat}
      />
    </Modal>
  );
}
