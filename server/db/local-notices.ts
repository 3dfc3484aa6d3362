interface Listener {
  onPayload: (payload: string) => void;
}

/** LISTEN and NOTIFY where one process is all there is: same promises, no database. */
export function createLocalNotices() {
  const listeners = new Map<string, Set<Listener>>();

  function listen(channel: string, onPayload: Listener['onPayload'], onListening = () => {}): () => void {
    const listener = { onPayload };
    const all = listeners.get(channel) ?? new Set();
    listeners.set(channel, all.add(listener));
    setImmediate(() => {
      if (all.has(listener)) onListening();
    });
    return () => all.delete(listener);
  }

  async function notify(channel: string, payload: string): Promise<void> {
    const all = listeners.get(channel);
    if (!all) return;
    setImmediate(() => {
      for (const listener of all) listener.onPayload(payload);
    });
  }

  return { listen, notify };
}
