import {
  type QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  Component,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { authUserQuery } from '../api/auth.ts';
import { startLiveUpdates } from '../api/live.ts';
import { ErrorState, PageBannerSlot } from '../components/page.tsx';
import { lazyWithPreload, listen } from '../lib/browser.ts';
import { commandKey } from '../lib/keys.ts';
import { SandboxOrigin } from '../lib/sandbox.ts';
import { watchServerReach } from '../lib/server-reach.ts';
import { FIND_OR_DO } from '../lib/shortcuts.ts';
import { followTheme } from '../lib/storage.ts';
import { leavePage } from '../lib/toast.ts';
import { followTyping } from '../lib/typing.ts';
import { BannerSpace, Frame, SideNav, UserCard } from './frame.tsx';
import { Routes } from './routes.tsx';

const Palette = lazyWithPreload(async () => (await import('./palette.tsx')).Palette);

const DIALOGS = '[role="dialog"], [role="alertdialog"]';

const isPaletteKey = (event: KeyboardEvent): boolean =>
  commandKey(event) === 'k' &&
  (event.metaKey || event.ctrlKey) &&
  !event.altKey &&
  !event.shiftKey;

/** Opens the command palette with ⌘K, Ctrl K or its button, but not over a dialog. */
export function FindOrDo() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = () => {
      // The account menu would stay above the palette.
      document.querySelector<HTMLElement>('[popover]')?.hidePopover();
      setIsOpen(true);
    };
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (isOpen) setIsOpen(false);
      else if (!event.repeat && !document.querySelector(DIALOGS)) open();
    };
    return listen({ keydown: onKey, [FIND_OR_DO]: open });
  }, [isOpen]);
  return <Suspense>{isOpen && <Palette onClose={() => setIsOpen(false)} />}</Suspense>;
}

/**
 * Returns a function that scrolls a new page to its top, or
 * to where it was left if the user went Back or Forward.
 */
function useScrollMemory(): (pathname: string) => void {
  const leftAt = useRef(new Map<string, number>());
  const returnedTo = useRef<string | null>(null);

  useEffect(() => {
    const keep = () => void leftAt.current.set(window.location.pathname, window.scrollY);
    return listen({ scroll: keep });
  }, []);
  useEffect(() => {
    const note = () => {
      returnedTo.current = window.location.pathname;
    };
    // Captured, because the router's own listener already shows the page.
    return listen({ popstate: note }, { capture: true });
  }, []);

  return useCallback((pathname) => {
    const isReturn = returnedTo.current === pathname;
    returnedTo.current = null;
    window.scrollTo(0, (isReturn && leftAt.current.get(pathname)) || 0);
  }, []);
}

const AuthMessages = lazyWithPreload(
  async () => (await import('../features/auth/auth-messages.tsx')).AuthMessages,
);

/**
 * No toast is shown before the page has sent a request, so the toaster is loaded later.
 */
const Toaster = lazyWithPreload(
  async () => (await import('../components/ui/toaster.tsx')).Toaster,
);
const PostingSwitch = lazyWithPreload(
  async () => (await import('./signed-in.tsx')).PostingSwitch,
);
const PageBanner = lazyWithPreload(
  async () => (await import('./signed-in.tsx')).PageBanner,
);

const banner = (
  <Suspense fallback={<BannerSpace />}>
    <PageBanner />
  </Suspense>
);

interface ErrorBoundaryProps {
  resetKey: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { error: Error | null }
> {
  static getDerivedStateFromError = (error: Error) => ({ error });

  override state: { error: Error | null } = { error: null };

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps): void {
    if (this.state.error && resetKey !== this.props.resetKey)
      this.setState({ error: null });
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorState
        title="This page could not be shown"
        onRetry={() => window.location.reload()}
      >
        <p>{this.state.error.message}</p>
        <p>What you saved is safe on the server. Trying again reloads the page.</p>
      </ErrorState>
    );
  }
}

function Pages() {
  const client = useQueryClient();
  const [location] = useLocation();
  const { sandbox, authenticated } = useQuery(authUserQuery).data ?? {};
  const signedIn = authenticated === true;
  const main = useRef<HTMLElement>(null);
  const shown = useRef(location);
  const scrollPage = useScrollMemory();
  useEffect(watchServerReach, []);
  useEffect(() => (signedIn ? startLiveUpdates(client) : undefined), [client, signedIn]);

  // Reset scroll and focus like a page load: the pressed link disappears with its page. A
  // layout effect, so that a field of the new page can take the focus afterwards.
  useLayoutEffect(() => {
    if (shown.current !== location) main.current?.focus({ preventScroll: true });
  }, [location]);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    leavePage();
    scrollPage(location);
  }, [location, scrollPage]);

  const foot = (
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
  return (
    <SandboxOrigin value={sandbox?.origin}>
      <Frame main={main} nav={<SideNav />} foot={foot}>
        <PageBannerSlot value={banner}>
          <ErrorBoundary resetKey={location}>
            <Routes />
          </ErrorBoundary>
        </PageBannerSlot>
        {signedIn && <FindOrDo />}
      </Frame>
      <Suspense>
        <Toaster />
      </Suspense>
    </SandboxOrigin>
  );
}

export function App({ client }: { client: QueryClient }) {
  useEffect(followTheme, []);
  useEffect(followTyping, []);
  return (
    <QueryClientProvider client={client}>
      <Pages />
      <Suspense>
        <AuthMessages />
      </Suspense>
    </QueryClientProvider>
  );
}
