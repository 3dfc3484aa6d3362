import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { GenerateDialog } from '../features/discover/generate-dialog.tsx';
import { renderPage } from './render.tsx';

/** Opens Discover Videos and searches. */
export function openResults(q = 'probes') {
  const page = renderPage(<DiscoverPage />, '/discover');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: q } });
  fireEvent.submit(screen.getByRole('form', { name: 'Video search' }));
  return page;
}

interface Opening {
  /** Whether a press opened it, which starts the draft. */
  isPressed?: boolean;
  place?: { at: number; of: number };
  onNext?: () => void;
}

function GenerateScreen({ video, isPressed = false, ...opening }: Opening & { video: FoundVideo }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <GenerateDialog video={video} isPressed={isPressed} {...opening} onClose={() => setIsOpen(false)} />
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Generate Comment
    </button>
  );
}

/** Opens the dialog; once closed, "Generate Comment" opens it again. */
export const openGenerateDialog = (video: FoundVideo, opening: Opening = {}) =>
  renderPage(<GenerateScreen video={video} {...opening} />);
