/** Callers who ask for the same thing while it is under way share one run of it. */
export function sharedRun<Result>() {
  const underWay = new Map<string, Promise<Result>>();
  return (key: string, start: () => Promise<Result>): Promise<Result> => {
    const running = underWay.get(key);
    if (running) return running;
    const started = start().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
