import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { DraftView } from '#shared/contracts/drafts.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { GenerateDialog } from '../drafting/generate-dialog.tsx';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { anAnalysis } from './factories.ts';
import { createFrameServer } from './fake-frame.ts';
import { renderPage } from './render.tsx';

export function openResults(q = 'probes') {
  const page = renderPage(<DiscoverPage />, '/discover');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: q } });
  fireEvent.submit(screen.getByRole('form', { name: 'Video search' }));
  return page;
}

interface Opening {
  /** Whether the dialog was opened by a press, which starts the draft. */
  isPressed?: boolean;
  place?: { at: number; of: number };
  onNext?: () => void;
}

function GenerateScreen({
  video,
  isPressed = false,
  ...opening
}: Opening & { video: FoundVideo }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <GenerateDialog
      video={video}
      isPressed={isPressed}
      {...opening}
      onClose={() => setIsOpen(false)}
    />
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Generate Comment
    </button>
  );
}

/** Opens the dialog. Once it is closed, "Generate Comment" opens it again. */
export function openGenerateDialog(video: FoundVideo, opening: Opening = {}) {
  const page = renderPage(<GenerateScreen video={video} {...opening} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Generate Comment' }));
  return {
    ...page,
    dialog,
    text: dialog.getByRole<HTMLTextAreaElement>('textbox', {
      name: /^(Generated|Your) comment$/,
    }),
    generate: () =>
      page.user.click(dialog.getByRole('button', { name: 'Generate Comment' })),
  };
}

/** Opens the dialog by a press and waits for the draft. */
export async function openDraft(video: FoundVideo, opening: Opening = {}) {
  const page = openGenerateDialog(video, { isPressed: true, ...opening });
  await waitFor(() =>
    expect(page.dialog.getByRole('button', { name: 'Shorter' })).toBeEnabled(),
  );
  return page;
}

/** Creates a server that drafts this comment. `more` adds to the generate response. */
export const createDraftServer = (comment: Comment, more: Partial<DraftView> = {}) =>
  createFrameServer()
    .on('GET /api/comments', [comment])
    .on('POST /api/comments/generate', { comment, analysis: anAnalysis(), ...more });
