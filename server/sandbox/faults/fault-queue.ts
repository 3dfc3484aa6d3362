import { type Fault, type FaultOrder, faultOrderSchema, type QueuedFault } from './fault.ts';

export interface Incoming {
  method: string;
  path: string;
  content: string;
}

const meets = ({ match }: QueuedFault, { method, path, content }: Incoming): boolean => {
  if (match.method && match.method.toUpperCase() !== method) return false;
  if (match.contains && !content.includes(match.contains)) return false;
  if (!match.path) return true;
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path;
};

export const createFaultQueue = () => {
  let queued: QueuedFault[] = [];
  let lastId = 0;

  return {
    /** Throws a ZodError for an invalid order. */
    add(order: FaultOrder): QueuedFault {
      lastId += 1;
      const fault = { ...faultOrderSchema.parse(order), id: lastId };
      queued.push(fault);
      return fault;
    },
    take(incoming: Incoming): Fault | null {
      const found = queued.find((fault) => meets(fault, incoming));
      if (!found) return null;
      if (found.after > 0) {
        found.after -= 1;
        return null;
      }
      if (found.times === 1) queued = queued.filter((fault) => fault !== found);
      else if (found.times > 1) found.times -= 1;
      return found.fault;
    },
    remove(id: number) {
      queued = queued.filter((fault) => fault.id !== id);
    },
    clear() {
      queued = [];
    },
    list: (): QueuedFault[] => queued.map((fault) => ({ ...fault })),
  };
};

export type FaultQueue = ReturnType<typeof createFaultQueue>;
