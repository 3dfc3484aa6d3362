import { bannerSpace } from '../lib/storage.ts';

/** Stands in for a banner that is not known yet, so that the page does not move when it comes. */
export function BannerSpace() {
  return <div style={{ height: `${bannerSpace.read() ?? 0}px` }} />;
}
