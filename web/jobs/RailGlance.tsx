import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { JobGlance } from '#contract/job-glance.ts'
import type { Job } from '#contract/jobs.ts'
import { mailStateLabels } from '#contract/mail-states.ts'
import { momentText, moneyText } from '#web/lib/format.ts'
import { jobGlanceQuery } from './queries.ts'
import { isMailTrouble, recipientsInWords } from './rail-words.ts'
import { NothingYet, RailFact } from './RailFact.tsx'

/** What is told of the job on its other tabs: its total, the last e-mail and the last note. */
export function RailGlance({ job }: { job: Job }) {
  const { data, isError } = useQuery(jobGlanceQuery(job))
  const told = (tell: (glance: JobGlance) => ReactNode) => {
    if (data) return tell(data)
    return isError ? <span className="job-rail__nothing">Could not be loaded</span> : '\u00a0'
  }
  const search = { id: job.id }
  return (
    <>
      <RailFact label="Finance Total">
        {told(({ finance: { total, currency } }) =>
          total === null ? (
            <NothingYet />
          ) : (
            <Link to="/webapp/shipment/finance" search={search} className="job-rail__link">
              {moneyText(total, currency)}
            </Link>
          ),
        )}
      </RailFact>
      <RailFact label="Last e-mail">
        {told(({ lastMail: mail }) =>
          mail === null ? (
            <NothingYet />
          ) : (
            <>
              <Link
                to="/webapp/shipment/emails"
                search={search}
                className="job-rail__link"
                title={mail.subject}
              >
                To {recipientsInWords(mail.to)}
              </Link>
              <span className={isMailTrouble(mail.state) ? 'job-rail__warning' : 'job-rail__nothing'}>
                {mailStateLabels[mail.state]}, {momentText(mail.sentAt ?? mail.madeAt)}
              </span>
            </>
          ),
        )}
      </RailFact>
      <RailFact label="Last note">
        {told(({ lastNote: note }) =>
          note === null ? (
            <NothingYet />
          ) : (
            <>
              <Link to="/webapp/shipment/notes" search={search} className="job-rail__link" dir="auto">
                {note.firstLine}
              </Link>
              <span className="job-rail__nothing">
                {note.author}, {momentText(note.writtenAt)}
              </span>
            </>
          ),
        )}
      </RailFact>
    </>
  )
}
