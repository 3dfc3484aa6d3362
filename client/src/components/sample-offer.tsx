import { useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { authUserQuery } from '../api/auth.ts';
import { sandboxStateQuery, useLoadSample } from '../api/sandbox.ts';
import { classNames } from '../lib/browser.ts';
import { Button, type ButtonProps } from './ui/button.tsx';

interface SampleOfferProps extends Pick<ButtonProps, 'size'> {
  /**
   * Set by pages with content of their own: in the title row, or on a
   * phone at the end of the page, since the title row would wrap there.
   */
  place?: 'title' | 'end';
}

/** On a narrow phone the label takes two lines. */
const NARROW =
  'max-sm:h-auto max-sm:min-h-(--control) max-sm:shrink max-sm:py-1.5 max-sm:text-left max-sm:whitespace-normal';

const PLACES = { title: 'max-sm:hidden', end: 'self-start sm:hidden' };

/**
 * Offers a month of sample data in the sandbox, while the owner has no data of their own.
 */
export function SampleOffer({ place, size = 'md' }: SampleOfferProps) {
  const isSandbox = useQuery(authUserQuery).data?.sandbox.google === true;
  const state = useQuery({ ...sandboxStateQuery, enabled: isSandbox });
  const load = useLoadSample();
  if (!isSandbox || !state.data?.canLoadSample) return null;
  // The page reloads after the response. Until then, a second press must not load the
  // sample again.
  const isLoading = load.isPending || load.isSuccess;
  return (
    <Button
      size={size}
      aria-disabled={isLoading}
      onClick={() => !isLoading && load.mutate()}
      className={classNames(NARROW, place && PLACES[place])}
    >
      <CalendarRange />
      {isLoading ? 'Loading a month…' : 'Look around with a month of sample data'}
    </Button>
  );
}
