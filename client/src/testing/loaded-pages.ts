// Loads the lazy pages in advance, so that no test waits for a chunk.
import '../features/analytics/analytics-page.tsx';
import '../features/history/history-page.tsx';
import '../features/queue/queue-page.tsx';
import '../features/replies/replies-page.tsx';
import '../features/scheduled/scheduled-page.tsx';
import '../features/settings/settings-page.tsx';
