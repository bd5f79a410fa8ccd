import { type Door, forward, openDoor } from '../parts/door.ts';

/** A load balancer: each request goes to the next process, or to another one if the connection is refused. */
export function startProxy(upstreams: readonly string[]): Promise<Door> {
  let next = 0;
  return openDoor(async (asked) => {
    next += 1;
    for (const index of upstreams.keys()) {
      const answer = await forward(upstreams[(next + index) % upstreams.length] ?? '', asked);
      if (answer.status !== null) return answer;
      // What became of a request whose connection was cut is unknown: its sender repeats it.
      if (!answer.text.includes('ECONNREFUSED')) break;
    }
    return { status: 502, headers: {}, text: '{"error":"Bad gateway"}', ms: 0 };
  });
}
