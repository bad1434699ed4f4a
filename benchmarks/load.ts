import autocannon from 'autocannon'

export type Load = {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  /** One is taken after the other, so that no two requests in a row ask for the same. */
  requests: { path: string; body?: string }[]
}

export type Measured = { requestsPerSecond: number; p50: number; p99: number; failures: number }

/** Sends as much as the connections carry for some seconds. Latencies in milliseconds. */
export async function measure(load: Load, connections: number, seconds: number): Promise<Measured> {
  const result = await autocannon({
    url: load.url,
    connections,
    duration: seconds,
    requests: load.requests.map(request => ({ method: load.method, headers: load.headers, ...request })),
  })
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** The run in the middle by requests per second. */
export function median(runs: readonly Measured[]): Measured {
  const sorted = [...runs].sort((one, other) => one.requestsPerSecond - other.requestsPerSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured.')
  return { ...middle, failures: runs.reduce((sum, run) => sum + run.failures, 0) }
}
