import { Skeleton } from '../../components/ui/skeleton.tsx';

export function SettingsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading profiles and settings</span>
      <div className="flex h-10.25 items-center gap-6 border-b border-line px-1.5 sm:px-3">
        {['first', 'second', 'third'].map((tab) => (
          <Skeleton key={tab} className="h-5 w-24" />
        ))}
      </div>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-52" />
        <Skeleton className="h-5 w-full max-w-measure" />
        <Skeleton className="h-5 w-40" />
      </div>
      <Skeleton className="h-24 rounded-panel" />
    </div>
  );
}
