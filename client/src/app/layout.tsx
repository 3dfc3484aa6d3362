import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Frame } from './frame.tsx';
import { SideNav } from './side-nav.tsx';
import { UserCard } from './user-card.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(location);

  // Reset scroll and focus as a page load would.
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    window.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [location]);

  return (
    <Frame main={main} nav={<SideNav />} card={<UserCard />}>
      {children}
    </Frame>
  );
}
