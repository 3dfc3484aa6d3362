import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSignedIn } from '../api/auth.ts';
import { PageSlots } from '../components/page.tsx';
import { lazyWithPreload } from '../lib/browser.ts';
import { leavePage } from '../lib/toast.ts';
import { BannerSpace } from './banner-space.tsx';
import { Frame } from './frame.tsx';
import { SandboxLabel } from './sandbox-label.tsx';
import { SideNav } from './side-nav.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';
import { UserCard } from './user-card.tsx';

const PostingSwitch = lazyWithPreload(async () => (await import('./posting-switch.tsx')).PostingSwitch);
const FindOrDo = lazyWithPreload(async () => (await import('./find-or-do/find-or-do.tsx')).FindOrDo);
const PageBanner = lazyWithPreload(async () => (await import('./page-banner.tsx')).PageBanner);

const slots = {
  label: <SandboxLabel />,
  banner: (
    <Suspense fallback={<BannerSpace />}>
      <PageBanner />
    </Suspense>
  ),
};

function Foot() {
  const signedIn = useSignedIn() === true;
  return (
    <>
      {signedIn && (
        <div className="min-h-15 border-t max-lg:hidden">
          <Suspense>
            <PostingSwitch />
          </Suspense>
        </div>
      )}
      <UserCard />
    </>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const signedIn = useSignedIn() === true;
  const main = useRef<HTMLElement>(null);
  const shown = useRef(location);
  const scrollPage = useScrollMemory();

  // Reset scroll and focus as a page load would.
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    leavePage();
    scrollPage(location);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [location, scrollPage]);

  return (
    <Frame main={main} nav={<SideNav />} label={<SandboxLabel />} foot={<Foot />}>
      <PageSlots value={slots}>{children}</PageSlots>
      <Suspense>{signedIn && <FindOrDo />}</Suspense>
    </Frame>
  );
}
