import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { z } from 'zod';
import { toastFailure } from '../../api/http.ts';
import { QueryFailure } from '../../components/page.tsx';
import { Button, Loading, Skeleton } from '../../components/ui/button.tsx';
import { storedJson } from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';

type Values = Record<string, unknown>;

interface Options<Form extends Values> {
  /** Name under which this browser stores the form. */
  name: string;
  resolver: Resolver<Form>;
  stored: Form;
  /** Name of the field that must never be stored. */
  secret?: string;
}

/**
 * Stores only the changed fields, invalid ones included. All other fields follow the
 * server.
 */
const unsavedIn = (name: string) => storedJson(name, z.record(z.string(), z.unknown()));

export const isUnsaved = (name: string): boolean => unsavedIn(name).read() !== null;

/**
 * Returns the values that differ from the stored ones. Skips a value whose type differs
 * from its field's: an older version of the app stored it.
 */
export const changedIn = <Form extends Values>(values: Values, stored: Form) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        typeof value === typeof stored[name] &&
        JSON.stringify(value) !== JSON.stringify(stored[name]) &&
        !Number.isNaN(value),
    ),
  ) as Partial<Form>;

/** Keeps unsaved edits across tabs, pages and reloads (rule 2.20). `stored` must be memoized. */
export function useKeptForm<Form extends Values>({
  name,
  resolver,
  stored,
  secret = '',
}: Options<Form>) {
  const unsaved = useMemo(() => unsavedIn(name), [name]);
  const [typed] = useState(() => changedIn(unsaved.read() ?? {}, stored));
  const [restored, setRestored] = useState(Object.keys(typed).length > 0);
  const form = useForm<Form>({
    resolver,
    values: stored,
    // A refresh must not overwrite unsaved edits.
    resetOptions: { keepDirtyValues: true },
  });

  useEffect(() => {
    for (const [name, value] of Object.entries(typed))
      form.setValue(name as never, value as never, { shouldDirty: true });
  }, [form, typed]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // `name` is set only when the user types, not on a refresh.
          if (!name) return;
          const changed = changedIn(
            { ...values, [secret]: undefined },
            { ...stored, [secret]: undefined },
          );
          if (Object.keys(changed).length > 0) unsaved.write(changed);
          else unsaved.remove();
        },
      }),
    [form, unsaved, stored, secret],
  );

  const settle = (values: Form) => {
    form.reset(values, { keepDirtyValues: false });
    unsaved.remove();
    setRestored(false);
  };

  return {
    form,
    restored,
    startOver: () => settle(stored),
    settle,
    forget: unsaved.remove,
  };
}

export const RestoredNotice = ({ onStartOver }: { onStartOver: () => void }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2"
  >
    Your unsaved changes were restored.
    <Button onClick={onStartOver}>Start Over</Button>
  </div>
);

/** Returns the help text of a field that an environment variable may set. */
export const setBy = (variable: string | null | undefined, help: ReactNode): ReactNode =>
  variable
    ? `Set by ${variable} in this server’s environment. To change it here, remove it there and restart.`
    : help;

export const succeeded = (description: string): void =>
  toast({ title: 'Success', description });

export const failed = (error: unknown, fallback: string): void =>
  toastFailure('Error', error, fallback);

interface SectionProps {
  title: string;
  level?: 'h2' | 'h3';
  help?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({
  title,
  level: Heading = 'h3',
  help,
  actions,
  children,
}: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 border-t border-line pt-6"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="max-w-measure min-w-0 flex-1 basis-80">
          <Heading id={id} className="text-lg font-semibold">
            {title}
          </Heading>
          {help && <p className="mt-1 text-sm text-muted">{help}</p>}
        </div>
        {actions && (
          <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{actions}</div>
        )}
      </div>
      {children}
    </section>
  );
}

interface LoadedProps<Data, Query> {
  query: Query;
  what: string;
  lines: number;
  children: (data: Data) => ReactNode;
}

export const Loaded = <Data, Key extends QueryKey>(
  props: LoadedProps<Data, UseQueryOptions<Data, Error, Data, Key>>,
) => <Answered {...props} query={useQuery(props.query)} />;

type Result<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'>;

/** Shows the data of a query that the caller runs, or its failure, or a skeleton. */
export function Answered<Data>({
  query,
  what,
  lines,
  children,
}: LoadedProps<Data, Result<Data>>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <QueryFailure query={query} fallback={`Failed to load ${what}`} />;
  return (
    <Loading label={`Loading ${what}`} className="flex flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="my-1 h-6 max-w-measure" />
      ))}
    </Loading>
  );
}
