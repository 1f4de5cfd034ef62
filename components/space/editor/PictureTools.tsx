import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Captions,
  Download,
  ExternalLink,
  ImageUp,
  type LucideIcon,
  Trash2,
  Type,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import {
  PICTURE_WIDTH_MIN,
  PICTURE_WIDTH_STEP,
  type PictureAlign,
  readPictureLayout,
} from '#lib/text/picture-layout.ts';
import { messageOf } from '#services/http.ts';
import { fileUrl } from '#services/item.ts';
import { followPosition } from './follow-position.ts';
import { PictureTextForm } from './PictureTextForm.tsx';
import { changePicture } from './picture-commands.ts';
import { Divider, Panel, Tool, ToolLink, Tools } from './picture-tools-look.ts';
import { useAbovePicture } from './use-above-picture.ts';

const WIDTHS = [
  { id: 'editor.picture_small', width: 35 },
  { id: 'editor.picture_medium', width: 65 },
  { id: 'editor.picture_full', width: 100 },
] as const;

const ALIGNS: readonly { id: `editor.picture_${PictureAlign}`; align: PictureAlign; icon: LucideIcon }[] = [
  { id: 'editor.picture_left', align: 'left', icon: AlignLeft },
  { id: 'editor.picture_center', align: 'center', icon: AlignCenter },
  { id: 'editor.picture_right', align: 'right', icon: AlignRight },
];

/** Moves the focus between the tools; a slider and a field have the arrow keys for themselves. */
function onToolKey(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  if (event.key === 'Escape') {
    event.stopPropagation();
    editor.view.focus();
  }
  if (event.target instanceof HTMLInputElement) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input, a')];
  const at = tools.findIndex((tool) => tool.matches(':focus'));
  const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  tools[(step + tools.length) % tools.length]?.focus();
}

type PictureToolsProps = {
  editor: Editor;
  /** The picture, and where it is. */
  node: Node;
  position: number;
  storeFile: (file: File) => Promise<Item>;
};

/** Stores another picture and puts it in the place of one, wherever that is by then. */
function usePictureReplacement(editor: Editor, position: number, storeFile: PictureToolsProps['storeFile']) {
  const intl = useIntl();
  const toast = useToast();
  const [isReplacing, setReplacing] = useState(false);
  const replace = async (file: File) => {
    const place = followPosition(editor, position);
    setReplacing(true);
    try {
      const stored = await storeFile(file);
      if (stored.kind !== 'image')
        toast({
          tone: 'error',
          text: intl.formatMessage({ id: 'editor.picture_is_none' }, { name: file.name }),
        });
      else if (!editor.isDestroyed) changePicture(editor, place.now(), { src: fileUrl(stored.id) });
    } catch (error) {
      const values = { name: file.name, reason: messageOf(error) };
      toast({ tone: 'error', text: intl.formatMessage({ id: 'editor.upload_failed' }, values) });
    }
    place.stop();
    setReplacing(false);
  };
  return { isReplacing, replace };
}

type PictureToolProps = {
  label: string;
  icon: LucideIcon;
  isPressed?: boolean;
  isDisabled?: boolean;
  onRun: () => void;
};

/** A tool with a picture instead of words; the picture in the text stays chosen. */
function PictureTool({ label, icon: Icon, isPressed, isDisabled = false, onRun }: PictureToolProps) {
  return (
    <Tool
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isDisabled && onRun()}
    >
      <Icon aria-hidden size={17} strokeWidth={1.75} />
    </Tool>
  );
}

type PictureWidthProps = { width: number | null; onChange: (width: number | null) => void };

/** The width of a picture in percent of its text's: the usual ones, and any by a slider. */
function PictureWidth({ width, onChange }: PictureWidthProps) {
  const intl = useIntl();
  return (
    <>
      {WIDTHS.map((usual) => (
        <Tool
          key={usual.id}
          type="button"
          aria-pressed={width === usual.width}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(width === usual.width ? null : usual.width)}
        >
          {intl.formatMessage({ id: usual.id })}
        </Tool>
      ))}
      <input
        type="range"
        min={PICTURE_WIDTH_MIN}
        max={100}
        step={PICTURE_WIDTH_STEP}
        aria-label={intl.formatMessage({ id: 'editor.picture_width' })}
        aria-valuetext={intl.formatNumber((width ?? 100) / 100, { style: 'percent' })}
        value={width ?? 100}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </>
  );
}

/** Opens and downloads a picture's file. */
function PictureLinks({ address }: { address: string }) {
  const intl = useIntl();
  const open = intl.formatMessage({ id: 'editor.picture_open' });
  const download = intl.formatMessage({ id: 'editor.picture_download' });
  return (
    <>
      <ToolLink href={address} target="_blank" rel="noopener" aria-label={open} title={open}>
        <ExternalLink aria-hidden size={17} strokeWidth={1.75} />
      </ToolLink>
      <ToolLink href={address} download aria-label={download} title={download}>
        <Download aria-hidden size={17} strokeWidth={1.75} />
      </ToolLink>
    </>
  );
}

/** What can be done with the chosen picture. */
export function PictureTools({ editor, node, position, storeFile }: PictureToolsProps) {
  const intl = useIntl();
  const panel = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<'alt' | 'caption' | null>(null);
  const { isReplacing, replace } = usePictureReplacement(editor, position, storeFile);
  useAbovePicture(editor, position, panel);

  const { src, alt } = node.attrs;
  const layout = readPictureLayout(node.attrs);
  const change = (changed: Parameters<typeof changePicture>[2]) => changePicture(editor, position, changed);
  const message = (
    id:
      | 'editor.picture_alt'
      | 'editor.picture_alt_add'
      | 'editor.picture_caption'
      | 'editor.picture_replace'
      | 'editor.picture_remove'
      | 'editor.picture_tools',
  ) => intl.formatMessage({ id });
  return (
    <Panel ref={panel} data-print="hidden">
      {field ? (
        <PictureTextForm
          key={field}
          label={message(`editor.picture_${field}`)}
          text={String((field === 'alt' ? alt : layout?.caption) ?? '')}
          onApply={(text) => change(field === 'alt' ? { alt: text } : { caption: text })}
          onClose={() => {
            setField(null);
            editor.view.focus();
          }}
        />
      ) : (
        <Tools
          role="toolbar"
          aria-label={message('editor.picture_tools')}
          onKeyDown={(event) => onToolKey(event, editor)}
        >
          <PictureWidth width={layout?.width ?? null} onChange={(width) => change({ width })} />
          <Divider />
          {ALIGNS.map(({ id, align, icon }) => (
            <PictureTool
              key={id}
              label={intl.formatMessage({ id })}
              icon={icon}
              isPressed={layout?.align === align}
              onRun={() => change({ align: layout?.align === align ? null : align })}
            />
          ))}
          <Divider />
          {alt ? (
            <PictureTool
              label={message('editor.picture_alt')}
              icon={Type}
              isPressed
              onRun={() => setField('alt')}
            />
          ) : (
            <Tool
              type="button"
              data-missing
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setField('alt')}
            >
              <Type aria-hidden size={17} strokeWidth={1.75} />
              {message('editor.picture_alt_add')}
            </Tool>
          )}
          <PictureTool
            label={message('editor.picture_caption')}
            icon={Captions}
            isPressed={Boolean(layout?.caption)}
            onRun={() => setField('caption')}
          />
          <Divider />
          <PictureTool
            label={message('editor.picture_replace')}
            icon={ImageUp}
            isDisabled={isReplacing}
            onRun={() => picker.current?.click()}
          />
          <PictureLinks address={String(src ?? '')} />
          <PictureTool
            label={message('editor.picture_remove')}
            icon={Trash2}
            onRun={() => editor.chain().focus().deleteSelection().run()}
          />
        </Tools>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={message('editor.picture_replace')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void replace(file);
        }}
      />
    </Panel>
  );
}
