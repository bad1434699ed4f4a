import type { Job } from '#contract/jobs.ts'

/** The ports of a job in the order of its journey; discharged where the cargo is bound is one stop, said once. */
export function routeOf({ quote }: Job): string[] {
  const { loadingPort, viaPort, dischargePort, destinationPort } = quote
  const ports = [loadingPort, viaPort, dischargePort, destinationPort].flatMap(port => (port ? [port] : []))
  return ports.filter((port, index) => port !== ports[index - 1])
}
