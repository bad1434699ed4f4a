import { createJob, getJob, listJobs, updateJob } from '#contract/jobs.ts'
import { DEFAULT_LIMIT, type Api } from '#server/route.ts'
import * as commands from './commands.ts'
import { readSearch } from './list-search.ts'
import { listJobRows } from './list-records.ts'

export function jobRoutes(api: Api): void {
  api.bindList(listJobs, ({ db, accountId }, { query }) =>
    listJobRows(db, accountId, {
      ...query,
      search: readSearch(query.search),
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    }),
  )

  api.bind(getJob, (session, { params, query }) =>
    commands.loadJob(session, params.id, query.stakeholder === 'true'),
  )

  api.bind(createJob, async (session, { body, reply }) => {
    const { job, created } = await commands.makeJob(session, body?.id)
    if (!created) void reply.code(200)
    return job
  })

  api.bind(updateJob, (session, { body, ifMatch }) => commands.saveJob(session, body, ifMatch))
}
