import {
  ClipboardList,
  Contact,
  FileInput,
  FilePlus,
  FolderPlus,
  LayoutTemplate,
  Plus,
  Table2,
  Upload,
} from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { space } from '#styles/tokens.ts';

/** Kinds that are created on the space's own page. */
export type DialogKind = 'document' | 'folder' | 'table' | 'contact';
export type NewEntryKind = DialogKind | 'form' | 'template' | 'upload' | 'import';

const KINDS = [
  { kind: 'document', icon: FilePlus, label: <FormattedMessage id="space.new_document" /> },
  { kind: 'template', icon: LayoutTemplate, label: <FormattedMessage id="templates.new" /> },
  { kind: 'table', icon: Table2, label: <FormattedMessage id="space.new_table" /> },
  { kind: 'contact', icon: Contact, label: <FormattedMessage id="space.new_contact" /> },
  { kind: 'folder', icon: FolderPlus, label: <FormattedMessage id="space.new_folder" /> },
  { kind: 'form', icon: ClipboardList, label: <FormattedMessage id="forms.new_short" /> },
  { kind: 'upload', icon: Upload, label: <FormattedMessage id="space.new_upload" /> },
  { kind: 'import', icon: FileInput, label: <FormattedMessage id="space.new_import" /> },
] as const;

type NewProps = { onChoose: (kind: NewEntryKind) => void };

/** The screen's primary action: a menu of what can be created in a space. */
export function NewMenu({ onChoose }: NewProps) {
  const entries: MenuEntry[] = KINDS.map(({ kind, icon, label }) => ({
    icon,
    label,
    onSelect: () => onChoose(kind),
  }));
  return (
    <Menu entries={entries} align="end">
      {(trigger) => (
        <Button {...trigger} variant="primary" icon={Plus}>
          <FormattedMessage id="space.new" />
        </Button>
      )}
    </Menu>
  );
}

const Choices = styled.div`
  display: grid;
  gap: ${space(2)};
`;

type NewSheetProps = NewProps & { place: string; onClose: () => void };

/** The same choice as a sheet, opened from the phones' bottom bar. */
export function NewSheet({ place, onChoose, onClose }: NewSheetProps) {
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="space.new_title" values={{ space: place }} />}>
      <Choices>
        {KINDS.map(({ kind, icon, label }) => (
          <Button key={kind} icon={icon} size="large" block onClick={() => onChoose(kind)}>
            {label}
          </Button>
        ))}
      </Choices>
    </Modal>
  );
}
