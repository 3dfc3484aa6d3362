import { PageBody } from '../../components/page-body.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';

export function SettingsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading profiles and settings</span>
      <div className="flex h-10.25 items-center gap-6 border-b border-line px-(--gutter)">
        {['first', 'second', 'third'].map((tab) => (
          <Skeleton key={tab} className="h-5 w-24" />
        ))}
      </div>
      <PageBody>
        <Skeleton className="h-5 w-52" />
        <Skeleton className="h-5 w-full max-w-measure" />
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-24 max-w-3xl rounded-panel" />
      </PageBody>
    </div>
  );
}
