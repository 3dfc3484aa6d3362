import { useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { DiscoverPage } from '../features/discover/discover-page.tsx';
import { GenerateDialog } from '../features/discover/generate/generate-dialog.tsx';
import { renderPage } from './render.tsx';

/** Opens Discover Videos with the results of a search, as a reload in the same tab does. */
export function openResults(q = 'probes') {
  const search = { q, uploadDate: '', viewCount: '', relevance: '', intelligent: false };
  const state = { draft: search, submitted: { search, at: Date.now() } };
  sessionStorage.setItem('chime-in.search', JSON.stringify(state));
  return renderPage(<DiscoverPage />, '/discover');
}

function GenerateScreen({ video }: { video: FoundVideo }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <GenerateDialog video={video} onClose={() => setIsOpen(false)} />
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Generate Comment
    </button>
  );
}

/** Opens the dialog; once closed, "Generate Comment" opens it again. */
export const openGenerateDialog = (video: FoundVideo) => renderPage(<GenerateScreen video={video} />);
