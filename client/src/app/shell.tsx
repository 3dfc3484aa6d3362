import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { Frame } from './frame.tsx';
import { NavLinks } from './nav-links.tsx';

const nothing = { inReview: 0, scheduled: 0 };

/** The frame as markup: the build writes it into index.html, so that it stands before any script has run. */
export function renderShell(): string {
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <Frame nav={<NavLinks current={null} counts={nothing} />} card={null} />
    </Router>,
  );
}
