import { listJobTable } from '#contract/job-table.ts'
import { copyJob } from '#contract/job-copies.ts'
import { listJobTemplates } from '#contract/job-templates.ts'
import { countJobs, createJob, getJob, listJobs, updateJob } from '#contract/jobs.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import * as copies from './copy-commands.ts'
import { countTabs, openJobList } from './list-commands.ts'
import { selectJobTemplates } from './job-template-records.ts'

export function jobRoutes(api: Api): void {
  const list = openJobList()
  api.bindWrittenList(listJobs, (session, { query }) => list(session, query, 'full'))
  api.bindWrittenList(listJobTable, (session, { query }) => list(session, query, 'table'))

  api.bind(countJobs, session => countTabs(session))

  api.bind(listJobTemplates, (session, { query }) => selectJobTemplates(session, query.search?.trim() ?? ''))

  const answer = commands.openJobReader()
  api.bind(getJob, (session, { params, query, request }) =>
    answer(session, params.id, query.stakeholder === 'true', request),
  )

  api.bind(createJob, async (session, { body, reply }) => {
    const { job, created } = await commands.makeJob(session, body ?? {})
    if (!created) void reply.code(200)
    return job
  })

  api.bindCreate(copyJob, (session, { params, body }) => copies.copyJob(session, params.id, body))

  api.bind(updateJob, (session, { body, ifMatch }) => commands.saveAndAnswerJob(session, body, ifMatch))
}
