import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { Copy, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DocumentText } from '#components/space/editor/DocumentText.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Item } from '#lib/contract/item.ts';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentSchema } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { changeItem } from '#services/item.ts';
import { getCurrentContent } from '#services/versions.ts';
import { alignBlocks, type BlockPair, withPartOf } from './align-blocks.ts';
import { Actions, Column, Line, Lines, Status } from './version-sides-look.ts';

/** Blocks that are rendered at first, and with each step. */
const SHOWN = 200;

/** Writes a part into the text as it is now. @returns why it can't be, or the item with its text and the former one */
async function restorePart(id: string, withPart: (markdown: string) => Node | null) {
  const current = await getCurrentContent(id);
  if (!current) return 'text_changes';
  const whole = withPart(current.markdown);
  if (!whole) return 'part_changed';
  const markdown = writeMarkdown(whole);
  const { data } = await changeItem(current.item, { content: markdown });
  return { changed: data, markdown, former: current.markdown };
}

const asDocument = (block: Node) => documentSchema.topNodeType.create(null, block);

/** A block as the schema renders it: no scripts, no unsafe addresses. */
function Rendered({ block }: { block: Node }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = DOMSerializer.fromSchema(documentSchema).serializeFragment(asDocument(block).content);
    for (const box of shown.querySelectorAll('input')) {
      box.disabled = true;
      box.setAttribute('aria-label', box.closest('li')?.textContent?.trim() ?? '');
    }
    frame.current?.replaceChildren(shown);
  }, [block]);
  return <DocumentText ref={frame} dir="auto" />;
}

type VersionSidesProps = {
  item: Item;
  /** The older and the newer text, as Markdown, and what stands above each. */
  before: { markdown: string; title: string };
  after: { markdown: string; title: string };
  /** Which of the two was chosen: parts are copied from there. */
  chosen: 'before' | 'after';
  /** The newer text is the newest: parts of the older one can be written again. */
  canRestore: boolean;
  /** The document has another text. */
  onPartRestored: (item: Item) => void;
};

/** What was done last, the text since then, and what takes it back. */
type Done = {
  message: 'versions.part_restored' | 'versions.part_taken_out' | 'versions.part_undone';
  markdown: string;
  undo: { item: Item; markdown: string } | null;
};

function PairColumn({ pair, side }: { pair: BlockPair; side: 'before' | 'after' }) {
  const block = pair[side];
  const kind = pair.isSame || !block ? undefined : side === 'before' ? 'removed' : 'added';
  return (
    <Column data-kind={kind} data-side={side} data-empty={block ? undefined : ''}>
      {kind && (
        <VisuallyHidden>
          <FormattedMessage id={`versions.part_${kind}`} />
        </VisuallyHidden>
      )}
      {block && <Rendered block={block} />}
    </Column>
  );
}

type PairLineProps = Pick<VersionSidesProps, 'chosen'> & {
  pair: BlockPair;
  busy: boolean;
  onCopy: (block: Node) => void;
  /** Null where the part can't be restored. */
  onRestore: (() => void) | null;
};

/** A block of one version beside that of the other, with what can be done where they differ. */
function PairLine({ pair, chosen, busy, onCopy, onRestore }: PairLineProps) {
  const intl = useIntl();
  const own = pair[chosen];
  return (
    <Line data-same={pair.isSame || undefined}>
      <PairColumn pair={pair} side="before" />
      <PairColumn pair={pair} side="after" />
      {!pair.isSame && (
        <Actions>
          {own && (
            <IconButton
              icon={Copy}
              size="small"
              label={intl.formatMessage({ id: 'versions.copy_part' })}
              onClick={() => onCopy(own)}
            />
          )}
          {onRestore && (
            <IconButton
              icon={pair.before ? Undo2 : Trash2}
              size="small"
              label={intl.formatMessage({
                id: pair.before ? 'versions.restore_part' : 'versions.remove_part',
              })}
              disabled={busy}
              onClick={onRestore}
            />
          )}
        </Actions>
      )}
    </Line>
  );
}

/** Two versions in two columns, block beside block; what differs is marked, and each part of it can be taken. */
export default function VersionSides({
  item,
  before,
  after,
  chosen,
  canRestore,
  onPartRestored,
}: VersionSidesProps) {
  const intl = useIntl();
  const toast = useToast();
  const [limit, setLimit] = useState(SHOWN);
  const [busy, setBusy] = useState(false);
  const older = useMemo(() => parseMarkdown(before.markdown), [before.markdown]);
  const [done, setDone] = useState<Done | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  // What was restored here is the newest text from then on.
  const newer = done?.markdown ?? after.markdown;
  const pairs = useMemo(() => alignBlocks(older, parseMarkdown(newer)), [older, newer]);
  // The button that was pressed no longer exists: there is no moment without a focus.
  useLayoutEffect(() => {
    if (done) undoButton.current?.focus();
  }, [done]);
  if (pairs === null) return <FormattedMessage id="versions.too_different" />;

  const copy = async (block: Node) => {
    const isCopied = await copyText(writeMarkdown(asDocument(block)));
    toast({ text: intl.formatMessage({ id: isCopied ? 'versions.copied' : 'versions.not_copied' }) });
  };
  const restore = async (part: BlockPair) => {
    setBusy(true);
    try {
      const restored = await restorePart(item.id, (markdown) =>
        withPartOf(older, parseMarkdown(markdown), { shown: pairs, part }),
      );
      if (typeof restored === 'string')
        toast({ tone: 'error', text: intl.formatMessage({ id: `versions.${restored}` }) });
      else {
        const { changed, markdown, former } = restored;
        onPartRestored(changed);
        const message = part.before ? 'versions.part_restored' : 'versions.part_taken_out';
        setDone({ message, markdown, undo: { item: changed, markdown: former } });
      }
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setBusy(false);
  };
  const undo = async ({ item: changed, markdown }: NonNullable<Done['undo']>) => {
    setBusy(true);
    try {
      // Only where nobody wrote since: it would take that away.
      onPartRestored((await changeItem(changed, { content: markdown })).data);
      setDone({ message: 'versions.part_undone', markdown, undo: null });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setBusy(false);
  };
  return (
    <Lines>
      <Status role="status">
        {done && <FormattedMessage id={done.message} />}
        {done?.undo && (
          <Button ref={undoButton} size="small" busy={busy} onClick={() => done.undo && void undo(done.undo)}>
            <FormattedMessage id="versions.undo_part" />
          </Button>
        )}
      </Status>
      <Line as="div" data-head>
        <strong dir="auto">{before.title}</strong>
        <strong dir="auto">{after.title}</strong>
      </Line>
      {pairs.every(({ isSame }) => isSame) && <FormattedMessage id="versions.same" />}
      {pairs.slice(0, limit).map((pair, at) => (
        <PairLine
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no name of their own and don't move
          key={at}
          pair={pair}
          chosen={chosen}
          busy={busy}
          onCopy={(block) => void copy(block)}
          onRestore={canRestore ? () => void restore(pair) : null}
        />
      ))}
      {pairs.length > limit && (
        <Button onClick={() => setLimit(limit + SHOWN)}>
          <FormattedMessage id="versions.more_blocks" />
        </Button>
      )}
    </Lines>
  );
}
