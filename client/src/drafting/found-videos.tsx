import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type FoundVideo, mostVideos } from '#shared/contracts/videos.ts';
import { commentStatesQuery } from '../api/videos.ts';
import { useAddressDialog } from '../lib/address.ts';
import { lazyWithPreload } from '../lib/browser.ts';
import { type Shortcuts, useShortcuts } from '../lib/shortcuts.ts';
import { canGenerate, isClosed, type Selection } from './video-selection.ts';

/**
 * Keeps the comment states of found videos up to date without another search, which would
 * use quota.
 */
export function useFoundVideos(found: readonly FoundVideo[]): FoundVideo[] {
  const states = useQuery(
    commentStatesQuery(found.slice(0, mostVideos).map(({ id }) => id)),
  ).data;

  return useMemo(() => {
    const byVideo = new Map(states?.map(({ videoId, ...state }) => [videoId, state]));
    return found.map((video) => ({ ...video, ...byVideo.get(video.id) }));
  }, [found, states]);
}

type ForRow = (act: (video: FoundVideo) => void) => () => void;

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  videos: readonly FoundVideo[];
  selection: Selection;
  onDraft: (video: FoundVideo) => void;
  onBulk: () => void;
  /** Returns further keys. `forRow` passes the video of the focused row. */
  keys: (forRow: ForRow) => Shortcuts;
}

/**
 * Lets j and k focus a row, x select it, and g draft for the selected videos or for this
 * one. Returns functions for the index of the focused row and for focusing a row.
 */
export function useListKeys(props: ListKeys) {
  const { list, videos, selection, onDraft, onBulk, keys } = props;
  const last = useRef(-1);
  const rows = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[data-video]') ?? []),
  ];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const focus = (index: number) => {
    const all = rows();
    last.current = Math.max(0, Math.min(index, all.length - 1));
    all[last.current]?.focus();
  };
  const move = (by: number) => {
    const from = focused();
    focus(from < 0 ? Math.max(last.current, 0) : from + by);
  };
  const forRow: ForRow = (act) => () => {
    const video = videos[focused()];
    if (video) act(video);
  };

  useShortcuts({
    ...(videos.length > 0 && {
      j: () => move(1),
      k: () => move(-1),
      x: forRow((video) => !isClosed(video) && selection.toggle(video.id)),
      g: selection.selected.size > 0 ? onBulk : forRow(onDraft),
    }),
    ...keys(forRow),
  });
  return { focus, focused };
}

const GenerateDialog = lazyWithPreload(
  async () => (await import('./generate-dialog.tsx')).GenerateDialog,
);
const VideoDialog = lazyWithPreload(
  async () => (await import('./video-dialog.tsx')).VideoDialog,
);
const BulkDialog = lazyWithPreload(
  async () => (await import('./bulk-dialog.tsx')).BulkDialog,
);

export function preloadDialogs(): void {
  for (const dialog of [GenerateDialog, VideoDialog, BulkDialog]) dialog.preload();
}

/**
 * Keeps the open dialog in the address. A draft only starts when the user presses a
 * button on this page.
 */
export function useDiscoverDialogs(
  videos: readonly FoundVideo[],
  { selected, clear }: Selection,
) {
  const generating = useAddressDialog('generate');
  const viewing = useAddressDialog('video');
  const bulk = useAddressDialog('bulk');
  /**
   * The video whose draft was started on this page, by opening the dialog or by a button
   * in it.
   */
  const [begun, setBegun] = useState<{ id: number; isPressed: boolean } | null>(null);

  // The dialog may reopen with Forward, which must not start a draft.
  useEffect(() => {
    if (generating.value === null) setBegun(null);
  }, [generating.value]);

  const shown = (id: string | null) =>
    (id && videos.find((video) => String(video.id) === id)) || null;
  const chosen = () => videos.filter(({ id }) => selected.has(id));

  function generate(video: FoundVideo, instead?: 'generate' | 'video') {
    setBegun({ id: video.id, isPressed: true });
    generating.open(String(video.id), instead);
  }

  function placeOf(video: FoundVideo) {
    const run = chosen();
    const at = run.findIndex(({ id }) => id === video.id);
    if (at < 0 || run.length < 2) return { place: null, onNext: null };
    const next = run.slice(at + 1).find(canGenerate);
    return {
      place: { at: at + 1, of: run.length },
      onNext: next ? () => generate(next, 'generate') : null,
    };
  }

  const inBulk = bulk.value?.split('-');
  const bulkVideos = videos.filter(({ id }) => inBulk?.includes(String(id)));
  const drafted = shown(generating.value);
  const isBegun = begun !== null && begun.id === drafted?.id;
  /** Opened from an address, a video that already has a comment shows that comment. */
  const isSaved = !isBegun && drafted?.generatedComment != null;

  const viewed = isSaved ? drafted : shown(viewing.value);
  return {
    generate,
    view: (video: FoundVideo) => viewing.open(String(video.id)),
    openBulk: () => bulk.open(Array.from(chosen(), ({ id }) => id).join('-')),
    dialog: (
      <Suspense fallback={null}>
        {drafted && !isSaved && (
          <GenerateDialog
            video={drafted}
            isPressed={isBegun && begun.isPressed}
            onStart={() => !isBegun && setBegun({ id: drafted.id, isPressed: false })}
            {...placeOf(drafted)}
            onClose={generating.close}
          />
        )}
        {viewed && (!drafted || isSaved) && (
          <VideoDialog
            key={viewed.id}
            video={viewed}
            onGenerate={() => generate(viewed, 'video')}
            onClose={isSaved ? generating.close : viewing.close}
          />
        )}
        {bulkVideos.length > 0 && (
          <BulkDialog videos={bulkVideos} onClose={bulk.close} onProcessed={clear} />
        )}
      </Suspense>
    ),
  };
}
