import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadTemplateFields } from '#contract/template-fields.ts'
import { ExampleJobPicker } from '#web/records/ExampleJobPicker.tsx'
import { useExampleJob } from '#web/records/queries.ts'
import { callFile } from '#web/lib/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { matches } from './field-syntaxes.ts'
import { FieldGroupTable } from './FieldGroupTable.tsx'
import './fields.css'
import { templateFieldsQuery } from './queries.ts'
import { TemplateTabs } from '#web/records/TemplateTabs.tsx'

const ofJob = (jobId: string | undefined) => ({ query: jobId ? { shipmentId: jobId } : {} })

async function download(jobId: string | undefined) {
  try {
    saveFile(await callFile(downloadTemplateFields, ofJob(jobId)), 'Fields.docx')
  } catch (error) {
    notify.failedBecause('The fields could not be downloaded.', error)
  }
}

/** Every field that a template may name, to be copied from. */
export function FieldsScreen() {
  const job = useExampleJob()
  const [searched, setSearched] = useState('')
  const { data, error, refetch } = useQuery({
    ...templateFieldsQuery(job.id),
    placeholderData: keepPreviousData,
  })
  const groups = data
    ?.map(group => ({
      ...group,
      fields: group.fields.filter(field => matches(field, group.title, searched)),
    }))
    .filter(group => group.fields.length > 0)
  return (
    <Screen
      title="Fields"
      actions={<Button onClick={() => void download(job.id)}>Download as Word file</Button>}
    >
      <TemplateTabs />
      <div className="fields__tools">
        <TextInput
          className="fields__search"
          type="search"
          label="Search fields"
          placeholder="Name, label or value"
          value={searched}
          onChange={event => setSearched(event.currentTarget.value)}
        />
        <div>
          <span className="fields__job-label">Values of</span>
          <ExampleJobPicker job={job} />
        </div>
      </div>
      {!groups && !error && <FormSkeleton fields={12} />}
      {error && !groups && (
        <FailedState title="The fields could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {groups?.length === 0 && <EmptyState title={`No field matches “${searched}”.`} />}
      {groups?.map(group => (
        <FieldGroupTable key={group.name} group={group} />
      ))}
    </Screen>
  )
}
