import http, { type Agent } from 'node:http';
import https from 'node:https';

/** An agent whose connections break after ten silent seconds; the OAuth library itself would wait for ever. */
export function timeoutAgent(url: string, silenceMs = 10_000): Agent {
  const agent = url.startsWith('https:') ? new https.Agent() : new http.Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket && 'setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(silenceMs, () => socket.destroy(new Error('Google sign-in did not answer')));
    }
    return socket;
  };
  return agent;
}
