import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { ExportFormat } from '#services/space.ts';

const FORMATS = (['md', 'html', 'docx', 'pdf', 'json'] as const).map((value) => ({
  value,
  label: <FormattedMessage id={`export.${value}`} />,
}));

type ExportDialogProps = {
  title: ReactNode;
  /** What the file has; nothing where that goes without saying. */
  text?: ReactNode;
  urlOf: (format: ExportFormat) => string;
  onClose: () => void;
};

/** Downloads documents in a format. */
export function ExportDialog({ title, text, urlOf, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('md');
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              startDownload(urlOf(format));
              onClose();
            }}
          >
            <FormattedMessage id="export.submit" />
          </Button>
        </>
      }
    >
      {text && <p>{text}</p>}
      <ChoiceGroup
        legend={<FormattedMessage id={text ? 'export.documents_as' : 'export.format'} />}
        name="format"
        value={format}
        options={FORMATS}
        onChange={setFormat}
      />
    </Modal>
  );
}
