import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { Frame, NavLinks } from './frame.tsx';

const nothing = { inReview: 0, scheduled: 0, newReplies: 0 };

/** Renders the frame into index.html, so that it is painted before any script runs. */
export function renderShell(): string {
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <Frame nav={<NavLinks current={null} counts={nothing} />} />
    </Router>,
  );
}
