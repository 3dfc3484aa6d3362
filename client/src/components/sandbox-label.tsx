import { useContext } from 'react';
import { SandboxOrigin } from '../lib/sandbox.ts';
import { OutLink } from './ui/button.tsx';

/**
 * Marks a sandbox; renders nothing outside of it. Shown in the navigation, or where that
 * has no room for it, beside the title or on a phone beside the account.
 */
export function SandboxLabel() {
  const origin = useContext(SandboxOrigin);
  if (!origin) return null;
  return (
    <OutLink
      href={`${origin}/sandbox`}
      title="Nothing reaches the real YouTube."
      className="inline-block shrink-0 whitespace-nowrap rounded-control border border-dashed border-pending px-1.5 text-xs font-medium leading-5.5 text-pending"
    >
      Sandbox
    </OutLink>
  );
}
