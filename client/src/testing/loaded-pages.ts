// The pages' scripts, loaded before a test waits for one: how long loading takes is not what is tested.
import '../features/analytics/analytics-page.tsx';
import '../features/history/history-page.tsx';
import '../features/queue/queue-page.tsx';
import '../features/scheduled/scheduled-page.tsx';
import '../features/settings/settings-page.tsx';
