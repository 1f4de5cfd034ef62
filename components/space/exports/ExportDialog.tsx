import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { CheckSetting } from '#components/ui/CheckSetting.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { ExportFormat } from '#services/space.ts';
import { space } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const FORMATS = (['md', 'html', 'docx', 'pdf', 'json'] as const).map((value) => ({
  value,
  label: <FormattedMessage id={`export.${value}`} />,
}));

type ExportDialogProps = {
  title: ReactNode;
  /** What the file has; nothing where that goes without saying. */
  text?: ReactNode;
  /** Which earlier versions can come with it; nothing where none can. */
  versionsHelp?: ReactNode;
  urlOf: (format: ExportFormat, hasVersions: boolean) => string;
  onClose: () => void;
};

/** Downloads documents in a format. */
export function ExportDialog({ title, text, versionsHelp, urlOf, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('md');
  const [hasVersions, setHasVersions] = useState(false);
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
              startDownload(urlOf(format, hasVersions));
              onClose();
            }}
          >
            <FormattedMessage id="export.submit" />
          </Button>
        </>
      }
    >
      <Parts>
        {text && <p>{text}</p>}
        <ChoiceGroup
          legend={<FormattedMessage id={text ? 'export.documents_as' : 'export.format'} />}
          name="format"
          value={format}
          options={FORMATS}
          onChange={setFormat}
        />
        {versionsHelp && (
          <CheckSetting
            label={<FormattedMessage id="export.versions" />}
            help={versionsHelp}
            checked={hasVersions}
            onChange={setHasVersions}
          />
        )}
      </Parts>
    </Modal>
  );
}
