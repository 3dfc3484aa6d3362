import { useLocation } from 'wouter';
import { NavLinks } from './nav-links.tsx';
import { useQueueCounts } from './use-queue-counts.ts';

/** The links with what waits behind them. */
export function SideNav() {
  const [location] = useLocation();
  const counts = useQueueCounts();
  return <NavLinks current={location === '/' ? '/discover' : location} counts={counts} />;
}
