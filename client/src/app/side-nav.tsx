import { useLocation } from 'wouter';
import { NavLinks } from './nav-links.tsx';
import { useCounts } from './use-counts.ts';

export function SideNav() {
  const [location] = useLocation();
  return <NavLinks current={location === '/' ? '/discover' : location} counts={useCounts()} />;
}
