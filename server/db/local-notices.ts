type Listener = (payload: string) => void;

/** LISTEN and NOTIFY where one process is all there is: same promises, no database. */
export function createLocalNotices() {
  const listeners = new Map<string, Set<Listener>>();

  function listen(channel: string, onPayload: Listener): () => void {
    // A function of its own for each call, so that the same callback can listen twice.
    const listener: Listener = (payload) => onPayload(payload);
    const all = listeners.get(channel) ?? new Set();
    listeners.set(channel, all.add(listener));
    return () => all.delete(listener);
  }

  async function notify(channel: string, payload: string): Promise<void> {
    const all = listeners.get(channel);
    if (!all) return;
    setImmediate(() => {
      for (const listener of all) listener(payload);
    });
  }

  return { listen, notify };
}
