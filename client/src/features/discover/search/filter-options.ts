import type { VideoSearch } from '../../../api/videos.ts';

type FilterName = 'uploadDate' | 'viewCount' | 'relevance';

export interface Filter {
  name: FilterName;
  label: string;
  anyLabel: string;
  options: readonly { value: string; label: string }[];
}

export const filters: readonly Filter[] = [
  {
    name: 'uploadDate',
    label: 'Upload Date',
    anyLabel: 'Any time',
    options: [
      { value: 'day', label: 'Last 24 hours' },
      { value: 'week', label: 'Last week' },
      { value: 'month', label: 'Last month' },
      { value: 'year', label: 'Last year' },
    ],
  },
  {
    name: 'viewCount',
    label: 'View Count',
    anyLabel: 'Any views',
    options: [
      { value: '1k-10k', label: '1K - 10K views' },
      { value: '10k-100k', label: '10K - 100K views' },
      { value: '100k+', label: '100K+ views' },
    ],
  },
  {
    name: 'relevance',
    label: 'Relevance',
    anyLabel: 'Any order',
    options: [
      { value: 'relevance', label: 'Most relevant' },
      { value: 'date', label: 'Most recent' },
      { value: 'views', label: 'Most viewed' },
    ],
  },
];

export const emptySearch: VideoSearch = {
  q: '',
  uploadDate: '',
  viewCount: '',
  relevance: '',
  intelligent: false,
};

export function sameSearch(a: VideoSearch | null, b: VideoSearch | null): boolean {
  if (!a || !b) return a === b;
  return (
    a.q.trim() === b.q.trim() &&
    a.intelligent === b.intelligent &&
    filters.every(({ name }) => a[name] === b[name])
  );
}
